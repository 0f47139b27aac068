import { typeKey } from './column-mapping.ts';
import type { ColumnMapping, MappedType } from './column-mapping.ts';
import type { RowReader } from './row-reader.ts';

/**
 * How a file uses the minus sign. `signed`: money that leaves has a minus. `unsigned`: it has none, and a minus on a
 * charge means a refund. `unclear`: there are only charges, some with a minus and some without.
 */
export interface AmountSigns {
  readonly amounts: 'signed' | 'unsigned' | 'unclear';
  /** The sign that usual fees have in the column of fees. */
  readonly fees: 'negative' | 'positive';
}

/**
 * Finds out from the whole file, because one row cannot tell: a fee of 5.00 is a charge in one file and a refund in
 * the other. Purchases and withdrawals decide, since their money always leaves; where there are none, the charges do
 * if they agree. What the mapping declares wins.
 */
export function findAmountSigns(readers: Iterable<RowReader>, mapping: ColumnMapping): AmountSigns {
  const leaving = { negative: 0, positive: 0 };
  const charges = { negative: 0, positive: 0 };
  const fees = { negative: 0, positive: 0 };
  for (const reader of readers) {
    const type = typeOf(reader, mapping);
    const sign = signOf(reader.peek('amount'));
    if (sign !== undefined && (type === 'buy' || type === 'withdrawal')) leaving[sign] += 1;
    if (sign !== undefined && (type === 'fee' || type === 'tax')) charges[sign] += 1;
    const feeSign = signOf(reader.peek('fee'));
    if (feeSign !== undefined && type !== 'ignore') fees[feeSign] += 1;
  }
  return {
    amounts: mapping.amounts ?? amountsFrom(leaving, charges),
    // A rebate is rarer than a fee.
    fees: fees.negative > fees.positive ? 'negative' : 'positive',
  };
}

/** The meaning of the type column; undefined when the word has none. */
export function typeOf(reader: RowReader, mapping: ColumnMapping): MappedType | undefined {
  const text = reader.peek('type');
  return text === '' ? mapping.defaultType : mapping.types.get(typeKey(text));
}

interface SignCounts {
  readonly negative: number;
  readonly positive: number;
}

/** A purchase that differs from most is the odd one, and is refused where it stands. Among charges it may be a refund. */
function amountsFrom(leaving: SignCounts, charges: SignCounts): AmountSigns['amounts'] {
  if (leaving.negative + leaving.positive > 0)
    return leaving.negative >= leaving.positive ? 'signed' : 'unsigned';
  if (charges.negative > 0 && charges.positive > 0) return 'unclear';
  return charges.negative > 0 ? 'signed' : 'unsigned';
}

/** The sign of a number, before it is known to be one; undefined for zero and blank. */
function signOf(text: string): 'negative' | 'positive' | undefined {
  if (!/[1-9]/.test(text)) return undefined;
  return text.startsWith('-') ? 'negative' : 'positive';
}
