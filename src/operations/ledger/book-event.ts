/**
 * How a command about an event is decided, the same for all of them: its date, whether a source has told of it
 * already, whether there is cash and whether there are units. Facts do not come this way (`book-fact.ts`).
 */
import { accept, type Decision, type Given, type PortfolioView, refuse } from '../../engine/operation.ts';
import type { Candidate, Read } from '../../engine/store-protocol.ts';
import { draftEntry } from '../../ledger/draft-entry.ts';
import {
  type EntryDraft,
  type EntryFlag,
  type EntryId,
  isOriginal,
  seqOfEntryId,
  toEntryId,
} from '../../ledger/entry.ts';
import { commandSource, detailsOfFact } from '../../ledger/entry-details.ts';
import type { Fact } from '../../ledger/fact.ts';
import { findCashShortfall } from './check-cash.ts';
import { findUnitsShortfall } from './check-units.ts';
import { refuseFutureDate } from './event-fields.ts';
import { matchesOfDraft } from './fact-candidates.ts';
import { settleDetails } from './settle-details.ts';

/** The refusals that every command about an event may meet, in order of precedence. */
export const eventRefusals = [
  'date_in_future',
  'entry_not_found',
  'possible_duplicate',
  'insufficient_units',
  'insufficient_cash',
] as const;

export type EventRefusal = (typeof eventRefusals)[number];

export interface EventOptions {
  readonly link?: EntryId | undefined;
  readonly again?: boolean;
  readonly flags?: readonly EntryFlag[];
}

/** Books the event, or says why not. */
export function bookEvent(
  fact: Fact,
  view: PortfolioView,
  given: Given,
  options: EventOptions = {},
): Decision<EventRefusal> {
  const future = refuseFutureDate(fact.date, given);
  if (future !== undefined) return future;
  if (options.link !== undefined)
    return settleDetails(linkEvent(options.link, view, given), view, detailsOfFact(fact));
  const event = draftEntry(fact);
  const told = options.again === true ? undefined : findUnclaimedFact(event, view);
  if (told !== undefined) return refuseDuplicate(told);
  const { flags = [] } = options;
  const draft = flags.length === 0 ? event : { ...event, flags };
  return refuseShortfall(draft, view) ?? settleDetails(accept([draft]), view);
}

/** What `bookEvent` looks at. */
export function* readEvent(fact: Fact): Iterable<Read> {
  const event = draftEntry(fact);
  const matches = matchesOfDraft(event);
  if (matches !== undefined) yield matches;
  yield* readDraft(event);
}

/** What applying an entry changes. */
export function* readDraft(draft: EntryDraft): Iterable<Read> {
  for (const { account, currency } of draft.postings) yield { kind: 'balance', account, currency };
  for (const instrument of new Set(draft.legs.map((leg) => leg.instrument)))
    yield { kind: 'units', instrument };
}

/** Refuses what the portfolio does not have, unless it allows shorts or an overdraft. */
export function refuseShortfall(
  draft: EntryDraft,
  view: PortfolioView,
): Decision<'insufficient_units' | 'insufficient_cash'> | undefined {
  if (view.settings.shorts === 'refuse') {
    const short = findUnitsShortfall(view, draft);
    if (short !== undefined) {
      const { date, currency } = short;
      const missing = short.units.negated().toString();
      const message = `At the end of ${date} ${missing} units of ${draft.subject} (in ${currency}) would be missing. Sell fewer, record what is missing first, or allow shorts with set_portfolio.`;
      return refuse('insufficient_units', message, { date, currency, missing });
    }
  }
  if (view.settings.overdraft === 'refuse') {
    const short = findCashShortfall(view, draft);
    if (short !== undefined) {
      const { date, currency } = short;
      const [available, needed] = [short.available.toString(), short.needed.toString()];
      const message = `${needed} ${currency} is needed and ${available} ${currency} is there at the end of ${date}. Deposit first, or allow an overdraft with set_portfolio.`;
      return refuse('insufficient_cash', message, { date, currency, available, needed });
    }
  }
  return undefined;
}

/** A live entry that a source told of, equal to this event, that no command has taken as its own yet. */
function findUnclaimedFact(event: EntryDraft, view: PortfolioView): Candidate | undefined {
  const matches = matchesOfDraft(event);
  if (matches === undefined) return undefined;
  return view
    .get(matches)
    .find(({ live, entry, claims }) => live && entry.fromFact && !claims.includes(commandSource));
}

function refuseDuplicate({ entry, claims }: Candidate): Decision<'possible_duplicate'> {
  const id = toEntryId(entry.seq);
  const sources = claims.join(', ');
  const message = `An equal event of ${entry.date} is in the books already as ${id}, told by ${sources}. Send it with link ${id} if it is the same one, or with again if it is another.`;
  return refuse('possible_duplicate', message, { entry_id: id, date: entry.date, sources: [...claims] });
}

function linkEvent(link: EntryId, view: PortfolioView, given: Given): Decision<'entry_not_found'> {
  const seq = seqOfEntryId(link);
  const found = view.get({ kind: 'entry', seq });
  if (found === undefined || found.reversedBy !== undefined || !isOriginal(found.entry)) {
    return refuse('entry_not_found', `There is no live entry ${link} to link to.`, {
      field: 'link',
      found: link,
    });
  }
  const { entry } = found;
  const claim = { source: commandSource, sourceId: `${link} ${given.at} ${given.actor}` };
  const earlier = view.get({ kind: 'sighting', ...claim });
  return accept([], {
    status: 'matched',
    entrySeq: seq,
    sightings: [
      {
        ...claim,
        revision: earlier.length,
        generation: 0,
        state: 'matched',
        identity: entry.identity,
        told: {},
        entry: { seq },
      },
    ],
  });
}
