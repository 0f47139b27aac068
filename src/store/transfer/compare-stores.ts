/**
 * Reads two stores and says in what they differ. The journal of the second is read as it will be read later: its texts
 * are put together again and its hash chain is computed anew, and must end where the first one says it ends.
 */
import { chainStart, nextChainHash } from '../../ledger/chain.ts';
import { unpackBody, unpackPostings, wholeText } from '../codec-body.ts';
import { unpackDate } from '../codec-value.ts';
import { type CarriedColumn, type CarriedRow, type CarriedTable, carriedTables } from './carried-tables.ts';
import { readPages } from './read-pages.ts';
import { RowDigest } from './row-digest.ts';
import type { TransferSource } from './transfer-ends.ts';

export interface CompareOptions {
  readonly pageRows: number;
  readonly onProgress?: (done: number, rows: number) => void | Promise<void>;
}

/** Sentences, none when the stores hold the same. */
export async function compareStores(
  source: TransferSource,
  written: TransferSource,
  { pageRows, onProgress }: CompareOptions,
): Promise<readonly string[]> {
  const problems: string[] = [];
  const portfolios = await source.portfolios();
  if (JSON.stringify(portfolios) !== JSON.stringify(await written.portfolios()))
    problems.push(`The portfolios of ${written.name} are not those of ${source.name}, or end elsewhere.`);
  let rows = 0;
  for (const table of carriedTables) rows += 2 * (await source.count(table));
  let done = 0;
  const advance = async (count: number): Promise<void> => {
    done += count;
    await onProgress?.(Math.min(done, rows), rows);
  };
  for (const { name: portfolio, head } of portfolios) {
    for (const table of carriedTables) {
      const chain = table.name === 'entry' ? new ChainWalk(table) : undefined;
      const meant = new RowDigest();
      const found = new RowDigest();
      const digest = async (
        end: TransferSource,
        visit: (page: readonly CarriedRow[]) => void,
      ): Promise<void> => {
        for await (const page of readPages(end, { table, portfolio }, pageRows)) {
          visit(page);
          await advance(page.length);
        }
      };
      const readSource = digest(source, (page) => meant.addAll(page));
      const readWritten = digest(written, (page) => {
        found.addAll(page);
        chain?.visit(page);
      });
      await Promise.all([readSource, readWritten]);
      if (meant.toString() !== found.toString()) {
        problems.push(
          `The rows of "${table.name}" of the portfolio ${portfolio} differ: ${meant.rows} in ${source.name}, ` +
            `${found.rows} in ${written.name}${meant.rows === found.rows ? ', with other content' : ''}.`,
        );
      }
      if (chain !== undefined && chain.head !== head) {
        problems.push(
          `The journal of the portfolio ${portfolio} must end with ${head}, and its texts in ${written.name} give ${chain.head}.`,
        );
      }
    }
  }
  return problems;
}

/** Computes the head of a journal from rows alone. */
class ChainWalk {
  head = chainStart;
  readonly #columns: readonly CarriedColumn[];

  constructor({ columns }: CarriedTable) {
    this.#columns = columns;
  }

  visit(page: readonly CarriedRow[]): void {
    for (const row of page) this.head = nextChainHash(this.head, this.#textOf(row));
  }

  #textOf(row: CarriedRow): string {
    const values = new Map(this.#columns.map(({ name }, at) => [name, row[at] ?? null]));
    const text = (name: string): string => String(values.get(name) ?? '');
    const textIfAny = (name: string): string | undefined => {
      const value = values.get(name);
      return value === null || value === undefined ? undefined : String(value);
    };
    const reverses = values.get('reverses');
    const told = {
      seq: Number(values.get('seq')),
      kind: text('kind'),
      date: unpackDate(Number(values.get('date'))),
      instant: textIfAny('instant'),
      subject: textIfAny('subject'),
      account: textIfAny('account'),
      recordedAt: text('recorded_at'),
      door: text('door'),
      actor: text('actor'),
      operation: text('operation'),
      key: textIfAny('key'),
      reverses: typeof reverses === 'number' ? reverses : undefined,
      identity: textIfAny('identity'),
      importId: textIfAny('import'),
    };
    const body = text('body');
    return wholeText(body) ?? unpackBody(told, unpackPostings(textIfAny('postings') ?? null), body);
  }
}
