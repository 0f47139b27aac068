import { parseArgs } from 'node:util';
import { UsageError, type CliWorld } from '../surfaces/cli/cli-world.ts';
import { openScreen } from '../surfaces/cli/screen.ts';
import { nameLocalStore } from './local-store.ts';
import { moveStore } from './move-store.ts';
import { nameStore } from './open-store.ts';
import { openProgressBar } from './progress-bar.ts';
import { reportTransfer } from './transfer-report.ts';

/** `fixpoint restore FILE`: 0 restored, 1 refused or different, 2 not understood, 3 file or store cannot be used. */
export async function runRestore(args: readonly string[], world: CliWorld): Promise<number> {
  const { positionals, values } = readFlags(args);
  const [file, ...rest] = positionals;
  if (file === undefined || file === '' || rest.length > 0)
    throw new UsageError('Write: fixpoint restore FILE, with the file that a backup made');
  const store = await nameLocalStore(world, { store: values.store, config: values.config });
  const bars = { carry: openProgressBar(world, 'restoring '), compare: openProgressBar(world, 'comparing ') };
  const result = await moveStore(
    { from: `sqlite:${file}`, to: store },
    { follow: false, onProgress: ({ stage, done, rows }) => bars[stage](done, rows) },
  );
  const { exit, body, lines, isDone } = reportTransfer(result, { from: file, to: await nameStore(store) });
  if (values.json === true) world.stdout.write(`${JSON.stringify(body)}\n`);
  if (values.json === true && isDone) return exit;
  const screen = await openScreen(isDone ? world.stdout : world.stderr, world.env);
  for (const line of lines) screen.line(line);
  if (isDone) {
    screen.line(
      'What was booked after the backup is not in it: send it again with its keys, import its files again, and compare ' +
        'with an anchor that was kept elsewhere.',
    );
  }
  return exit;
}

function readFlags(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { store: { type: 'string' }, config: { type: 'string' }, json: { type: 'boolean' } },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
