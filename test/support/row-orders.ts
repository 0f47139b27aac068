/** Orders in which rows may arrive. */
import type { SeededRandom } from './seeded-random.ts';

/** Every order of the rows: 720 for six. */
export function* everyOrder<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  if (rows.length < 2) yield rows;
  for (const [index, first] of rows.length < 2 ? [] : rows.entries()) {
    for (const others of everyOrder(rows.toSpliced(index, 1))) yield [first, ...others];
  }
}

/** Random orders in which about every third row arrives twice, anywhere. */
export function* randomOrders<Row>(
  rows: readonly Row[],
  count: number,
  random: SeededRandom,
): Generator<readonly Row[]> {
  for (let turn = 0; turn < count; turn += 1) {
    const repeated = rows.filter(() => random.below(3) === 0);
    yield random.shuffle([...rows, ...repeated]);
  }
}
