/**
 * Positions with cost, lots and gains, folded from the journal. What was folded before is kept per instrument in the
 * store (a cache that may be lost at any time), so that a question folds only what came since.
 */
import { loadFact, loadFacts, type Answers, type StoreScript } from '../engine/store-protocol.ts';
import { type Entry, liveEntries } from '../ledger/entry.ts';
import { entryOrder } from '../ledger/entry-order.ts';
import { decodeFoldState, encodeFoldState, type FoldState } from '../ledger/fold-state.ts';
import type { Instrument } from '../ledger/instrument.ts';
import { isJsonObject, type JsonObject } from '../ledger/json-value.ts';
import type { PortfolioName, PortfolioSettings } from '../ledger/portfolio.ts';
import type { Position, RealizedGain } from '../ledger/position.ts';
import { foldPositions } from '../ledger/position-fold.ts';
import { isWithin, type TimeBounds } from './load-entries.ts';

/** A fold is worth keeping when it took at least this many entries. */
const cachedEntriesMin = 64;

export interface Folded {
  readonly positions: readonly Position[];
  readonly gains: readonly RealizedGain[];
}

export interface FoldScope {
  readonly portfolio: PortfolioName;
  readonly settings: PortfolioSettings;
  readonly bounds: TimeBounds;
}

/** Every instrument the portfolio ever held, or the one asked for, by name. */
export function* loadInstruments(
  portfolio: PortfolioName,
  only: Instrument | undefined,
): StoreScript<Answers['instruments']> {
  const all = yield* loadFact(portfolio, { kind: 'instruments' });
  return only === undefined ? all : all.filter(({ instrument }) => instrument === only);
}

/** The fold of the whole history within the bounds, gains included. */
export function* foldHistory(scope: FoldScope, instrument: Instrument): StoreScript<Folded> {
  const history = yield* loadFact(scope.portfolio, { kind: 'history', instrument });
  return foldPositions(liveEntries(history.filter((entry) => isWithin(entry, scope.bounds))), scope.settings);
}

/** Positions as they stand now, from the cache and what came since. `lastDate` is the newest date of the instrument. */
export function* foldCurrent(
  scope: FoldScope,
  { instrument, lastDate }: { readonly instrument: Instrument; readonly lastDate: string },
): StoreScript<readonly Position[]> {
  const { portfolio, settings, bounds } = scope;
  if (bounds.knownAt !== undefined || bounds.asOf < lastDate)
    return (yield* foldHistory(scope, instrument)).positions;
  const [stored] = yield* loadFacts([{ portfolio, read: { kind: 'fold_cache', instrument } }]);
  const cache = readCache(stored, settings);
  const since = cache === undefined ? undefined : yield* entriesSince(portfolio, instrument, cache.seq);
  if (cache !== undefined && since !== undefined && since.every((entry) => follows(entry, cache))) {
    const { positions, state } = foldPositions(since, settings, { from: cache.state });
    if (since.length >= cachedEntriesMin) {
      const seq = since.at(-1)?.seq ?? cache.seq;
      yield* keep(scope, instrument, { seq, state, order: lastOrder(since, cache.order) });
    }
    return positions;
  }
  const history = yield* loadFact(portfolio, { kind: 'history', instrument });
  const live = liveEntries(history);
  const { positions, state } = foldPositions(live, settings);
  const seq = history.at(-1)?.seq ?? 0;
  if (history.length >= cachedEntriesMin)
    yield* keep(scope, instrument, { seq, state, order: lastOrder(live, '') });
  return positions;
}

interface Cache {
  readonly seq: number;
  readonly order: string;
  readonly state: FoldState;
}

function readCache(stored: unknown, settings: PortfolioSettings): Cache | undefined {
  if (!isJsonObject(stored)) return undefined;
  const { seq, state } = stored;
  if (typeof seq !== 'number' || state === undefined || !isJsonObject(state)) return undefined;
  const { order, rules, fold } = state;
  if (
    typeof order !== 'string' ||
    rules !== nameRules(settings) ||
    fold === undefined ||
    !isJsonObject(fold)
  ) {
    return undefined;
  }
  return { seq, order, state: decodeFoldState(fold) };
}

function nameRules({ costMethod, feesInCost }: PortfolioSettings): string {
  return `${costMethod} ${feesInCost}`;
}

function* entriesSince(
  portfolio: PortfolioName,
  instrument: Instrument,
  afterSeq: number,
): StoreScript<readonly Entry[]> {
  const limit = Number.MAX_SAFE_INTEGER;
  const found = yield* loadFact(portfolio, {
    kind: 'entries',
    afterSeq,
    limit,
    filter: { subject: instrument },
  });
  return found.map(({ entry }) => entry);
}

/**
 * Can the entry be folded onto the cached state, or would it have to come before something in it? One that takes an
 * entry back or gives it other details changes what was folded.
 */
function follows(entry: Entry, cache: Cache): boolean {
  return entry.reverses === undefined && entry.restates === undefined && entryOrder(entry) >= cache.order;
}

function lastOrder(folded: readonly Entry[], orderBefore: string): string {
  return folded.map(entryOrder).reduce((last, next) => (next > last ? next : last), orderBefore);
}

function* keep(
  { portfolio, settings }: FoldScope,
  instrument: Instrument,
  { seq, order, state: fold }: Cache,
): StoreScript<void> {
  const state: JsonObject = { order, rules: nameRules(settings), fold: encodeFoldState(fold) };
  yield { kind: 'save_fold_cache', portfolio, instrument, cache: { seq, state } };
}
