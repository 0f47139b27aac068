/** Ten to the power of `exponent`, an integer from zero up. Small powers come from a table, because nearly every operation on amounts needs one. */
export function powerOfTen(exponent: number): bigint {
  return table[exponent] ?? 10n ** BigInt(exponent);
}

/** Twice 38 digits, the widest product of two accepted amounts, fits; a larger power is only slower, not wrong. */
const largestCached = 80;

const table: readonly bigint[] = Array.from(
  { length: largestCached + 1 },
  (_, exponent) => 10n ** BigInt(exponent),
);
