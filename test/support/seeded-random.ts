export interface SeededRandom {
  /** A whole number from 0 up to but not including `limit`. */
  readonly below: (limit: number) => number;
  readonly pick: <Item>(items: readonly Item[]) => Item;
  readonly shuffle: <Item>(items: readonly Item[]) => readonly Item[];
}

/** The same numbers for the same seed on every machine, so that a failure can be played again. */
export function openRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  // A 32-bit linear congruential generator; its high bits are good enough to draw cases with.
  const below = (limit: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[below(items.length)];
    if (item === undefined) throw new Error('There is nothing to draw from');
    return item;
  };
  const shuffle = <Item>(items: readonly Item[]): readonly Item[] => {
    const shuffled = [...items];
    for (let end = shuffled.length - 1; end > 0; end -= 1) {
      const other = below(end + 1);
      const [left, right] = [shuffled[end], shuffled[other]];
      if (left === undefined || right === undefined) continue;
      shuffled[end] = right;
      shuffled[other] = left;
    }
    return shuffled;
  };
  return { below, pick, shuffle };
}
