/**
 * The command line: finds the command and hands over to what runs it. Only what every ledger command needs is
 * imported here; help, tables, completion, files and the remote hub are loaded when they are asked for, because the
 * time to start is most of the time a command takes.
 */
import type { Operation } from '../../engine/operation.ts';
import { Fault } from '../../engine/outcome.ts';
import { unreachable } from '../../ledger/unreachable.ts';
import { defect, translateFault, usageError } from '../outcome-table.ts';
import { type CliWorld, UsageError } from './cli-world.ts';
import { listOperations, toCommandName } from './command-shape.ts';
import { globalFlagKinds } from './global-flags.ts';
import { looksLikeFlag, readFlag } from './read-command-line.ts';
import { listCommandNames, type OwnCommandName, ownCommands } from './own-commands.ts';
import { explainProblems } from './refuse-input.ts';
import { runQuestion } from './run-question.ts';
import { runWrite } from './run-write.ts';
import { suggestName } from '../suggest-name.ts';
import { toJsonLine, toVisibleText } from './visible-text.ts';

/** Carries out one command line, without the program's name; returns the exit code. Never rejects. */
export async function runCli(argv: readonly string[], world: CliWorld): Promise<number> {
  try {
    return await runCommand(argv, world);
  } catch (error) {
    return tellThrown(error, argv, world);
  }
}

async function runCommand(argv: readonly string[], world: CliWorld): Promise<number> {
  const { name, before, after } = splitCommand(argv);
  if (name === undefined) return runWithoutCommand(before, world);
  const args = [...before, ...after];
  const operation = findWrite(name, world);
  if (operation !== undefined) return runWrite(operation, args, world);
  const extra = world.extraCommands.find((known) => known.name === name);
  if (extra !== undefined && !asksForHelp(args)) return extra.run(args, world);
  const own = ownCommands.find((known) => known.name === name);
  if (own !== undefined && !asksForHelp(args)) return runOwnCommand(own.name, args, world);
  const command = extra ?? own;
  if (command !== undefined) {
    const { showCommandHelp } = await import('./show-help.ts');
    return showCommandHelp(command, world);
  }
  const nounFirst = findWrite(`${after[0] ?? ''}-${name}`, world);
  if (nounFirst !== undefined) return runWrite(nounFirst, [...before, ...after.slice(1)], world);
  const query = world.queries.find((known) => toCommandName(known.name) === name);
  if (query !== undefined) return runQuestion(query, args, world);
  const hint = suggestName(name, listCommandNames(world));
  throw new UsageError(`There is no command "${name}".${hint} "fixpoint help" lists all commands.`);
}

/** `accept-review`; `review accept` comes to the same, so that all about a noun can be typed noun first. */
function findWrite(name: string, world: CliWorld): Operation | undefined {
  return listOperations(world.operations).find((known) => toCommandName(known.name) === name);
}

async function runOwnCommand(
  name: OwnCommandName,
  args: readonly string[],
  world: CliWorld,
): Promise<number> {
  switch (name) {
    case 'batch': {
      const { runBatchFile } = await import('./run-batch-file.ts');
      return runBatchFile(args, world);
    }
    case 'completion': {
      const { showCompletion } = await import('./show-completion.ts');
      return showCompletion(args, world);
    }
    case 'help': {
      const { showHelp } = await import('./show-help.ts');
      return showHelp(args, world);
    }
    default:
      return unreachable(name);
  }
}

async function runWithoutCommand(flags: readonly string[], world: CliWorld): Promise<number> {
  if (flags.includes('--version')) {
    world.stdout.write(`${world.version}\n`);
    return 0;
  }
  const { showOverview } = await import('./show-help.ts');
  const asked = asksForHelp(flags);
  await showOverview(asked ? world.stdout : world.stderr, world);
  return asked ? 0 : usageError.exit;
}

interface SplitCommand {
  readonly name: string | undefined;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** The first word is the command; flags may stand before it. */
function splitCommand(argv: readonly string[]): SplitCommand {
  let at = 0;
  while (at < argv.length) {
    const arg = argv[at] ?? '';
    if (!looksLikeFlag(arg)) return { name: arg, before: argv.slice(0, at), after: argv.slice(at + 1) };
    const flag = readFlag(arg, argv[at + 1], globalFlagKinds);
    if ('message' in flag) throw new UsageError(flag.message);
    at += flag.tookNext ? 2 : 1;
  }
  return { name: undefined, before: argv, after: [] };
}

/** Words after `--` belong to somebody else. */
function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  const own = end === -1 ? args : args.slice(0, end);
  return own.includes('--help') || own.includes('-h');
}

/** With `--json` there is always one document on stdout, so that a program need not read stderr. */
function tellThrown(error: unknown, argv: readonly string[], world: CliWorld): number {
  const { exit, message, body } = explainThrown(error);
  if (argv.includes('--json')) world.stdout.write(toJsonLine(body));
  world.stderr.write(`fixpoint: ${toVisibleText(message)}\n`);
  return exit;
}

function explainThrown(error: unknown): {
  readonly exit: number;
  readonly message: string;
  readonly body: object;
} {
  if (error instanceof UsageError) {
    const { code, message } = error;
    const { detail } = explainProblems([{ field: 'command_line', found: null, message }]);
    return { exit: usageError.exit, message, body: { status: 'refused', code, message, detail } };
  }
  if (error instanceof Fault) {
    const { code, message } = error;
    return { exit: translateFault(code).exit, message, body: { status: 'failed', code, message } };
  }
  const message = `It failed by a fault of its own: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
  return { exit: defect.exit, message, body: { status: 'defect', code: 'defect', message } };
}
