import { parseRatio } from '../../ledger/ratio.ts';
import type { Ratio } from '../../ledger/ratio.ts';
import type { Decimal } from '../../money/decimal.ts';
import { Rational } from '../../money/rational.ts';

/**
 * A ratio given as new units per old one, in whole numbers: 4 → 4:1, 0.25 → 1:4, 1.5 → 3:2, 2.406 → 2406:1000.
 * Undefined for what is no split: zero, below zero, or one for one.
 *
 * Splits are announced in small numbers, so the shortest terms are used where they are small or one of them is 1;
 * other decimals keep the digits they were told with.
 */
export function toSplitRatio(ratio: Decimal): Ratio | undefined {
  if (!ratio.isPositive()) return undefined;
  const { numerator, denominator } = Rational.fromDecimal(ratio);
  if (numerator === denominator) return undefined;
  const announced =
    numerator === 1n || denominator === 1n || (numerator <= termMax && denominator <= termMax);
  if (announced) return { newUnits: numerator, oldUnits: denominator };
  return { newUnits: ratio.coefficient, oldUnits: 10n ** BigInt(ratio.scale) };
}

/** Reads `3:2` or `3/2`, new units for old ones. Undefined when it is not that, or no split. */
export function readSplitRatio(text: string): Ratio | undefined {
  return parseRatio(text.replace(/ ?[:/] ?/, ':'));
}

/** The largest term of an announced ratio with two terms above one: 21:20 is usual, 1203:500 is not. */
const termMax = 100n;
