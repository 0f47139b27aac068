/**
 * The activity export of the broker UTrade: `DATE,TYPE,REF #,DESCRIPTION,FEES,AMOUNT,BALANCE`.
 *
 * AMOUNT is what a row did to cash, with the fee of a trade already in it. What was traded stands only in DESCRIPTION.
 * BALANCE is the cash after the row, so that the rows check each other.
 */
import { parseInstrument } from '../../../ledger/instrument.ts';
import type { Instrument } from '../../../ledger/instrument.ts';
import { unreachable } from '../../../ledger/unreachable.ts';
import { Decimal, isDecimalProblem, parseDecimal } from '../../../money/decimal.ts';
import { toFileRow, toTold } from '../file-row.ts';
import type { FileFormat, FileRow, FormatOptions, RowEvent } from '../format.ts';
import { hasLayout, parseCsvRows } from '../parse-csv-rows.ts';
import type { CsvLayout, ReadRow } from '../parse-csv-rows.ts';
import { toCash, toDividend, toTrade } from '../row-events.ts';
import type { RowParts } from '../row-events.ts';
import type { RowReader } from '../row-reader.ts';

export const utrade: FileFormat = {
  name: 'utrade',
  title: 'UTrade activity export (CSV)',
  extensions: ['csv'],
  detect: (text) => hasLayout(text, layout),
  parse: (text, options) => parseCsvRows(text, layout, () => readRowsOf(options)),
};

const layout: CsvLayout = {
  delimiters: [',', ';'],
  columns: [
    { field: 'date', headers: ['DATE'], required: true },
    { field: 'type', headers: ['TYPE'], required: true },
    { field: 'ref', headers: ['REF #'], required: true },
    { field: 'description', headers: ['DESCRIPTION'], required: true },
    { field: 'fee', headers: ['FEES'], required: true },
    { field: 'amount', headers: ['AMOUNT'], required: true },
    { field: 'balance', headers: ['BALANCE'], required: true },
  ],
};

function readRowsOf(options: FormatOptions): ReadRow {
  let balanceBefore: Decimal | undefined;
  const seen = new Map<string, number>();
  return (reader) => {
    const amount = reader.requiredAmount('amount');
    const balance = reader.requiredAmount('balance');
    checkBalance(reader, { before: balanceBefore, amount, after: balance });
    // After a break the printed balance counts, so that one wrong row is one problem.
    balanceBefore = balance;
    const row = readRow(reader, amount, options);
    return row?.sourceId === undefined ? row : { ...row, sourceId: numberReference(seen, row.sourceId) };
  };
}

/**
 * The broker may print one reference on several rows. The running balance shows that each of them moved money, so the
 * second and later ones get ids of their own.
 */
function numberReference(seen: Map<string, number>, reference: string): string {
  const occurrence = (seen.get(reference) ?? 0) + 1;
  seen.set(reference, occurrence);
  return occurrence === 1 ? reference : `${reference} (${occurrence})`;
}

function checkBalance(
  reader: RowReader,
  row: {
    readonly before: Decimal | undefined;
    readonly amount: Decimal | undefined;
    readonly after: Decimal | undefined;
  },
): void {
  const { before, amount, after } = row;
  if (before === undefined || amount === undefined || after === undefined) return;
  const expected = before.plus(amount);
  if (expected.equals(after)) return;
  const message =
    `The balance is ${after.toString()}, but ${before.toString()} before and ${amount.toString()} in this row make ${expected.toString()}. ` +
    'A row is missing, doubled or changed; export the file again, oldest row first.';
  reader.refuse('balance_break', 'balance', message);
}

function readRow(
  reader: RowReader,
  amount: Decimal | undefined,
  options: FormatOptions,
): FileRow | undefined {
  const printed = reader.date('date', { order: 'iso', zone: 'UTC' });
  const type = readType(reader);
  const ref = reader.requiredText('ref');
  const description = reader.requiredText('description');
  const fee = reader.unsignedAmount('fee') ?? Decimal.zero;
  if (printed === undefined || type === undefined || description === undefined || amount === undefined)
    return undefined;

  const parts = { date: printed.date, account: options.account, currency: options.currency, fee };
  const event = toEvent(reader, { parts, type, description, amount });
  // The balance is left out of what is told: it changes with every row that the broker books before this one.
  const told = toTold({ date: printed.date, type, description, fees: fee, amount });
  return toFileRow(reader, { sourceId: ref, told, event });
}

const rowTypes = ['BUY', 'SELL', 'DIV', 'XFER'] as const;
type RowType = (typeof rowTypes)[number];

function readType(reader: RowReader): RowType | undefined {
  const text = reader.requiredText('type')?.toUpperCase();
  const type = rowTypes.find((known) => known === text);
  if (text === undefined || type !== undefined) return type;
  return reader.refuse(
    'unknown_type',
    'type',
    `The type ${JSON.stringify(reader.peek('type'))} is not known. Known are ${rowTypes.join(', ')}.`,
  );
}

interface Printed {
  readonly parts: RowParts;
  readonly type: RowType;
  readonly description: string;
  /** What the row did to cash. */
  readonly amount: Decimal;
}

function toEvent(reader: RowReader, printed: Printed): RowEvent | undefined {
  switch (printed.type) {
    case 'BUY':
      return toPurchase(reader, printed);
    case 'SELL':
      return toSale(reader, printed);
    case 'DIV':
      return toPaidDividend(reader, printed);
    case 'XFER':
      return toFunding(reader, printed);
    default:
      return unreachable(printed.type);
  }
}

function toPurchase(reader: RowReader, { parts, description, amount }: Printed): RowEvent | undefined {
  const traded = readTraded(
    reader,
    /^BOUGHT \+(.+) (\S+) @(\S+)$/.exec(description),
    'BOUGHT +SYMBOL units @price',
  );
  if (amount.isPositive()) {
    return reader.refuse(
      'wrong_sign',
      'amount',
      `A purchase takes cash away, but the amount is ${amount.toString()}. Check the type and the amount.`,
    );
  }
  return traded === undefined ? undefined : toTrade({ ...parts, ...traded, amount: amount.negated() }, 'buy');
}

function toSale(reader: RowReader, { parts, description, amount }: Printed): RowEvent | undefined {
  const pattern = /^SOLD \+(.+) (\S+) @(\S+?)(?: ?\(LOT \S+\))?$/;
  const traded = readTraded(reader, pattern.exec(description), 'SOLD +SYMBOL units @price (LOT price)');
  return traded === undefined ? undefined : toTrade({ ...parts, ...traded, amount }, 'sell');
}

/** AMOUNT is net and nothing is told of tax, so nothing is withheld. A minus takes an earlier dividend back. */
function toPaidDividend(reader: RowReader, { parts, description, amount }: Printed): RowEvent | undefined {
  const name = /^ORDINARY DIVIDEND ?~ ?(.+)$/.exec(description)?.[1];
  const instrument = name === undefined ? undefined : parseInstrument(name);
  if (instrument === undefined) return refuseDescription(reader, 'ORDINARY DIVIDEND~SYMBOL');
  if (!parts.fee.isZero()) return refuseFee(reader, parts.fee, amount);
  return toDividend({ ...parts, instrument, amount }, Decimal.zero, 'paid');
}

/** Any description will do: the type says that money was moved, and the sign says where. */
function toFunding(reader: RowReader, { parts, amount }: Printed): RowEvent | undefined {
  if (!parts.fee.isZero()) return refuseFee(reader, parts.fee, amount);
  if (amount.isZero())
    return reader.refuse(
      'zero_amount',
      'amount',
      'A transfer of nothing has no direction. Remove the row or mend the amount.',
    );
  return toCash({ ...parts, amount: amount.abs() }, amount.isNegative() ? 'out' : 'in');
}

interface Traded {
  readonly instrument: Instrument;
  readonly units: Decimal;
  readonly price: Decimal;
}

function readTraded(reader: RowReader, match: RegExpExecArray | null, pattern: string): Traded | undefined {
  const instrument = parseInstrument(match?.[1] ?? '');
  const units = parseDecimal(match?.[2] ?? '');
  const price = parseDecimal(match?.[3] ?? '');
  if (instrument === undefined || isDecimalProblem(units) || isDecimalProblem(price))
    return refuseDescription(reader, pattern);
  if (units.isNegative() || price.isNegative()) return refuseDescription(reader, pattern);
  return { instrument, units, price };
}

function refuseDescription(reader: RowReader, pattern: string): undefined {
  const found = JSON.stringify(reader.text('description') ?? '');
  return reader.refuse(
    'bad_description',
    'description',
    `${found} does not say what was traded. Expected is "${pattern}".`,
  );
}

function refuseFee(reader: RowReader, fee: Decimal, amount: Decimal): undefined {
  return reader.refuse(
    'unexpected_fee',
    'fee',
    `A fee of ${fee.toString()} cannot be part of the amount ${amount.toString()} of this row. Give the fee a row of its own.`,
  );
}
