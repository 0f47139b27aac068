/** One of the equal entries whose details are settled together: who tells of it, and what each of them says. */
import type { Acceptance, PortfolioView, SightingDraft } from '../../engine/operation.ts';
import type { SightingState } from '../../engine/sighting.ts';
import {
  type Entry,
  type EntryDraft,
  parseEntryId,
  type RecordChange,
  seqOfEntryId,
  toEntryId,
} from '../../ledger/entry.ts';
import {
  areSameDetails,
  commandSource,
  compareDetails,
  decodeDetails,
  detailsOf,
  type DetailTelling,
  encodeDetails,
  type EntryDetails,
} from '../../ledger/entry-details.ts';
import { isJsonArray, isJsonObject, type JsonValue } from '../../ledger/json-value.ts';

export interface Member {
  readonly seq: number;
  readonly entry: EntryDraft;
  /** What the entry says itself. */
  readonly own: EntryDetails;
  /** What counts until now. */
  readonly current: EntryDetails;
  readonly restatement: Entry | undefined;
  /** One for each source. */
  readonly tellings: readonly DetailTelling[];
  /** What is told otherwise than the entry says itself. */
  readonly claims: readonly Claim[];
  readonly areClaimsChanged: boolean;
}

interface Claim extends DetailTelling {
  readonly sourceId: string;
}

export function detailsRead(seq: number) {
  return { kind: 'record', record: 'details', id: toEntryId(seq) } as const;
}

/** The live entry that restates this one, if there is one. */
export function findRestatement(seq: number, view: PortfolioView): Entry | undefined {
  const named = view.get(detailsRead(seq))?.['restated_by'];
  const id = typeof named === 'string' ? parseEntryId(named) : undefined;
  return id === undefined ? undefined : view.get({ kind: 'entry', seq: seqOfEntryId(id) })?.entry;
}

/** What a source says of an entry that it claims: what was kept of it, or what the entry says itself. */
export function detailsToldBy(
  { source, sourceId }: Pick<SightingDraft, 'source' | 'sourceId'>,
  seq: number,
  view: PortfolioView,
): EntryDetails | undefined {
  const kept = claimsKept(seq, view).find((claim) => claim.source === source && claim.sourceId === sourceId);
  if (kept !== undefined) return kept.details;
  const entry = view.get({ kind: 'entry', seq })?.entry;
  return entry === undefined ? undefined : detailsOf(entry);
}

export function readMember(
  entry: Entry,
  acceptance: Acceptance,
  view: PortfolioView,
  told: EntryDetails | undefined,
): Member {
  const { seq } = entry;
  const own = detailsOf(entry);
  const restatement = findRestatement(seq, view);
  const kept = claimsKept(seq, view);
  const rows = view.get({ kind: 'sightings_of_entry', seq }).filter(isOtherThan(acceptance.sightings));
  const added = acceptance.sightings.filter(
    (row) => row.entry !== undefined && 'seq' in row.entry && row.entry.seq === seq,
  );
  const claims: Claim[] = [
    ...rows.filter(isClaim).map(({ source, sourceId }) => {
      const details = detailsToldBy({ source, sourceId }, seq, view) ?? own;
      return { source, sourceId, details };
    }),
    ...added.filter(isClaim).map((row) => {
      const { source, sourceId, leaves } = row;
      const details = leaves === undefined ? told : detailsToldBy(row, leaves, view);
      return { source, sourceId, details: details ?? own };
    }),
  ];
  const isBooked = [...rows, ...added].some(({ state }) => state === 'booked');
  const byCommand = entry.fromFact || isBooked ? [] : [{ source: commandSource, details: own }];
  const unlike = claims.filter(({ details }) => !areSameDetails(details, own));
  return {
    seq,
    entry,
    own,
    current: restatement === undefined ? own : detailsOf({ ...restatement, kind: entry.kind }),
    restatement,
    tellings: oneOfEach([...claims, ...byCommand]),
    claims: unlike,
    areClaimsChanged: JSON.stringify(encodeClaims(unlike)) !== JSON.stringify(encodeClaims(kept)),
  };
}

/** An entry that is being booked says what is told of it, unless the telling comes from another entry. */
export function readNewMember(
  entry: EntryDraft,
  index: number,
  { sightings }: Acceptance,
  view: PortfolioView,
): Member {
  const own = detailsOf(entry);
  const claims = sightings
    .filter((row) => row.entry !== undefined && 'drafted' in row.entry && row.entry.drafted === index)
    .map(({ source, sourceId, leaves, state }): Claim => {
      const from = state === 'booked' ? undefined : leaves;
      const told = from === undefined ? own : detailsToldBy({ source, sourceId }, from, view);
      return { source, sourceId, details: told ?? own };
    });
  const unlike = claims.filter(({ details }) => !areSameDetails(details, own));
  return {
    seq: view.nextSeq + index,
    entry,
    own,
    current: own,
    restatement: undefined,
    tellings: oneOfEach(claims.length === 0 ? [{ source: commandSource, details: own }] : claims),
    claims: unlike,
    areClaimsChanged: unlike.length > 0,
  };
}

/** The record of an entry. Nothing is kept where everybody says what the entry says. */
export function recordDetails(
  seq: number,
  claims: readonly Claim[],
  restatedBy: number | undefined,
): RecordChange {
  const value = {
    ...(restatedBy === undefined ? {} : { restated_by: toEntryId(restatedBy) }),
    ...(claims.length === 0 ? {} : { told: encodeClaims(claims) }),
  };
  return { kind: 'details', id: toEntryId(seq), value: Object.keys(value).length === 0 ? null : value };
}

export function claimsKept(seq: number, view: PortfolioView): readonly Claim[] {
  const told = view.get(detailsRead(seq))?.['told'];
  if (told === undefined || !isJsonArray(told)) return [];
  return told.filter(isJsonObject).flatMap(({ source, source_id: sourceId, details }) => {
    if (typeof source !== 'string' || typeof sourceId !== 'string') return [];
    return details === undefined || !isJsonObject(details)
      ? []
      : [{ source, sourceId, details: decodeDetails(details) }];
  });
}

function encodeClaims(claims: readonly Claim[]): JsonValue {
  return claims.map(({ source, sourceId, details }) => ({
    source,
    source_id: sourceId,
    details: encodeDetails(details),
  }));
}

function isClaim({ state }: { readonly state: SightingState }): boolean {
  return state === 'booked' || state === 'matched';
}

function isOtherThan(sightings: readonly SightingDraft[]) {
  return ({ source, sourceId }: Pick<SightingDraft, 'source' | 'sourceId'>): boolean =>
    !sightings.some((row) => row.source === source && row.sourceId === sourceId);
}

/** A source that tells of an entry under two ids, as of a pending row and its posting, tells of one event. */
function oneOfEach(tellings: readonly DetailTelling[]): readonly DetailTelling[] {
  const bySource = new Map<string, DetailTelling>();
  for (const { source, details } of tellings) {
    const other = bySource.get(source);
    if (other === undefined || compareDetails(details, other.details) < 0)
      bySource.set(source, { source, details });
  }
  return [...bySource.values()];
}
