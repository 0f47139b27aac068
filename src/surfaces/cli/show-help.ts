/** Help, read off the descriptions of operations, questions and commands. Each function returns the exit code. */
import type { Operation } from '../../engine/operation.ts';
import type { Query } from '../../engine/query.ts';
import { describeReplay } from '../../engine/replay-contract.ts';
import { type CliWorld, type Output, UsageError } from './cli-world.ts';
import {
  type CommandShape,
  listOperations,
  shapeOfOperation,
  shapeOfQuery,
  toCommandName,
  toFlagName,
} from './command-shape.ts';
import { fieldRow, globalRow, type HelpRow } from './help-rows.ts';
import { type CommandText, listCommandNames, ownCommands } from './own-commands.ts';
import { openScreen, type Screen } from './screen.ts';
import { quoteForShell } from './shell-quote.ts';
import { suggestName } from '../suggest-name.ts';
import { usageLine } from './usage-line.ts';
import { writeArguments } from './write-arguments.ts';

/** `fixpoint help [COMMAND]`. */
export async function showHelp(args: readonly string[], world: CliWorld): Promise<number> {
  const [name, ...rest] = args.filter((arg) => !arg.startsWith('-'));
  if (rest.length > 0) throw new UsageError('help takes the name of one command.');
  if (name === undefined) return showOverview(world.stdout, world);
  const operation = listOperations(world.operations).find((known) => toCommandName(known.name) === name);
  if (operation !== undefined) return showOperationHelp(operation, world);
  const query = world.queries.find((known) => toCommandName(known.name) === name);
  if (query !== undefined) return showQuestionHelp(query, world);
  const command = [...world.extraCommands, ...ownCommands].find((known) => known.name === name);
  if (command !== undefined) return showCommandHelp(command, world);
  throw new UsageError(`There is no command "${name}".${suggestName(name, listCommandNames(world))}`);
}

export async function showOverview(output: Output, world: CliWorld): Promise<number> {
  const screen = await openScreen(output, world.env);
  screen.line('Usage: fixpoint COMMAND [words] [flags]');
  const named = ({ name, summary }: { readonly name: string; readonly summary: string }): HelpRow => ({
    head: toCommandName(name),
    text: summary,
  });
  showSection(screen, 'Writes', listOperations(world.operations).map(named));
  showSection(screen, 'Questions', world.queries.map(named));
  showSection(screen, 'Running', [...world.extraCommands, ...ownCommands].map(named));
  screen.line('');
  screen.line('"fixpoint help COMMAND" tells what a command takes, with examples.');
  return 0;
}

export async function showOperationHelp(operation: Operation, world: CliWorld): Promise<number> {
  const shape = shapeOfOperation(operation);
  const screen = await openScreen(world.stdout, world.env);
  showHead(screen, usageLine(shape), operation.summary);
  screen.line('');
  screen.line(describeReplay(operation.replay));
  showFields(screen, shape);
  if (operation.refusals.length > 0) {
    screen.line('');
    screen.line('May be refused with', 'title');
    screen.line(`  ${operation.refusals.join(', ')}`);
  }
  const accepted = operation.examples.filter(({ outcome }) => outcome === 'accepted');
  showExamples(
    screen,
    accepted.map(({ title, input }) => ({ title, command: quoteForShell(writeArguments(shape, input)) })),
  );
  return 0;
}

export async function showQuestionHelp(query: Query, world: CliWorld): Promise<number> {
  const shape = shapeOfQuery(query);
  const screen = await openScreen(world.stdout, world.env);
  showHead(screen, usageLine(shape), query.summary);
  showFields(screen, shape);
  showExamples(
    screen,
    query.examples.map((parameters) => ({ command: quoteForShell(writeArguments(shape, parameters)) })),
  );
  return 0;
}

export async function showCommandHelp(command: CommandText, world: CliWorld): Promise<number> {
  const screen = await openScreen(world.stdout, world.env);
  const [first = '', ...more] = command.usage.split('\n');
  screen.line(`Usage: fixpoint ${command.name} ${first}`.trimEnd());
  for (const form of more) screen.line(`       fixpoint ${command.name} ${form}`);
  screen.line('');
  screen.line(command.summary);
  showExamples(
    screen,
    command.examples.map((example) => ({ command: `fixpoint ${example}` })),
  );
  return 0;
}

function showHead(screen: Screen, usage: string, summary: string): void {
  screen.line(usage);
  screen.line('');
  screen.line(summary);
}

function showFields(screen: Screen, shape: CommandShape): void {
  const words = shape.positional.map((name) => fieldRow(shape, name, toFlagName(name).toUpperCase()));
  const flags = Object.keys(shape.fields)
    .filter((name) => !shape.positional.includes(name))
    .map((name) => fieldRow(shape, name, `--${toFlagName(name)}`));
  showSection(screen, 'Words', words);
  showSection(screen, 'Flags', flags);
  showSection(screen, 'More flags', shape.globals.map(globalRow));
}

/** Heads wider than this push their text to the right, alone. */
const headWidthMax = 34;

function showSection(screen: Screen, title: string, rows: readonly HelpRow[]): void {
  if (rows.length === 0) return;
  const widest = rows.reduce((width, { head }) => Math.max(width, head.length), 0);
  const width = Math.min(widest, headWidthMax);
  screen.line('');
  screen.line(title, 'title');
  for (const { head, text } of rows) screen.line(`  ${head.padEnd(width)}  ${text}`);
}

function showExamples(
  screen: Screen,
  examples: readonly { readonly title?: string; readonly command: string }[],
): void {
  if (examples.length === 0) return;
  screen.line('');
  screen.line('Examples', 'title');
  for (const { title, command } of examples) {
    if (title !== undefined) screen.line(`  # ${title}`);
    screen.verbatim(`  ${command}`);
  }
}
