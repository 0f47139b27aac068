/** The command line's process: wires the surfaces to this machine. Loads nothing that the command does not need. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { operations } from '../operations/registry.ts';
import { queries } from '../queries/registry.ts';
import type { CliCommand, CliWorld } from '../surfaces/cli/cli-world.ts';
import { runCli } from '../surfaces/cli/run-cli.ts';
import { dateIn } from './local-date.ts';

/** Carries out what the process was started with and ends the process. */
export async function runProgram(extraCommands: readonly CliCommand[]): Promise<void> {
  const exit = await runCli(process.argv.slice(2), makeWorld(extraCommands));
  // An interrupted command may have left a request open, so the process ends itself once its output is out.
  process.stdout.write('', () => process.stderr.write('', () => process.exit(exit)));
}

function makeWorld(extraCommands: readonly CliCommand[]): CliWorld {
  return {
    env: process.env,
    stdout: process.stdout,
    stderr: process.stderr,
    version: readVersion(),
    actor: nameActor(),
    operations,
    queries,
    extraCommands,
    openHub: async (place) => {
      const [{ loadConfig }, { createHub }] = await Promise.all([
        import('./config.ts'),
        import('./create-hub.ts'),
      ]);
      return createHub(await loadConfig(process.env, place), 'block', {
        observeOutcome: () => {},
        observeBatch: () => {},
        reportDefect: (operation, error) => {
          process.stderr.write(
            `${operation}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
          );
        },
      });
    },
    randomKey: randomUUID,
    localDate: () => dateIn(undefined, new Date().toISOString()) ?? new Date().toISOString().slice(0, 10),
    fetch: (...request) => fetch(...request),
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    readText: (path) => Promise.resolve().then(() => readFileSync(path === '-' ? 0 : path, 'utf8')),
    onInterrupt: (listener) => {
      process.on('SIGINT', listener);
      return () => void process.off('SIGINT', listener);
    },
  };
}

function readVersion(): string {
  const data: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  return typeof data === 'object' && data !== null && 'version' in data ? String(data.version) : 'unknown';
}

/** The account that runs the command; it stands in the journal beside what was booked. */
function nameActor(): string {
  try {
    return userInfo().username;
  } catch {
    return 'unknown';
  }
}
