/**
 * One row of a CSV file with a mapping.
 *
 * Signs: what a type says and what a minus says must agree. Money that leaves may have a minus or not, as the whole
 * file does; a charge with the other sign is a refund; dividends and interest may be negative and stay so. Everything
 * else with a minus is a problem.
 */
import { Decimal } from '../../../money/decimal.ts';
import { typeOf } from '../amount-signs.ts';
import type { AmountSigns } from '../amount-signs.ts';
import { typeKey } from '../column-mapping.ts';
import type { ColumnMapping, MappedType } from '../column-mapping.ts';
import { toFileRow, toTold } from '../file-row.ts';
import type { FileRow, FormatOptions, RowEvent } from '../format.ts';
import { isAmountProblem, readAmount } from '../read-amount.ts';
import type { ReadDate } from '../read-date.ts';
import {
  isZeroBesidePrice,
  toCash,
  toDividend,
  toExisting,
  toFee,
  toInterest,
  toReturnOfCapital,
  toSplit,
  toTrade,
} from '../row-events.ts';
import type { RowParts } from '../row-events.ts';
import type { RowReader } from '../row-reader.ts';
import { readSplitRatio, toSplitRatio } from '../split-ratio.ts';

export interface MappedFile {
  readonly mapping: ColumnMapping;
  readonly signs: AmountSigns;
  readonly options: FormatOptions;
}

export function readMappedRow(reader: RowReader, file: MappedFile): FileRow | 'left_out' | undefined {
  const { mapping, options } = file;
  const type = typeOf(reader, mapping);
  if (type === 'ignore') return 'left_out';
  if (type === undefined) refuseType(reader, mapping);
  const printed = readDateAndTime(reader, file);
  const currency = reader.currency('currency', mapping.defaultCurrency ?? options.currency);
  const instrument = reader.instrument('instrument');
  const account = reader.text('account');
  const units = reader.amount('units', mapping);
  const price = reader.amount('price', mapping);
  const fee = reader.amount('fee', mapping);
  const amount = reader.amount('amount', mapping);
  const withheld = reader.amount('withheld', mapping);
  const id = reader.text('id');
  const cancels = reader.text('cancels');
  if (printed === undefined || type === undefined) return undefined;

  const { date, time, instant } = printed;
  const parts = {
    date,
    instant,
    account: account ?? options.account,
    currency,
    instrument,
    units: type === 'sell' ? units?.abs() : units,
    price,
    fee: (file.signs.fees === 'negative' ? fee?.negated() : fee) ?? Decimal.zero,
    amount,
  };
  const printedType = reader.peek('type') === '' ? undefined : typeKey(reader.peek('type'));
  const printedCurrency = reader.peek('currency') === '' ? undefined : currency;
  const amounts = { units, price, fee, amount, withheld, ratio: reader.text('ratio') };
  const isPending = mapping.pending.has(typeKey(reader.text('status') ?? ''));
  const told = toTold({
    date,
    time,
    type: printedType,
    instrument,
    ...amounts,
    currency: printedCurrency,
    account,
    cancels,
    // Once posted, a row is told differently: the same words would be taken for the pending row seen again.
    status: isPending ? 'pending' : undefined,
  });
  if (cancels !== undefined || type === 'cancel') return toCancel(reader, { told, id, cancels });
  const event = toEvent(reader, { type, parts, withheld: withheld ?? Decimal.zero, file });
  return toFileRow(reader, { sourceId: id, told, event: isPending ? asPending(event) : event });
}

function refuseType(reader: RowReader, mapping: ColumnMapping): void {
  const text = reader.requiredText('type');
  if (text === undefined) return;
  const known = [...mapping.types.keys()].slice(0, typesShownMax).join(', ');
  reader.refuse(
    'unknown_type',
    'type',
    `The mapping does not say what ${JSON.stringify(text)} means. Add it to types; known are ${known}.`,
  );
}

/** Words that a message repeats. */
const typesShownMax = 30;

function readDateAndTime(reader: RowReader, { mapping, options }: MappedFile): ReadDate | undefined {
  const style = { order: mapping.dateFormat, zone: options.zone ?? 'UTC' };
  const printed = reader.date('date', style);
  if (printed === undefined || reader.peek('time') === '') return printed;
  if (printed.time === undefined) return reader.time('time', printed.date, style);
  return reader.refuse(
    'two_times',
    'time',
    'The date column has a time of its own. Leave the column of the time out of the mapping.',
  );
}

/** Without a column that names the row to take back, a row of the type `cancel` bears the id of that row as its own. */
function toCancel(
  reader: RowReader,
  row: {
    readonly told: FileRow['told'];
    readonly id: string | undefined;
    readonly cancels: string | undefined;
  },
): FileRow | undefined {
  const { told, id, cancels } = row;
  const target = cancels ?? id;
  if (target === undefined) {
    return reader.refuse(
      'missing_field',
      'cancels',
      'The row takes another one back but does not say which. Map the column with the id of that row as cancels or id.',
    );
  }
  return toFileRow(reader, {
    sourceId: cancels === undefined ? undefined : id,
    told,
    event: { kind: 'cancel', cancels: target },
  });
}

function asPending(event: RowEvent | undefined): RowEvent | undefined {
  return event?.kind === 'fact' ? { kind: 'pending', fact: event.fact } : event;
}

interface MappedRow {
  /** Neither `cancel` nor `ignore`, which are settled before. */
  readonly type: Exclude<MappedType, 'cancel' | 'ignore'>;
  readonly parts: RowParts;
  /** As printed. */
  readonly withheld: Decimal;
  readonly file: MappedFile;
}

function toEvent(reader: RowReader, row: MappedRow): RowEvent | undefined {
  const { type, parts } = row;
  const isCharge = type === 'fee' || type === 'tax';
  const isIncome = type === 'dividend' || type === 'drip' || type === 'interest';
  if (parts.units?.isNegative() === true) refuseSign(reader, 'units');
  if (parts.price?.isNegative() === true && !isIncome) refuseSign(reader, 'price');
  if (parts.fee.isNegative() && !isCharge) refuseSign(reader, 'fee');
  if (type !== 'split' && isZeroBesidePrice(parts)) {
    reader.refuse(
      'zero_amount',
      'amount',
      'The amount is 0, but units × price is not. Leave the amount blank or out of the mapping if units × price is what moved.',
    );
  }
  if (!row.withheld.isZero() && type !== 'dividend' && type !== 'drip') {
    reader.refuse(
      'unexpected_withheld',
      'withheld',
      `Tax can be withheld from a dividend only, and this row is of the type ${type}. Give the tax a row of its own.`,
    );
  }
  return reader.failed ? undefined : toEventByType[type](reader, row);
}

const toEventByType = {
  buy: (reader, row) => withLeaving(reader, row, (parts) => toTrade(parts, 'buy')),
  sell: (_reader, { parts }) => toTrade(parts, 'sell'),
  deposit: (reader, row) => withArriving(reader, row, (parts) => toCash(parts, 'in')),
  withdrawal: (reader, row) =>
    hasFee(reader, row) ? undefined : withLeaving(reader, row, (parts) => toCash(parts, 'out')),
  dividend: (reader, row) => toIncome(reader, row, 'paid'),
  drip: (reader, row) =>
    row.parts.amount?.isNegative() === true
      ? refuseSign(reader, 'amount')
      : toIncome(reader, row, 'reinvested'),
  interest: (reader, row) => (hasFee(reader, row) ? undefined : toInterest(row.parts)),
  fee: toCharge,
  tax: toCharge,
  split: toSplitEvent,
  return_of_capital: (reader, row) => withArriving(reader, row, toReturnOfCapital),
  existing: (reader, row) => withArriving(reader, row, toExisting),
} satisfies Record<MappedRow['type'], (reader: RowReader, row: MappedRow) => RowEvent | undefined>;

/** Takes the minus off money that leaves, in a file that writes one. */
function withLeaving(
  reader: RowReader,
  row: MappedRow,
  build: (parts: RowParts) => RowEvent,
): RowEvent | undefined {
  const { amount } = row.parts;
  if (amount === undefined) return build(row.parts);
  const left = row.file.signs.amounts === 'signed' ? amount.negated() : amount;
  if (!left.isNegative()) return build({ ...row.parts, amount: left });
  return reader.refuse(
    'wrong_sign',
    'amount',
    `Money leaves with this type of row, but the amount ${amount.toString()} says the opposite of most other rows. Check the type and the amount.`,
  );
}

/** For money and units that come in free of charge. */
function withArriving(
  reader: RowReader,
  row: MappedRow,
  build: (parts: RowParts) => RowEvent,
): RowEvent | undefined {
  if (hasFee(reader, row)) return undefined;
  return row.parts.amount?.isNegative() === true ? refuseSign(reader, 'amount') : build(row.parts);
}

function hasFee(reader: RowReader, { type, parts }: MappedRow): boolean {
  if (parts.fee.isZero()) return false;
  reader.refuse(
    'unexpected_fee',
    'fee',
    `A fee cannot be booked with the type ${type}. Give it a row of its own.`,
  );
  return true;
}

/** What was withheld has the sign of the dividend, so that taking a dividend back takes its tax back too. */
function toIncome(reader: RowReader, row: MappedRow, use: 'paid' | 'reinvested'): RowEvent | undefined {
  const { parts, withheld, file } = row;
  const isReversal = (parts.amount ?? parts.price)?.isNegative() === true;
  if (withheld.isNegative() && !isReversal && file.signs.amounts !== 'signed')
    return refuseSign(reader, 'withheld');
  const signed = isReversal ? withheld.abs().negated() : withheld.abs();
  return toDividend(parts, signed.plus(parts.fee), use);
}

function toCharge(reader: RowReader, { type, parts, file }: MappedRow): RowEvent | undefined {
  const feeKind = type === 'tax' ? 'tax' : 'fee';
  const { amount } = parts;
  if (amount === undefined || amount.isZero())
    return toFee({ ...parts, amount: parts.fee.isZero() ? amount : undefined }, feeKind);
  if (file.signs.amounts !== 'unclear') {
    return toFee({ ...parts, amount: file.signs.amounts === 'signed' ? amount.negated() : amount }, feeKind);
  }
  return reader.refuse(
    'unclear_sign',
    'amount',
    'Some charges have a minus and some have none, and no other row shows which are refunds. Add "amounts": "signed" or "unsigned" to the mapping.',
  );
}

/** A ratio has a column of its own, because the units of a split are new units in one file and added ones in another. */
function toSplitEvent(reader: RowReader, { parts, file }: MappedRow): RowEvent | undefined {
  const text = reader.peek('ratio');
  const decimal = readAmount(text, file.mapping);
  const ratio = isAmountProblem(decimal) ? readSplitRatio(text) : toSplitRatio(decimal);
  if (ratio !== undefined) return toSplit(parts, ratio);
  const found = text === '' ? 'No ratio' : `The ratio ${JSON.stringify(text)}`;
  return reader.refuse(
    'bad_ratio',
    'ratio',
    `${found} is given for a split. Map the column that says how many new units one old unit becomes as ratio: 4 for four-for-one, 0.25 or 1:4 for one-for-four.`,
  );
}

function refuseSign(reader: RowReader, field: 'amount' | 'units' | 'price' | 'fee' | 'withheld'): undefined {
  return reader.refuse(
    'wrong_sign',
    field,
    `The sign of ${reader.peek(field)} does not agree with the type of the row and with the other rows. Check the type and the number.`,
  );
}
