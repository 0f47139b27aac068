/**
 * The runs that the torture suite disturbs: the real program, from a file that does not exist yet to books that are
 * closed, in stages. A stage starts from the books that the one before it left when nothing disturbed it.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mixedBatch, mixedBooks, mixedCounts } from '../support/mixed-batch.ts';
import { type Audit, auditBooks, type AuditedBooks, copyStore, storeFile } from './audit-books.ts';
import { type ProgramRun, runProgram, type Script, type ToolCall } from './run-program.ts';

export interface Stage {
  readonly name: string;
  /** The stage whose books it starts from; without one, there is no file yet. */
  readonly after?: string;
  readonly script: Script;
  /** Of its many writes, which come in the same way commit after commit, at most so many are disturbed. */
  readonly writesTaken?: number;
}

/** A stage with what it leaves when nothing disturbs it. */
export interface PreparedStage {
  readonly stage: Stage;
  readonly command: readonly [string, ...string[]];
  /** Undefined for a new file. */
  readonly startFolder: string | undefined;
  readonly run: ProgramRun;
  readonly audit: Audit;
}

const batchFile = 'mixed.jsonl';
const importedFile = 'rows.csv';
const store = ['--store', `sqlite:${storeFile}`];

/** What a batch file can say of the mixed batch: everything but what only Fixpoint's own doors call. */
const typedBatch = mixedBatch.filter(({ internal }) => internal !== true);

export const stages: readonly Stage[] = [
  { name: 'batch', script: command(`batch ${batchFile}`) },
  { name: 'import', after: 'batch', script: command(`import ${importedFile} --funding external --json`) },
  {
    name: 'buy',
    after: 'import',
    script: command('buy AAPL 2 --price 60 --currency USD --on 2024-06-03 --idempotency-key single-1 --json'),
  },
  {
    name: 'reverse-entry',
    after: 'buy',
    script: command('reverse-entry ent_1 --force --idempotency-key single-2 --json'),
  },
  {
    name: 'session',
    script: { kind: 'session', args: ['mcp', ...store], calls: sessionCalls() },
    writesTaken: 60,
  },
];

/** Twelve rows of a broker's file, of four kinds. */
const importedText = [
  'Date,Code,DataSource,Currency,Price,Quantity,Action,Fee,Note',
  ...['KLEE', 'MOOS', 'FARN'].flatMap((code, index) => [
    `2024-02-0${index + 1},${code},YAHOO,EUR,10.5,3,buy,1.00,`,
    `2024-03-0${index + 1},${code},YAHOO,EUR,0.31,3,dividend,0.00,`,
    `2024-04-0${index + 1},${code},YAHOO,EUR,12.25,1,sell,0.99,`,
    `2024-05-0${index + 1},${code},YAHOO,EUR,0,0,fee,2.5,yearly`,
  ]),
].join('\n');

/** Puts the input files and the books to start from into a new folder. */
export function layOut(folder: string, startFolder: string | undefined): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, batchFile), typedBatch.map(toLine).join(''));
  writeFileSync(join(folder, importedFile), `${importedText}\n`);
  if (startFolder !== undefined) copyStore(startFolder, folder);
}

/** Runs every stage undisturbed. Throws when one does not come out as worked out by hand. */
export async function prepareStages(folder: string): Promise<readonly PreparedStage[]> {
  const program = fileURLToPath(new URL('../../bin/fixpoint.js', import.meta.url));
  const prepared: PreparedStage[] = [];
  for (const stage of stages) {
    const startFolder = stage.after === undefined ? undefined : join(folder, stage.after);
    const ownFolder = join(folder, stage.name);
    layOut(ownFolder, startFolder);
    const running: readonly [string, ...string[]] = [process.execPath, program];
    const run = await runProgram({ command: running, folder: ownFolder, script: stage.script });
    prepared.push({ stage, command: running, startFolder, run, audit: await auditBooks(ownFolder) });
  }
  for (const stage of prepared) assertAsExpected(stage);
  return prepared;
}

function assertAsExpected({ stage, run, audit }: PreparedStage): void {
  const told = `${run.lines.join('\n')}\n${run.err}`.slice(0, 2_000);
  const { books, problems } = audit;
  if (books === undefined || problems.length > 0)
    throw new Error(`${stage.name}: ${problems.join(' ')}\n${told}`);
  // A batch with refused rows ends with the code of the worst row.
  const exit = stage.name === 'batch' ? 2 : 0;
  if (run.exit !== exit) throw new Error(`${stage.name} ended with exit code ${run.exit}\n${told}`);
  const expected = expectedBooks[stage.name];
  const { cash, holdings, entries, receipts } = books;
  if (expected !== undefined && !isDeepStrictEqual({ cash, holdings, entries, receipts }, expected))
    throw new Error(`${stage.name} left other books than worked out: ${JSON.stringify(books)}`);
}

type ExpectedBooks = Omit<AuditedBooks, 'review'>;

/** The mixed batch without the 250 dollars that only a door can bring; worked out by hand there. */
const typedBooks: ExpectedBooks = {
  ...mixedBooks,
  cash: { ...mixedBooks.cash, USD: '7874' },
  entries: mixedCounts.entries - 1,
  receipts: mixedCounts.receipts,
};
const expectedBooks: Readonly<Record<string, ExpectedBooks>> = {
  batch: typedBooks,
  // Here the deposit of 500 stays where it is.
  session: {
    ...typedBooks,
    cash: { ...typedBooks.cash, USD: '8374' },
    entries: mixedCounts.entries - 2,
    receipts: mixedCounts.receipts - 1,
  },
};

/** No word of these has a blank in it. */
function command(line: string): Script {
  return { kind: 'command', args: [...line.split(' '), ...store] };
}

/**
 * Each wish is a transaction of its own here. When one fails the next is sent all the same, so none may name another's
 * entry by its number: it would be another entry then.
 */
function sessionCalls(): readonly ToolCall[] {
  return typedBatch
    .filter(({ operation }) => operation !== 'reverse_entry')
    .map(({ operation, input, key }) => ({
      tool: operation,
      arguments: key === undefined ? input : { ...input, idempotency_key: key },
    }));
}

function toLine({ operation, input, key }: (typeof typedBatch)[number]): string {
  const keyed = key === undefined ? {} : { idempotency_key: key };
  return `${JSON.stringify({ operation, ...keyed, input })}\n`;
}
