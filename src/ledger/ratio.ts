/** New units for old ones, both positive whole numbers and not equal. */
export interface Ratio {
  readonly newUnits: bigint;
  readonly oldUnits: bigint;
}

const pattern = /^(\d{1,18})(?:\.(\d{1,18}))?:(\d{1,18})(?:\.(\d{1,18}))?$/;

/** Reads `4:1` or `2.406:1` (as 2406:1000). Undefined for 0, negative, one-for-one or anything else. */
export function parseRatio(text: string): Ratio | undefined {
  const match = pattern.exec(text);
  if (match === null) return undefined;
  const [, newWhole = '', newFraction = '', oldWhole = '', oldFraction = ''] = match;
  const scale = Math.max(newFraction.length, oldFraction.length);
  const newUnits = BigInt(newWhole + newFraction.padEnd(scale, '0'));
  const oldUnits = BigInt(oldWhole + oldFraction.padEnd(scale, '0'));
  if (newUnits === 0n || oldUnits === 0n || newUnits === oldUnits) return undefined;
  return { newUnits, oldUnits };
}

/** The ratio in lowest terms, so that 2:1 and 4:2 compare as the same split. */
export function reduceRatio({ newUnits, oldUnits }: Ratio): Ratio {
  let [left, right] = [newUnits, oldUnits];
  while (right !== 0n) [left, right] = [right, left % right];
  return { newUnits: newUnits / left, oldUnits: oldUnits / left };
}
