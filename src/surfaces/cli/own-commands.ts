/** The commands that the command line itself has, and the names of all commands. */
import type { CliCommand, CliWorld } from './cli-world.ts';
import { listOperations, toCommandName } from './command-shape.ts';

/** What help says about a command. */
export type CommandText = Omit<CliCommand, 'run'>;

export const ownCommands = [
  {
    name: 'batch',
    summary: 'Carry out the operations that a file or standard input lists.',
    usage:
      'FILE|- [--portfolio NAME] [--dry-run] [--store STORE] [--config FILE] [--timeout SECONDS] [--retries N]',
    examples: ['batch orders.jsonl', 'batch - --portfolio main'],
  },
  {
    name: 'completion',
    summary: 'Print a script that completes commands and flags in a shell.',
    usage: 'bash|zsh|fish',
    examples: ['completion bash'],
  },
  {
    name: 'help',
    summary: 'Show what a command does and takes.',
    usage: '[COMMAND]',
    examples: ['help batch'],
  },
] as const satisfies readonly CommandText[];

export type OwnCommandName = (typeof ownCommands)[number]['name'];

/** Every command by the name it is typed with. */
export function listCommandNames(
  world: Pick<CliWorld, 'operations' | 'queries' | 'extraCommands'>,
): readonly string[] {
  return [
    ...listOperations(world.operations).map(({ name }) => toCommandName(name)),
    ...world.queries.map(({ name }) => toCommandName(name)),
    ...world.extraCommands.map(({ name }) => name),
    ...ownCommands.map(({ name }) => name),
  ];
}
