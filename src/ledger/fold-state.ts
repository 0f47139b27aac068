/**
 * Where a fold has got to: everything a later entry needs to know about the earlier ones, and nothing of the entries
 * themselves. It can be kept as JSON, because every number in it is written out exactly.
 */
import { parseCurrency } from '../money/currency.ts';
import { Decimal } from '../money/decimal.ts';
import { Rational } from '../money/rational.ts';
import { type CalendarDate, parseCalendarDate } from './calendar-date.ts';
import { type Instrument, parseInstrument } from './instrument.ts';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from './json-value.ts';
import { costMethods } from './portfolio.ts';
import { type Lot, type Position, positionKey } from './position.ts';
import type { FoldSettings } from './position-step.ts';

/** Never changed: folding makes a new one, which shares what did not change. */
export interface FoldState {
  /** What it was folded with; undefined before the first entry. It cannot be continued with other settings. */
  readonly settings: FoldSettings | undefined;
  readonly held: ReadonlyMap<Instrument, readonly HeldPosition[]>;
}

/**
 * A position as the fold keeps it. Under average cost its lots cost zero, since only the position as a whole has a cost;
 * `positionsOf` in `position-fold.ts` gives them their shares.
 */
export type HeldPosition = Position;

export function emptyFold(): FoldState {
  return { settings: undefined, held: new Map() };
}

/** What the state holds, in the order of their keys, so that equal states list equal positions in the same order. */
export function heldPositions(state: FoldState): readonly HeldPosition[] {
  return [...state.held.values()]
    .flat()
    .map((position) => ({ position, key: positionKey(position.instrument, position.currency) }))
    .sort((left, right) => (left.key < right.key ? -1 : 1))
    .map(({ position }) => position);
}

/** The state as JSON, with every number exact. Equal states give equal JSON. */
export function encodeFoldState(state: FoldState): JsonObject {
  return {
    form: currentForm,
    settings: state.settings === undefined ? null : { ...state.settings },
    positions: heldPositions(state).map(encodePosition),
  };
}

/**
 * Reads what `encodeFoldState` wrote, to a state that folds on as the one written would have.
 *
 * @throws CorruptFoldStateError when it is something else, or of another form. A cache is then dropped and folded anew.
 */
export function decodeFoldState(json: unknown): FoldState {
  if (!isJsonObject(json)) throw new CorruptFoldStateError('it is not an object');
  if (json['form'] !== currentForm) throw new CorruptFoldStateError(`its form is not ${currentForm}`);
  const held = new Map<Instrument, HeldPosition[]>();
  for (const position of listOf(json['positions']).map(decodePosition)) {
    const others = held.get(position.instrument);
    if (others === undefined) held.set(position.instrument, [position]);
    else others.push(position);
  }
  return { settings: decodeSettings(json['settings']), held };
}

/** A kept fold state cannot be read. It is only a cache: fold the entries again. */
export class CorruptFoldStateError extends Error {
  override readonly name = 'CorruptFoldStateError';

  constructor(reason: string, options?: ErrorOptions) {
    super(`A kept fold state cannot be read because ${reason}. Fold the entries again.`, options);
  }
}

/** Changes whenever the meaning of what is written changes, so that a state kept by another release is not read wrongly. */
const currentForm = 1;

function encodePosition(position: HeldPosition): JsonValue {
  const { instrument, currency, units, cost, realizedGain, income, withheld, fees, lots } = position;
  const numbers = [units, cost, realizedGain, income, withheld, fees].map(String);
  return [instrument, currency, ...numbers, lots.map(encodeLot)];
}

function decodePosition(json: JsonValue): HeldPosition {
  const [instrument, currency, units, cost, realizedGain, income, withheld, fees, lots] = listOf(json);
  return {
    instrument: read(instrument, parseInstrument),
    currency: read(currency, parseCurrency),
    units: read(units, readRational),
    cost: read(cost, readDecimal),
    realizedGain: read(realizedGain, readDecimal),
    income: read(income, readDecimal),
    withheld: read(withheld, readDecimal),
    fees: read(fees, readDecimal),
    lots: listOf(lots).map(decodeLot),
  };
}

function encodeLot({ date, seq, units, cost }: Lot): JsonValue {
  return [date, seq, units.toString(), cost.toString()];
}

function decodeLot(json: JsonValue): Lot {
  const [date, seq, units, cost] = listOf(json);
  if (typeof seq !== 'number' || !Number.isSafeInteger(seq))
    throw new CorruptFoldStateError(`${JSON.stringify(seq)} is not the number of an entry`);
  return {
    date: read<CalendarDate>(date, parseCalendarDate),
    seq,
    units: read(units, readRational),
    cost: read(cost, readDecimal),
  };
}

function decodeSettings(json: JsonValue | undefined): FoldSettings | undefined {
  if (json === null) return undefined;
  const settings = isJsonObject(json) ? json : {};
  const costMethod = costMethods.find((method) => method === settings['costMethod']);
  const feesInCost = settings['feesInCost'];
  if (costMethod === undefined || typeof feesInCost !== 'boolean')
    throw new CorruptFoldStateError('its settings are incomplete');
  return { costMethod, feesInCost };
}

function listOf(json: JsonValue | undefined): readonly JsonValue[] {
  if (json === undefined || !isJsonArray(json)) throw new CorruptFoldStateError('a list is missing');
  return json;
}

function readDecimal(text: string): Decimal {
  return Decimal.of(text);
}

function readRational(text: string): Rational {
  return Rational.parse(text);
}

/** Reads one text. Some parsers say no by throwing, others by answering undefined. */
function read<T>(json: JsonValue | undefined, parse: (text: string) => T | undefined): T {
  if (typeof json !== 'string') throw new CorruptFoldStateError('a text is missing');
  let value: T | undefined;
  try {
    value = parse(json);
  } catch (cause) {
    throw new CorruptFoldStateError(`"${json}" cannot stand where it does`, { cause });
  }
  if (value === undefined) throw new CorruptFoldStateError(`"${json}" cannot stand where it does`);
  return value;
}
