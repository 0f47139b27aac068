/** What the runner of the torture suite gives to its parts, and what it gets back. */
import type { SeededRandom } from '../support/seeded-random.ts';
import type { PreparedStage } from './stages.ts';

export interface TortureContext {
  readonly seed: number;
  readonly random: SeededRandom;
  /** At most so many points per part; undefined takes all and asks for the full number. */
  readonly pointsMax: number | undefined;
  /** The real program's runs, each with what it leaves when nothing disturbs it. */
  readonly stages: readonly PreparedStage[];
  /** A program with faults planted into it; every part must find them. */
  readonly plantedProgram: string;
  /** A folder for this part. It is kept when something failed. */
  readonly folder: string;
  readonly say: (line: string) => void;
}

export interface PartResult {
  readonly passed: number;
  /** One line for each point at which something was wrong. */
  readonly failures: readonly string[];
}

export interface TorturePart {
  readonly name: string;
  /** What it does, in a few words. */
  readonly title: string;
  readonly run: (context: TortureContext) => Promise<PartResult>;
}

/** At least `least` when everything was taken; a sweep over too little proves little. */
export function checkEnough(
  { pointsMax }: Pick<TortureContext, 'pointsMax'>,
  { what, found, least }: { readonly what: string; readonly found: number; readonly least: number },
): readonly string[] {
  if (pointsMax !== undefined || found >= least) return [];
  return [`only ${found} ${what}, fewer than the ${least} that this part promises`];
}

/** Spreads at most `most` picks evenly over the items, the first and the last among them. */
export function spread<Item>(items: readonly Item[], most: number | undefined): readonly Item[] {
  if (most === undefined || items.length <= most) return items;
  if (most <= 1) return items.slice(0, most);
  return Array.from(
    { length: most },
    (_, index) => items[Math.round((index * (items.length - 1)) / (most - 1))],
  ).filter((item) => item !== undefined);
}

/** Works through the items, a few at a time. Results stand in the order of the items. */
export async function mapFewAtATime<Item, Result>(
  items: readonly Item[],
  atATime: number,
  work: (item: Item, index: number) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  let next = 0;
  const workOn = async (): Promise<void> => {
    while (next < items.length) {
      const index = next;
      next += 1;
      const item = items[index];
      if (item !== undefined) results[index] = await work(item, index);
    }
  };
  await Promise.all(Array.from({ length: atATime }, workOn));
  return results;
}
