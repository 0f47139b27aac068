/**
 * The activities CSV of Wealthfolio. The type says which way money moves, and amounts are magnitudes. `amount`, where
 * it is given, is the money that moved in all, with fees in it; otherwise it is quantity × unit price and the fee.
 */
import { Decimal } from '../../../money/decimal.ts';
import { toFileRow, toTold } from '../file-row.ts';
import type { FileFormat, FileRow, FormatOptions, RowEvent } from '../format.ts';
import { hasLayout, parseCsvRows } from '../parse-csv-rows.ts';
import type { CsvLayout } from '../parse-csv-rows.ts';
import {
  isZeroBesidePrice,
  toCash,
  toDividend,
  toExisting,
  toFee,
  toInterest,
  toSplit,
  toTrade,
} from '../row-events.ts';
import type { RowParts } from '../row-events.ts';
import type { RowReader } from '../row-reader.ts';
import { readSplitRatio, toSplitRatio } from '../split-ratio.ts';

export const wealthfolio: FileFormat = {
  name: 'wealthfolio',
  title: 'Wealthfolio activities (CSV)',
  extensions: ['csv'],
  detect: (text) => hasLayout(text, layout),
  parse: (text, options) => parseCsvRows(text, layout, () => (reader) => readRow(reader, options)),
};

/**
 * The instrument's type and the exchange rate are not read: Wealthfolio adds them later from its own sources, and a row
 * that gained one is still the same row.
 */
const layout: CsvLayout = {
  delimiters: [',', ';'],
  columns: [
    { field: 'date', headers: ['date'], required: true },
    { field: 'symbol', headers: ['symbol'], required: true },
    { field: 'quantity', headers: ['quantity'], required: true },
    { field: 'activityType', headers: ['activityType'], required: true },
    { field: 'unitPrice', headers: ['unitPrice'], required: true },
    { field: 'currency', headers: ['currency'], required: false },
    { field: 'fee', headers: ['fee'], required: false },
    { field: 'amount', headers: ['amount'], required: false },
    { field: 'subtype', headers: ['subtype'], required: false },
  ],
};

const activityTypes = [
  'BUY',
  'SELL',
  'DIVIDEND',
  'DEPOSIT',
  'WITHDRAWAL',
  'INTEREST',
  'FEE',
  'TAX',
  'SPLIT',
  'TRANSFER_IN',
  'TRANSFER_OUT',
] as const;
type ActivityType = (typeof activityTypes)[number];

/** Kinds of income that arrive as units of something, which a row of cash would book wrongly. */
const unsupportedSubtypes = ['DIVIDEND_IN_KIND', 'STAKING_REWARD', 'STOCK_DIVIDEND'];

function readRow(reader: RowReader, options: FormatOptions): FileRow | undefined {
  const printed = reader.date('date', { order: 'iso', zone: options.zone ?? 'UTC' });
  const type = readType(reader);
  const subtype = readSubtype(reader);
  const currency = reader.currency('currency', options.currency);
  const symbol = reader.instrument('symbol');
  const units = reader.unsignedAmount('quantity');
  const price = reader.unsignedAmount('unitPrice');
  const fee = reader.unsignedAmount('fee') ?? Decimal.zero;
  // A ratio such as 3:2 is no amount; `toSplitEvent` reads it.
  const amount =
    type === 'SPLIT' && reader.peek('amount').includes(':') ? undefined : reader.amount('amount');
  if (printed === undefined || type === undefined) return undefined;

  const { date, time, instant } = printed;
  // Wealthfolio writes movements of cash under a symbol such as $CASH-USD.
  const instrument = symbol?.startsWith('$CASH') === true ? undefined : symbol;
  const parts = { date, instant, account: options.account, currency, instrument, units, price, fee, amount };
  const event = toEvent(reader, { type, subtype, parts });
  const told = toTold({
    date,
    time,
    type,
    subtype,
    symbol,
    currency: reader.peek('currency') === '' ? undefined : currency,
    quantity: units,
    unitPrice: price,
    fee,
    amount: amount ?? reader.text('amount'),
  });
  return toFileRow(reader, { told, event });
}

function readType(reader: RowReader): ActivityType | undefined {
  const text = reader.requiredText('activityType')?.toUpperCase().replace(/[ -]/g, '_');
  const type = activityTypes.find((known) => known === text);
  if (text === undefined || type !== undefined) return type;
  return reader.refuse(
    'unknown_type',
    'activityType',
    `The type ${JSON.stringify(reader.peek('activityType'))} is not known. Known are ${activityTypes.join(', ')}.`,
  );
}

function readSubtype(reader: RowReader): string | undefined {
  const subtype = reader.text('subtype')?.toUpperCase();
  if (subtype === undefined || !unsupportedSubtypes.includes(subtype)) return subtype;
  return reader.refuse(
    'unsupported_subtype',
    'subtype',
    `${subtype} brings units instead of cash and cannot be read from a file yet. Remove the row and record the units as an existing position.`,
  );
}

interface Activity {
  readonly type: ActivityType;
  readonly subtype: string | undefined;
  readonly parts: RowParts;
}

const toEventByType = {
  BUY: (_reader, { parts }) => toTrade(withoutMinus(parts), 'buy'),
  SELL: (_reader, { parts }) => toTrade(parts, 'sell'),
  DIVIDEND: (reader, { parts, subtype }) => {
    const isReversal = parts.amount?.isNegative() === true;
    if (subtype !== 'DRIP') return toDividend(parts, parts.fee, 'paid');
    return isReversal ? refuseMinus(reader) : toDividend(parts, parts.fee, 'reinvested');
  },
  DEPOSIT: (reader, { parts }) => toCashMove(reader, parts, 'in'),
  WITHDRAWAL: (reader, { parts }) => toCashMove(reader, parts, 'out'),
  INTEREST: (_reader, { parts }) => toInterest(parts),
  FEE: (reader, { parts }) => toCharge(reader, parts, 'fee'),
  TAX: (reader, { parts }) => toCharge(reader, parts, 'tax'),
  SPLIT: toSplitEvent,
  TRANSFER_IN: (reader, { parts }) => {
    if (parts.instrument === undefined) return toCashMove(reader, parts, 'in');
    if (!parts.fee.isZero()) return refuseFee(reader, parts.fee);
    if (parts.amount?.isNegative() === true) return refuseMinus(reader);
    // No cash moves; the units had cost what the price says, and the amount is that only where no price is given.
    return toExisting(parts.price === undefined ? parts : { ...parts, amount: undefined });
  },
  TRANSFER_OUT: (reader, { parts }) => {
    if (parts.instrument === undefined) return toCashMove(reader, parts, 'out');
    return reader.refuse(
      'unsupported_type',
      'activityType',
      `TRANSFER_OUT of ${parts.instrument} moves units out without a sale, which cannot be read from a file. Remove the row and set the holding instead.`,
    );
  },
} satisfies Record<ActivityType, (reader: RowReader, activity: Activity) => RowEvent | undefined>;

function toEvent(reader: RowReader, activity: Activity): RowEvent | undefined {
  const { type, parts } = activity;
  if (type !== 'SPLIT' && isZeroBesidePrice(parts)) {
    return reader.refuse(
      'zero_amount',
      'amount',
      'The amount is 0, but quantity × unit price is not. Leave the amount blank if quantity × unit price is what moved.',
    );
  }
  return toEventByType[type](reader, activity);
}

/** Charges stand in `amount` or in `fee`. A minus may be a spelling or a refund, and nothing in the file says which. */
function toCharge(reader: RowReader, parts: RowParts, feeKind: 'fee' | 'tax'): RowEvent | undefined {
  if (parts.amount?.isNegative() === true) return refuseMinus(reader);
  return toFee(parts.amount?.isZero() === true ? { ...parts, amount: undefined } : parts, feeKind);
}

function toCashMove(reader: RowReader, parts: RowParts, direction: 'in' | 'out'): RowEvent | undefined {
  if (!parts.fee.isZero()) return refuseFee(reader, parts.fee);
  if (direction === 'in' && parts.amount?.isNegative() === true) return refuseMinus(reader);
  return toCash(withoutMinus(parts), direction);
}

/** The ratio is new units for each old one. It stands in `amount`, or in `quantity` where that is blank. */
function toSplitEvent(reader: RowReader, { parts }: Activity): RowEvent | undefined {
  const field = reader.peek('amount') === '' ? 'quantity' : 'amount';
  const decimal = field === 'amount' ? parts.amount : parts.units;
  const ratio = decimal === undefined ? readSplitRatio(reader.peek(field)) : toSplitRatio(decimal);
  if (ratio !== undefined) return toSplit(parts, ratio);
  const found = reader.peek(field) === '' ? 'No ratio' : `The ratio ${reader.peek(field)}`;
  return reader.refuse(
    'bad_ratio',
    field,
    `${found} is given for a split. Write how many new units one old unit becomes: 4 for four-for-one, 0.25 or 1:4 for one-for-four.`,
  );
}

/** Some files write money that leaves with a minus, which says nothing more than the type does. */
function withoutMinus(parts: RowParts): RowParts {
  return parts.amount === undefined ? parts : { ...parts, amount: parts.amount.abs() };
}

function refuseMinus(reader: RowReader): undefined {
  return reader.refuse(
    'wrong_sign',
    'amount',
    `The amount ${reader.peek('amount')} is below zero, which this type of activity cannot be. Check the type and the amount.`,
  );
}

function refuseFee(reader: RowReader, fee: Decimal): undefined {
  return reader.refuse(
    'unexpected_fee',
    'fee',
    `A fee of ${fee.toString()} cannot be booked with this type of activity. Give it a row of its own with the type FEE.`,
  );
}
