/**
 * Carries out one write.
 *
 * Invariants: (1) what is sent has a key, the caller's or one made here, except in a dry run; (2) with a key made here,
 * the day is sent as a value, so that the command printed for a retry asks for the same thing tomorrow; (3) once
 * something was sent, a failure of any kind prints the key and the command that asks again with it; (4) a wrong
 * command line opens no store.
 */
import { isCallerKey } from '../../engine/command.ts';
import type { Operation } from '../../engine/operation.ts';
import { Fault, type Outcome } from '../../engine/outcome.ts';
import type { JsonObject } from '../../ledger/json-value.ts';
import { translateOutcome, usageError } from '../outcome-table.ts';
import type { CliWorld } from './cli-world.ts';
import { UsageError } from './cli-world.ts';
import { type CommandShape, shapeOfOperation } from './command-shape.ts';
import { failWish } from './fail-wish.ts';
import type { GlobalValues } from './global-flags.ts';
import type { TypedWish } from './ledger.ts';
import { openLedger } from './open-ledger.ts';
import { outcomeLines } from './outcome-lines.ts';
import { type Arguments, readArguments } from './read-arguments.ts';
import { refuseInput } from './refuse-input.ts';
import { openScreen } from './screen.ts';
import { quoteForShell } from './shell-quote.ts';
import { untilInterrupted } from './until-interrupted.ts';
import { usageLine } from './usage-line.ts';
import { toJsonLine, toVisibleText } from './visible-text.ts';
import { writeArguments } from './write-arguments.ts';

/** Returns the exit code. */
export async function runWrite(
  operation: Operation,
  args: readonly string[],
  world: CliWorld,
): Promise<number> {
  const shape = shapeOfOperation(operation);
  const typed = readArguments(shape, args, world.env);
  const { globals } = typed;
  if (globals.help) {
    const { showOperationHelp } = await import('./show-help.ts');
    return showOperationHelp(operation, world);
  }
  const wish = toWish(operation, typed.input, globals, world);
  const refused = refuseUnread(wish, typed, globals);
  if (refused !== undefined) return showOutcome(refused, { operation, shape, globals, world });
  if (operation.destructive && !wish.dryRun && !(await isConfirmed(shape, globals, world))) {
    world.stderr.write('Nothing was booked. Give --yes to go on without this question.\n');
    return usageError.exit;
  }
  const outcome = await submit(wish, globals, world);
  const retry = retryCommand(outcome, wish, { shape, globals });
  const told =
    outcome.status === 'failed' && retry !== undefined
      ? { ...outcome, idempotency_key: retry.key, retry: retry.command }
      : outcome;
  return showOutcome(told, { operation, shape, globals, world, retry });
}

function toWish(operation: Operation, input: JsonObject, globals: GlobalValues, world: CliWorld): TypedWish {
  const { portfolio, key, dryRun } = globals;
  const sentKey = key ?? (dryRun ? undefined : world.randomKey());
  const sentInput = key === undefined ? freezeDay(operation, input, world) : input;
  return { operation, portfolio, input: sentInput, key: sentKey, dryRun };
}

/** Never with a caller's key: an earlier attempt with it may have been sent without the day. */
function freezeDay(operation: Operation, input: JsonObject, world: CliWorld): JsonObject {
  const takesDay = operation.fields['on']?.need === 'optional' && input['on'] === undefined;
  return takesDay ? { ...input, on: world.localDate() } : input;
}

/** What a hub would refuse unseen. Told here, it opens no store and reaches for no other machine. */
function refuseUnread(wish: TypedWish, { problems }: Arguments, { key }: GlobalValues): Outcome | undefined {
  const { operation, portfolio, input } = wish;
  const base = { operation: operation.name, portfolio, key };
  if (problems.length > 0) return refuseInput(base, problems);
  const prepared = operation.prepare(input);
  if (prepared.kind === 'problems') return refuseInput(base, prepared.problems);
  if (key === undefined || isCallerKey(key)) return undefined;
  const message = '--idempotency-key must be 1 to 255 visible ASCII characters and may not start with "fx:".';
  const detail = { field: 'idempotency_key', found: key };
  return { ...refuseInput(base, []), code: 'idempotency_key_invalid', message, detail };
}

async function isConfirmed(shape: CommandShape, globals: GlobalValues, world: CliWorld): Promise<boolean> {
  if (globals.yes || globals.json || world.confirm === undefined) return true;
  return world.confirm(`${shape.name} takes something away from portfolio ${globals.portfolio}. Go on?`);
}

async function submit(wish: TypedWish, globals: GlobalValues, world: CliWorld): Promise<Outcome> {
  const attempt = async (): Promise<Outcome> => {
    const ledger = await openLedger(world, globals);
    try {
      return await ledger.submit(wish);
    } finally {
      // What was answered stays answered, whatever closing does.
      await ledger
        .close()
        .catch((error: unknown) => warn(world, `The store did not close: ${String(error)}`));
    }
  };
  try {
    const outcome = await untilInterrupted(world, attempt());
    return outcome ?? failWish(wish, 'outcome_unknown', 'Interrupted. It may be in the books or not.');
  } catch (error) {
    if (error instanceof UsageError) throw error;
    if (error instanceof Fault) return failWish(wish, error.code, error.message);
    const { operation, portfolio, key } = wish;
    return {
      status: 'defect',
      operation: operation.name,
      portfolio,
      ...(key === undefined ? {} : { idempotency_key: key }),
      code: 'defect',
      message: `fixpoint failed by a fault of its own: ${String(error)}. Please report it.`,
    };
  }
}

interface Retry {
  readonly key: string;
  /** For a POSIX shell. */
  readonly command: string;
}

/** For failures of the world and of our own: whoever is in doubt asks again with the same key. */
function retryCommand(
  { status }: Outcome,
  { portfolio, input, key, dryRun }: TypedWish,
  { shape, globals }: { readonly shape: CommandShape; readonly globals: GlobalValues },
): Retry | undefined {
  if ((status !== 'failed' && status !== 'defect') || key === undefined || dryRun) return undefined;
  const flags = [
    { name: 'portfolio', value: portfolio },
    ...globals.kept,
    { name: 'idempotency-key', value: key },
  ];
  return { key, command: quoteForShell(writeArguments(shape, input, flags)) };
}

function warn(world: CliWorld, text: string): void {
  world.stderr.write(`${toVisibleText(text)}\n`);
}

interface Shown {
  readonly operation: Operation;
  readonly shape: CommandShape;
  readonly globals: GlobalValues;
  readonly world: CliWorld;
  readonly retry?: Retry | undefined;
}

async function showOutcome(
  outcome: Outcome,
  { operation, shape, globals, world, retry }: Shown,
): Promise<number> {
  const lines = outcomeLines(outcome);
  if (globals.json) world.stdout.write(toJsonLine(outcome));
  else {
    const screen = await openScreen(world.stdout, world.env);
    for (const { text, emphasis } of lines.answer) screen.line(text, emphasis);
  }
  const screen = await openScreen(world.stderr, world.env);
  if (!globals.json) for (const { text, emphasis } of lines.remarks) screen.line(text, emphasis);
  if (!globals.json && outcome.status === 'refused' && outcome.code === 'invalid_input')
    screen.line(usageLine(shape));
  if (retry !== undefined) {
    screen.line(`The key of this event is ${retry.key}. To send it again with the same key:`);
    screen.verbatim(`  ${retry.command}`);
  }
  return translateOutcome(outcome, operation.replay).exit;
}
