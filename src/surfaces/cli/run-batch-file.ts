/**
 * `fixpoint batch FILE`: carries out the operations that a file lists, as a JSON array or one JSON object per line, and
 * prints one outcome per line in the same order.
 *
 * Invariants: (1) the whole file is read before anything is sent, and a file that is not JSON throughout books nothing;
 * (2) no key is made up: the same file may be sent again, so its keys must be its own; (3) a row that is refused stops
 * no other; (4) the exit code is that of the worst row.
 */
import { textField } from '../../engine/field-kinds.ts';
import { Fault, type Outcome } from '../../engine/outcome.ts';
import { translateFault, translateOutcome, usageError } from '../outcome-table.ts';
import { type BatchRow, readBatchRows } from './batch-rows.ts';
import { type CliWorld, UsageError } from './cli-world.ts';
import type { CommandShape } from './command-shape.ts';
import { failWish } from './fail-wish.ts';
import type { GlobalValues } from './global-flags.ts';
import type { Ledger, TypedWish } from './ledger.ts';
import { openLedger } from './open-ledger.ts';
import { readArguments } from './read-arguments.ts';
import { readInputFile } from './read-input-file.ts';
import { untilInterrupted } from './until-interrupted.ts';
import { toJsonLine, toVisibleText } from './visible-text.ts';

const shape: CommandShape = {
  name: 'batch',
  fields: {
    file: textField('File with operations, or - for standard input', {
      lengthMax: 4_096,
      placeholder: 'FILE',
    }),
  },
  positional: ['file'],
  namesPortfolio: false,
  globals: ['portfolio', 'dry-run', 'json', 'store', 'config', 'timeout', 'retries', 'help'],
};

/** Rows that are handed over together. Their outcomes are printed before the next ones are sent. */
const rowsPerStep = 1_000;

/** Returns the exit code. */
export async function runBatchFile(args: readonly string[], world: CliWorld): Promise<number> {
  const { input, globals, problems } = readArguments(shape, args, world.env);
  if (problems.length > 0) throw new UsageError(problems.map(({ message }) => message).join(' '));
  const file = input['file'];
  if (typeof file !== 'string') throw new UsageError('batch needs a file, or - for standard input.');
  const rows = readBatchRows(await readInputFile(file, world), { operations: world.operations, globals });
  if (rows.length === 0) return 0;
  const answered = await untilInterrupted(world, sendRows(rows, globals, world));
  if (answered !== undefined) return answered;
  tellToRepeat(world, 'Interrupted.');
  return translateFault('outcome_unknown').exit;
}

async function sendRows(rows: readonly BatchRow[], globals: GlobalValues, world: CliWorld): Promise<number> {
  let worst = 0;
  let isAnswered = true;
  const ledger = await openLedger(world, globals);
  try {
    for (let at = 0; at < rows.length; at += rowsPerStep) {
      const step = rows.slice(at, at + rowsPerStep);
      const outcomes = await answerRows(step, ledger);
      world.stdout.write(outcomes.map(toJsonLine).join(''));
      isAnswered &&= outcomes.every(({ status }) => status !== 'failed' && status !== 'defect');
      worst = Math.max(worst, ...outcomes.map((outcome, index) => exitOf(outcome, step[index])));
    }
  } finally {
    await ledger.close().catch((error: unknown) => tell(world, `The store did not close: ${String(error)}`));
  }
  if (!isAnswered) tellToRepeat(world, 'Some rows failed.');
  return worst;
}

async function answerRows(rows: readonly BatchRow[], ledger: Ledger): Promise<readonly Outcome[]> {
  const wishes = rows.flatMap((row) => (row.kind === 'wish' ? [row.wish] : []));
  const outcomes = await submitAll(wishes, ledger);
  let answered = 0;
  return rows.map((row) => {
    if (row.kind === 'refused') return row.outcome;
    const outcome = outcomes[answered];
    answered += 1;
    return outcome ?? failWish(row.wish, 'outcome_unknown', 'No outcome came back for this row.');
  });
}

async function submitAll(wishes: readonly TypedWish[], ledger: Ledger): Promise<readonly Outcome[]> {
  if (wishes.length === 0) return [];
  try {
    return await ledger.submitAll(wishes);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const { code, message } = error;
    return wishes.map((wish) => failWish(wish, code, message));
  }
}

function exitOf(outcome: Outcome, row: BatchRow | undefined): number {
  return row?.kind === 'wish' ? translateOutcome(outcome, row.wish.operation.replay).exit : usageError.exit;
}

function tellToRepeat(world: CliWorld, what: string): void {
  tell(
    world,
    `${what} Run the same command again: rows with a key that is in the books are answered from there.`,
  );
}

function tell(world: CliWorld, text: string): void {
  world.stderr.write(`${toVisibleText(text)}\n`);
}
