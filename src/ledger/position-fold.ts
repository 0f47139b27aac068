/**
 * Derives positions, lots and realised gains from entries. Nothing of what this returns is ever stored as truth: it can
 * always be folded again.
 *
 * Invariants (tests refer to them by number):
 * 1. The order in which entries are given changes neither positions nor gains, except which of two identical twins gives
 *    its `seq` to a lot or a gain.
 * 2. The units of the lots sum exactly to the units of the position, and their costs to its cost.
 * 3. A position with zero units has a cost of exactly zero and no lots.
 * 4. Of trades with fees in cost: what came in (proceeds − fees) minus what went out (cost + fees) is the realised gains
 *    minus the cost that remains. No money appears or is lost on the way.
 * 5. Average cost and FIFO always agree on units, and on the sum of gains once everything is closed.
 * 6. Folding a beginning, keeping its state as JSON, and folding the rest from there is the same as folding everything.
 *
 * Choices where several would be right: under average cost units leave the oldest lots first, so that lots tell how long
 * the units were held. Cash in lieu takes its fraction from the youngest lots. A return of capital on a short or closed
 * position, and cash in lieu where there is no fraction, are gain as a whole.
 */
import type { Currency } from '../money/currency.ts';
import { Decimal } from '../money/decimal.ts';
import { Rational } from '../money/rational.ts';
import type { Entry } from './entry.ts';
import { inFoldOrder } from './entry-order.ts';
import { emptyFold, type FoldState, type HeldPosition, heldPositions } from './fold-state.ts';
import type { Instrument } from './instrument.ts';
import type { Leg } from './leg.ts';
import { LotQueue, lotsAtAverage } from './lot-queue.ts';
import type { Position, RealizedGain } from './position.ts';
import { applyLeg, type FoldSettings, type LegContext, type PositionDraft } from './position-step.ts';

export {
  CorruptFoldStateError,
  decodeFoldState,
  emptyFold,
  encodeFoldState,
  type FoldState,
} from './fold-state.ts';
export type { FoldSettings } from './position-step.ts';

export interface FoldResult {
  /** In the order of their keys, closed ones included. */
  readonly positions: readonly Position[];
  /** In the order of the fold. */
  readonly gains: readonly RealizedGain[];
  readonly state: FoldState;
}

/**
 * Folds live entries, given in any order. With `from` it goes on from a state; every entry must then come after all
 * those of the state in the order of the fold, and the settings must be those of the state.
 */
export function foldPositions(
  entries: readonly Entry[],
  settings: FoldSettings,
  options: { readonly from?: FoldState } = {},
): FoldResult {
  const run = new FoldRun(options.from ?? emptyFold(), settings);
  for (const entry of inFoldOrder(entries)) run.fold(entry);
  const state = run.finish();
  return { positions: positionsOf(state), gains: run.gains, state };
}

/**
 * Folds one live entry that comes after all those of the state in the order of the fold. The settings must be those of
 * the state. It takes time in proportion to the instruments of the state and the lots of those in the entry.
 */
export function foldEntry(
  state: FoldState,
  entry: Entry,
  settings: FoldSettings,
): { readonly state: FoldState; readonly gains: readonly RealizedGain[] } {
  const run = new FoldRun(state, settings);
  run.fold(entry);
  return { state: run.finish(), gains: run.gains };
}

/** The positions of a state, in the order of their keys, closed ones included. */
export function positionsOf(state: FoldState): readonly Position[] {
  const positions = heldPositions(state);
  if (state.settings?.costMethod !== 'average') return positions;
  return positions.map((position) => ({ ...position, lots: lotsAtAverage(position.lots, position.cost) }));
}

/** One run of the fold. It copies a position when an entry first touches it and from then on works on the copy. */
class FoldRun {
  readonly gains: RealizedGain[] = [];
  readonly #from: FoldState;
  readonly #settings: FoldSettings;
  readonly #drafts = new Map<Instrument, PositionDraft[]>();

  constructor(from: FoldState, settings: FoldSettings) {
    assertSameSettings(from, settings);
    this.#from = from;
    this.#settings = settings;
  }

  fold({ seq, date, legs }: Entry): void {
    const context: LegContext = { seq, date, settings: this.#settings };
    for (const leg of legs) {
      if (leg.kind === 'split') this.#split(leg, context);
      else this.#apply(this.#draftOf(leg.instrument, leg.currency), leg, context);
    }
  }

  /** The state after everything folded so far. */
  finish(): FoldState {
    const held = new Map(this.#from.held);
    for (const [instrument, drafts] of this.#drafts) held.set(instrument, drafts.map(toHeldPosition));
    const { costMethod, feesInCost } = this.#settings;
    return { settings: { costMethod, feesInCost }, held };
  }

  /** A split reaches the positions of every currency, and opens the one that its cash arrives in if there is none. */
  #split(leg: Leg & { readonly kind: 'split' }, context: LegContext): void {
    if (leg.cashInLieu !== undefined) this.#draftOf(leg.instrument, leg.cashInLieu.currency);
    for (const position of this.#draftsOf(leg.instrument)) this.#apply(position, leg, context);
  }

  #apply(position: PositionDraft, leg: Leg, context: LegContext): void {
    const gain = applyLeg(position, leg, context);
    if (gain !== undefined) this.gains.push(gain);
  }

  #draftOf(instrument: Instrument, currency: Currency): PositionDraft {
    const drafts = this.#draftsOf(instrument);
    let draft = drafts.find((candidate) => candidate.currency === currency);
    if (draft === undefined) {
      draft = openDraft(instrument, currency, this.#settings);
      drafts.push(draft);
    }
    return draft;
  }

  #draftsOf(instrument: Instrument): PositionDraft[] {
    let drafts = this.#drafts.get(instrument);
    if (drafts === undefined) {
      drafts = (this.#from.held.get(instrument) ?? []).map((position) => toDraft(position, this.#settings));
      this.#drafts.set(instrument, drafts);
    }
    return drafts;
  }
}

/** Cost counted one way means nothing to the other, so going on with other settings would be silently wrong. */
function assertSameSettings({ settings }: FoldState, wanted: FoldSettings): void {
  if (settings === undefined) return;
  if (settings.costMethod === wanted.costMethod && settings.feesInCost === wanted.feesInCost) return;
  throw new Error('A fold cannot go on with other settings than it began with. Fold all entries again.');
}

function openDraft(instrument: Instrument, currency: Currency, { costMethod }: FoldSettings): PositionDraft {
  return {
    instrument,
    currency,
    lots: new LotQueue(costMethod, []),
    units: Rational.zero,
    cost: Decimal.zero,
    realizedGain: Decimal.zero,
    income: Decimal.zero,
    withheld: Decimal.zero,
    fees: Decimal.zero,
  };
}

function toDraft(position: HeldPosition, { costMethod }: FoldSettings): PositionDraft {
  return { ...position, lots: new LotQueue(costMethod, position.lots) };
}

function toHeldPosition(draft: PositionDraft): HeldPosition {
  return { ...draft, lots: draft.lots.toArray() };
}
