/**
 * After every acceptance that changes who tells of an entry, the details of that entry and of its equals are worked out
 * anew from all that is told (`ledger/entry-details.ts`). Where they change, an entry that restates them is booked in
 * the same acceptance, and the one that did so before is taken back.
 *
 * The record `details` of an entry keeps what was told of it otherwise than it says itself, and what restates it.
 */
import type { Acceptance, Decision, PortfolioView } from '../../engine/operation.ts';
import type { RefusalCode } from '../../engine/refusal-code.ts';
import type { Candidate, Read } from '../../engine/store-protocol.ts';
import { type EntryDraft, toEntryId } from '../../ledger/entry.ts';
import {
  areSameDetails,
  commandSource,
  encodeDetails,
  type EntryDetails,
  findDetails,
  postingsBetween,
  withDetails,
} from '../../ledger/entry-details.ts';
import { isJsonArray, type JsonValue } from '../../ledger/json-value.ts';
import { changeSameUnits } from './change-same-units.ts';
import {
  claimsKept,
  detailsRead,
  findRestatement,
  type Member,
  readMember,
  readNewMember,
  recordDetails,
} from './detail-member.ts';
import { draftReversal } from './draft-reversal.ts';
import { matchesOfDraft } from './fact-candidates.ts';

/** The decision with what follows for details. `told` is what the telling that is being decided says of them. */
export function settleDetails<Code extends RefusalCode>(
  decision: Decision<Code>,
  view: PortfolioView,
  told?: EntryDetails,
): Decision<Code> {
  return decision.kind === 'accept' ? settleAcceptance(decision, view, told) : decision;
}

export function settleAcceptance(
  acceptance: Acceptance,
  view: PortfolioView,
  told?: EntryDetails,
): Acceptance {
  let settled = takeBackRestatements(acceptance, view);
  for (const event of findEvents(acceptance, view)) {
    if (isToldByOne(acceptance, event, view)) continue;
    settled = settleEvent(settled, membersOf(event, acceptance, view, told), view);
  }
  return settled;
}

/**
 * What `settleDetails` looks at when a telling of this event is decided. A telling of `source` changes nothing where
 * only that source tells of equal events.
 */
export function* readDetails(event: EntryDraft, view: PortfolioView, source?: string): Iterable<Read> {
  const read = matchesOfDraft(event);
  if (read === undefined || event.legs.length === 0) return;
  yield read;
  const live = view.get(read).filter((candidate) => candidate.live);
  if (live.every(({ entry, claims }) => entry.fromFact && claims.every((claim) => claim === source))) return;
  for (const { entry } of live) {
    yield { kind: 'entry', seq: entry.seq };
    yield { kind: 'sightings_of_entry', seq: entry.seq };
    yield detailsRead(entry.seq);
  }
}

/** One draft or entry for each event whose tellings change. */
function findEvents({ entries, sightings }: Acceptance, view: PortfolioView): readonly EntryDraft[] {
  const seqs = new Set<number>();
  for (const { entry, leaves } of sightings) {
    if (entry !== undefined && 'seq' in entry) seqs.add(entry.seq);
    if (leaves !== undefined) seqs.add(leaves);
  }
  for (const { reverses } of entries) if (reverses !== undefined) seqs.add(reverses);
  const known = [...seqs].flatMap((seq) => view.get({ kind: 'entry', seq })?.entry ?? []);
  const events: EntryDraft[] = [];
  for (const event of [...entries, ...known]) {
    if (matchesOfDraft(event) === undefined || event.legs.length === 0) continue;
    if (!events.some((other) => isSameEvent(other, event))) events.push(event);
  }
  return events;
}

function isSameEvent(left: EntryDraft, right: EntryDraft): boolean {
  return (
    left.identity !== undefined &&
    left.identity === right.identity &&
    left.date === right.date &&
    left.subject === right.subject &&
    changeSameUnits(left.legs, right.legs)
  );
}

function equalsOf(event: EntryDraft, view: PortfolioView): readonly Candidate[] {
  const read = matchesOfDraft(event);
  if (read === undefined) return [];
  return view.get(read).filter(({ live, entry }) => live && isSameEvent(entry, event));
}

/** A new entry whose equals, if there are any, come from its own source: nobody says anything else about them. */
function isToldByOne({ entries, sightings }: Acceptance, event: EntryDraft, view: PortfolioView): boolean {
  if (entries.some(({ reverses }) => reverses !== undefined)) return false;
  if (sightings.some(({ entry, leaves }) => leaves !== undefined || entry === undefined || 'seq' in entry))
    return false;
  const sources = new Set(sightings.length === 0 ? [commandSource] : sightings.map(({ source }) => source));
  for (const { entry, claims } of equalsOf(event, view)) {
    for (const claim of claims) sources.add(claim);
    if (!entry.fromFact) sources.add(commandSource);
  }
  return sources.size === 1;
}

function membersOf(
  event: EntryDraft,
  acceptance: Acceptance,
  view: PortfolioView,
  told: EntryDetails | undefined,
): readonly Member[] {
  const gone = new Set(acceptance.entries.map(({ reverses }) => reverses));
  const kept = equalsOf(event, view)
    .filter(({ entry }) => !gone.has(entry.seq))
    .map(({ entry }) => readMember(entry, acceptance, view, told));
  const added = acceptance.entries.flatMap((draft, index) =>
    isSameEvent(draft, event) ? [readNewMember(draft, index, acceptance, view)] : [],
  );
  return [...kept, ...added];
}

function settleEvent(acceptance: Acceptance, members: readonly Member[], view: PortfolioView): Acceptance {
  let settled = acceptance;
  for (const [member, wanted] of assign(members)) settled = settleMember(settled, member, wanted, view);
  return settled;
}

/** Every entry gets one of the details that count, its present ones if they are among them. */
function assign(members: readonly Member[]): ReadonlyMap<Member, EntryDetails> {
  const free = [...findDetails(members.flatMap(({ tellings }) => tellings))];
  const assigned = new Map<Member, EntryDetails>();
  const take = (member: Member, like: EntryDetails | undefined): void => {
    const index = like === undefined ? 0 : free.findIndex((details) => areSameDetails(details, like));
    const [details] = index < 0 ? [] : free.splice(index, 1);
    if (details !== undefined) assigned.set(member, details);
  };
  const told = members.filter(({ tellings }) => tellings.length > 0);
  for (const like of ['current', 'own', undefined] as const)
    for (const member of told) if (!assigned.has(member)) take(member, like && member[like]);
  for (const member of members) if (!assigned.has(member)) assigned.set(member, member.own);
  return assigned;
}

function settleMember(
  settled: Acceptance,
  member: Member,
  wanted: EntryDetails,
  view: PortfolioView,
): Acceptance {
  const { seq, own, current, restatement, claims } = member;
  if (areSameDetails(wanted, current)) {
    if (!member.areClaimsChanged) return settled;
    return { ...settled, records: [...settled.records, recordDetails(seq, claims, restatement?.seq)] };
  }
  const consequences = [...settled.consequences];
  if (restatement !== undefined) consequences.push(draftReversal(restatement));
  const restatedBy = areSameDetails(wanted, own)
    ? undefined
    : view.nextSeq + settled.entries.length + consequences.length;
  if (restatedBy !== undefined) consequences.push(draftRestatement(member, wanted));
  const restated = {
    entry_id: toEntryId(seq),
    ...encodeDetails(wanted),
    ...(restatedBy === undefined ? {} : { restated_by: toEntryId(restatedBy) }),
  };
  return {
    ...settled,
    consequences,
    records: [...settled.records, recordDetails(seq, claims, restatedBy)],
    result: { ...settled.result, restated: [...restatedIn(settled), restated] },
  };
}

function restatedIn({ result }: Acceptance): readonly JsonValue[] {
  const { restated = [] } = result;
  return isJsonArray(restated) ? restated : [];
}

/** The entry with other details, at its date. It moves no cash and no units. */
function draftRestatement({ seq, entry }: Member, details: EntryDetails): EntryDraft {
  const { date, instant, subject, account, legs } = withDetails(entry, details);
  return {
    kind: 'reclassification',
    date,
    ...(instant === undefined ? {} : { instant }),
    ...(subject === undefined ? {} : { subject }),
    ...(account === undefined ? {} : { account }),
    postings: postingsBetween(entry, details),
    legs,
    sets: [],
    restates: seq,
    flags: [],
  };
}

/** What restates an entry goes with it. */
function takeBackRestatements(acceptance: Acceptance, view: PortfolioView): Acceptance {
  const consequences = [...acceptance.consequences];
  const records = [...acceptance.records];
  for (const { reverses } of acceptance.entries) {
    const restatement = reverses === undefined ? undefined : findRestatement(reverses, view);
    if (reverses === undefined || restatement === undefined) continue;
    consequences.push(draftReversal(restatement));
    records.push(recordDetails(reverses, claimsKept(reverses, view), undefined));
  }
  return { ...acceptance, consequences, records };
}
