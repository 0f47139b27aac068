/**
 * Carries a whole store from one database into another that holds nothing yet, page by page.
 *
 * Invariants: (1) memory holds one page, however large the store is; (2) the source is only read; (3) a transfer that
 * was cut off anywhere goes on behind the last page that was committed; (4) the target becomes a store only after every
 * row of it was read back and agrees with a snapshot of the source, the hash chain of each portfolio included; (5) with
 * `follow`, that snapshot is compared with the source as it is afterwards, and what was booked meanwhile is fetched.
 */
import {
  type CarriedPortfolio,
  type CarriedRow,
  carriedTables,
  entryTable,
  keyPlaces,
} from './carried-tables.ts';
import { compareStores } from './compare-stores.ts';
import { describeSource } from './describe-source.ts';
import { readPages } from './read-pages.ts';
import type { CarriedPart, TransferSource, TransferTarget } from './transfer-ends.ts';

/** Rows of a page: fewer cost a flush each, more only take memory. A row is mostly below a kilobyte. */
const pageRowsDefault = 2_000;
/** How often what was booked meanwhile is fetched. A source that never rests must be stopped by somebody. */
const roundsMax = 5;

export interface TransferOptions {
  /** Fetch what is booked in the source during the transfer; otherwise one snapshot is carried. */
  readonly follow: boolean;
  readonly pageRows?: number;
  /** Waited for. */
  readonly onProgress?: (step: TransferStep) => void | Promise<void>;
}

/** Rows that are done of all that there are, while they are carried and again while they are read back. */
export interface TransferStep {
  readonly stage: 'carry' | 'compare';
  readonly done: number;
  readonly rows: number;
}

/** Opens the target again for reading, marked as unfinished as it is. */
export type OpenTargetSource = () => Promise<TransferSource>;

/**
 * - `done`: the target is a store, and the same as the source.
 * - `empty`: the source holds no portfolio, and the target was left as it was.
 * - `occupied`: the target holds books. `same` when they end exactly as the source does.
 * - `foreign`: what was carried before did not come from this source.
 * - `different`: what was read back differs; the target stays unfinished.
 * - `restless`: the source was written to all the time; the target stays unfinished and the transfer can go on.
 */
export type TransferResult =
  | {
      readonly kind: 'done';
      readonly resumed: boolean;
      readonly portfolios: readonly CarriedPortfolio[];
      readonly rows: Readonly<Record<string, number>>;
    }
  | { readonly kind: 'empty' | 'restless' }
  | { readonly kind: 'occupied'; readonly same: boolean }
  | { readonly kind: 'foreign'; readonly portfolio: string }
  | { readonly kind: 'different'; readonly problems: readonly string[] };

export async function transferStore(
  source: TransferSource,
  target: TransferTarget,
  openTargetSource: OpenTargetSource,
  options: TransferOptions,
): Promise<TransferResult> {
  if ((await source.portfolios()).length === 0) return { kind: 'empty' };
  const state = await target.begin();
  if (state === 'occupied') return { kind: 'occupied', same: await isSame(source, openTargetSource) };
  if (state === 'unfinished') {
    const foreign = await findForeign(source, target, openTargetSource);
    if (foreign !== undefined) return { kind: 'foreign', portfolio: foreign };
  }
  for (let round = 1; round <= roundsMax; round += 1) {
    const before = await describeSource(source);
    const carrier = new Carrier(source, target, options);
    const rows = await carrier.carry(before);
    const problems = await readBack(source, openTargetSource, options);
    if (problems.length > 0) return { kind: 'different', problems };
    const portfolios = await source.portfolios();
    if (options.follow) await source.refresh();
    if (options.follow && (await describeSource(source)) !== before) continue;
    await target.finish();
    return { kind: 'done', resumed: state === 'unfinished', portfolios, rows };
  }
  return { kind: 'restless' };
}

class Carrier {
  readonly #source: TransferSource;
  readonly #target: TransferTarget;
  readonly #pageRows: number;
  readonly #onProgress: TransferOptions['onProgress'];
  #done = 0;
  #rows = 0;

  constructor(source: TransferSource, target: TransferTarget, options: TransferOptions) {
    this.#source = source;
    this.#target = target;
    this.#pageRows = options.pageRows ?? pageRowsDefault;
    this.#onProgress = options.onProgress;
  }

  /** Returns how many rows of each table there are. `description` tells this state of the source from any other. */
  async carry(description: string): Promise<Readonly<Record<string, number>>> {
    const counts: Record<string, number> = {};
    for (const table of carriedTables) counts[table.name] = await this.#source.count(table);
    this.#rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
    const portfolios = await this.#source.portfolios();
    await this.#target.putPortfolios(portfolios);
    const reached = await this.#target.progress();
    for (const { name: portfolio } of portfolios) {
      for (const table of carriedTables) {
        const part = { table, portfolio };
        if (table.growth === 'replaced') await this.#target.clear(part);
        const name = nameProgress(part, description);
        await this.#carryPart(part, name, table.growth === 'replaced' ? undefined : reached.get(name));
      }
    }
    // What was carried before it was cut off is not counted, and is done all the same.
    await this.#onProgress?.({ stage: 'carry', done: this.#rows, rows: this.#rows });
    return counts;
  }

  async #carryPart(part: CarriedPart, name: string, from: string | undefined): Promise<void> {
    const places = keyPlaces(part.table);
    const isKept = part.table.growth !== 'replaced';
    let before = from;
    const pages = readPages(
      this.#source,
      part,
      this.#pageRows,
      from === undefined ? undefined : readPlace(from),
    );
    for await (const rows of pages) {
      const place = JSON.stringify(places.map((at) => rows.at(-1)?.[at] ?? null));
      await this.#target.put(part, rows, { part: name, before, after: isKept ? place : undefined });
      before = place;
      this.#done += rows.length;
      await this.#onProgress?.({
        stage: 'carry',
        done: Math.min(this.#done, this.#rows),
        rows: this.#rows,
      });
    }
  }
}

/** Rows that came since may stand anywhere in the order of keys, so another state of the source is walked from the start. */
function nameProgress({ table, portfolio }: CarriedPart, description: string): string {
  return `${table.name} ${portfolio}${table.growth === 'added' ? ` ${description}` : ''}`;
}

async function readBack(
  source: TransferSource,
  openTargetSource: OpenTargetSource,
  { pageRows = pageRowsDefault, onProgress }: TransferOptions,
): Promise<readonly string[]> {
  const written = await openTargetSource();
  try {
    return await compareStores(source, written, {
      pageRows,
      onProgress: (done, rows) => onProgress?.({ stage: 'compare', done, rows }),
    });
  } finally {
    await written.close();
  }
}

/** The first portfolio whose journal in the target is no beginning of the source's. */
async function findForeign(
  source: TransferSource,
  target: TransferTarget,
  openTargetSource: OpenTargetSource,
): Promise<string | undefined> {
  const reached = await target.progress();
  const written = await openTargetSource();
  try {
    const known = new Set((await source.portfolios()).map(({ name }) => name));
    for (const { name: portfolio } of await written.portfolios()) {
      if (!known.has(portfolio)) return portfolio;
      const place = reached.get(nameProgress({ table: entryTable, portfolio }, ''));
      if (place === undefined) continue;
      const before = readPlace(place).map((seq) => Number(seq) - 1);
      const [found, meant] = await Promise.all(
        [written, source].map((end) => end.page({ table: entryTable, portfolio }, before, 1)),
      );
      if (JSON.stringify(found) !== JSON.stringify(meant)) return portfolio;
    }
    return undefined;
  } finally {
    await written.close();
  }
}

async function isSame(source: TransferSource, openTargetSource: OpenTargetSource): Promise<boolean> {
  const written = await openTargetSource();
  try {
    return JSON.stringify(await written.portfolios()) === JSON.stringify(await source.portfolios());
  } finally {
    await written.close();
  }
}

/** Places are written by `#carryPart` alone, into a store that nothing else opens. */
function readPlace(text: string): CarriedRow {
  const place: unknown = JSON.parse(text);
  if (!Array.isArray(place)) throw new Error(`"${text}" is no place in a table`);
  return place.map((value: unknown) => {
    if (typeof value === 'number' || typeof value === 'string' || value === null) return value;
    throw new Error(`"${text}" is no place in a table`);
  });
}
