/** Brings one set of facts into books in many orders and compares what the books say. */
import {
  arrive,
  type ArrivedBooks,
  askPositions,
  type OpenBooks,
  type PositionReader,
  waysOfKeeping,
} from './fact-orders.ts';
import type { FactRow, FactSet } from './random-fact-sets.ts';
import type { SeededRandom } from './seeded-random.ts';

/** What happened on the way, to show that the comparison was not empty. */
export interface OrderTally {
  orders: number;
  matched: number;
  restated: number;
  repeated: number;
  withdrawnAfter: number;
  withdrawnBefore: number;
  /** Orders in which something was held, which are not compared. */
  held: number;
}

export interface ComparedHow {
  readonly random: SeededRandom;
  readonly read?: PositionReader;
  /** The numbers of rows per transaction to choose from; alone, a few, or all of them unless others are given. */
  readonly together?: readonly number[];
  /** Every second order, roughly, is watched while it arrives. */
  readonly isWatched?: boolean;
  /** Opens empty books; in memory when it is not given. */
  readonly open?: OpenBooks;
}

/**
 * The first difference between two orders in which nothing was held, or between an order and what the set must give.
 * Undefined when there is none. Which way of keeping the books and which size of transaction an order gets is random.
 */
export async function findDifference(
  set: FactSet,
  orders: Iterable<readonly FactRow[]>,
  tally: OrderTally,
  how: ComparedHow,
): Promise<string | undefined> {
  const { random, read = askPositions, together = [1, 3, rowsMax] } = how;
  const given = how.open === undefined ? {} : { open: how.open };
  const first = new Map<string, ArrivedBooks & { readonly rows: readonly FactRow[] }>();
  let live: readonly string[] | undefined;
  for (const rows of orders) {
    const settings = random.pick(waysOfKeeping);
    const isWatched = how.isWatched === true && random.below(2) === 0;
    const books = await arrive(
      { rows, together: random.pick(together), settings, isWatched, ...given },
      read,
    );
    count(tally, books);
    const story = `in the order ${JSON.stringify(rows, undefined, 1)}`;
    if (JSON.stringify(books.problems) !== '[[],[]]') return `${JSON.stringify(books.problems)} ${story}`;
    if (books.held > 0) continue;
    const wrong = findWrongCount(set, books);
    if (wrong !== undefined) return `${wrong} ${story}`;
    live ??= books.live;
    if (live.join('\n') !== books.live.join('\n'))
      return `${books.live.join('\n')} not ${live.join('\n')} ${story}`;
    const way = `${settings.costMethod}${settings.feesInCost ? '' : ', fees apart'}`;
    const other = first.get(way);
    if (other === undefined) first.set(way, { ...books, rows });
    else if (other.said !== books.said) {
      return `${way}: ${books.said} ${story}\nbut ${other.said} in the order ${JSON.stringify(other.rows)}`;
    }
  }
  return undefined;
}

/** More rows than any set has. */
const rowsMax = 1_000;

export function emptyTally(): OrderTally {
  return { orders: 0, matched: 0, restated: 0, repeated: 0, withdrawnAfter: 0, withdrawnBefore: 0, held: 0 };
}

function count(tally: OrderTally, books: ArrivedBooks): void {
  tally.orders += 1;
  tally.matched += books.matched;
  tally.restated += books.restated;
  tally.repeated += books.repeated;
  tally.withdrawnAfter += books.withdrawnAfter;
  tally.withdrawnBefore += books.withdrawnBefore;
  if (books.held > 0) tally.held += 1;
}

/** Of each event as many entries as the source that tells of most of them tells. */
function findWrongCount({ entries }: FactSet, books: ArrivedBooks): string | undefined {
  for (const [name, expected] of entries) {
    const found = books.entries.get(name) ?? 0;
    if (found !== expected) return `${found} entries of ${name}, not ${expected},`;
  }
  return undefined;
}
