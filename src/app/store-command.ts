import { parseArgs } from 'node:util';
import { UsageError, type CliWorld } from '../surfaces/cli/cli-world.ts';
import { openScreen } from '../surfaces/cli/screen.ts';
import { moveStore } from './move-store.ts';
import { nameStore } from './open-store.ts';
import { openProgressBar } from './progress-bar.ts';
import { reportTransfer } from './transfer-report.ts';

/** `fixpoint store move FROM TO`: 0 moved, 1 refused or different, 2 not understood, 3 one of them cannot be used. */
export async function runStore(args: readonly string[], world: CliWorld): Promise<number> {
  const { positionals, values } = readFlags(args);
  const [verb, from, to, ...rest] = positionals;
  if (verb !== 'move' || from === undefined || to === undefined || rest.length > 0)
    throw new UsageError('Write: fixpoint store move FROM TO, each as sqlite:PATH or postgres://…');
  const names = { from: await nameStore(from), to: await nameStore(to) };
  const bars = { carry: openProgressBar(world, 'moving   '), compare: openProgressBar(world, 'comparing ') };
  const result = await moveStore(
    { from, to },
    { follow: true, onProgress: ({ stage, done, rows }) => bars[stage](done, rows) },
  );
  const { exit, body, lines, isDone } = reportTransfer(result, names);
  if (values.json === true) world.stdout.write(`${JSON.stringify(body)}\n`);
  const screen = await openScreen(isDone ? world.stdout : world.stderr, world.env);
  for (const line of values.json === true && isDone ? [] : lines) screen.line(line);
  if (isDone && values.json !== true) for (const line of nextSteps(names.from)) screen.line(line);
  return exit;
}

function nextSteps(from: string): readonly string[] {
  return [
    'Next: name the new store in FIXPOINT_STORE, or as "store" in fixpoint.yaml, for every process, and start them again.',
    `${from} was only read. Nothing may write to it any more: what is booked there from now on is not in the new store.`,
  ];
}

function readFlags(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: { json: { type: 'boolean' } } });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
