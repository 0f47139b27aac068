import { statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { JsonObject } from '../ledger/json-value.ts';
import { UsageError, type CliWorld } from '../surfaces/cli/cli-world.ts';
import { openScreen } from '../surfaces/cli/screen.ts';
import { translateAnswer, translateRefusal } from '../surfaces/outcome-table.ts';
import { backupStore, type BackupResult } from './backup-store.ts';
import { nameLocalStore } from './local-store.ts';
import { nameStore } from './open-store.ts';
import { openProgressBar } from './progress-bar.ts';

/** `fixpoint backup DIR|FILE`: 0 done, 1 refused or damaged, 2 not understood, 3 the store or the disk fails. */
export async function runBackup(args: readonly string[], world: CliWorld): Promise<number> {
  const { positionals, values } = readFlags(args);
  const [where, ...rest] = positionals;
  if (where === undefined || rest.length > 0)
    throw new UsageError('Write: fixpoint backup DIR, or fixpoint backup FILE.db');
  const store = await nameLocalStore(world, { store: values.store, config: values.config });
  const at = new Date().toISOString();
  const file = chooseFile(where, at);
  const bars = { carry: openProgressBar(world, 'copying  '), compare: openProgressBar(world, 'comparing ') };
  const result = await backupStore(
    { store, file, overwrite: values.overwrite === true, at },
    ({ stage, done, rows }) => bars[stage](done, rows),
  );
  const { exit, body, line } = report(result, file, await nameStore(store));
  if (values.json === true) world.stdout.write(`${JSON.stringify(body)}\n`);
  if (values.json === true && exit === 0) return exit;
  (await openScreen(exit === 0 ? world.stdout : world.stderr, world.env)).line(line);
  return exit;
}

/** A folder gets a file named by the moment; anything else is the file itself. */
function chooseFile(where: string, at: string): string {
  const isFolder = where.endsWith('/') || statSync(where, { throwIfNoEntry: false })?.isDirectory() === true;
  const looksLikeFile = /\.[A-Za-z0-9]+$/.test(where);
  if (!isFolder && looksLikeFile) return where;
  return join(where, `fixpoint-${at.replace(/[-:]|\.\d+/g, '')}.db`);
}

interface Report {
  readonly exit: number;
  readonly body: JsonObject;
  readonly line: string;
}

function report(result: BackupResult, file: string, store: string): Report {
  switch (result.kind) {
    case 'done': {
      const portfolios = result.portfolios.map(({ portfolio, entries, head }) => ({
        portfolio,
        entries,
        head,
      }));
      const { bytes } = result;
      const sums = portfolios
        .map(({ portfolio, entries }) => `${portfolio} with ${entries} entries`)
        .join(', ');
      return {
        exit: 0,
        body: { status: 'accepted', store, file, bytes, portfolios },
        line: `${file} holds ${store}: ${sums}; ${bytes} bytes, opened and verified.`,
      };
    }
    case 'exists':
      return refuse(
        'already_exists',
        `${file} is there already and was left as it is. Name another, or add --overwrite.`,
      );
    case 'empty':
      return refuse(
        'not_found',
        `${store} holds no portfolio, so there is nothing to back up. Check the name.`,
      );
    case 'damaged': {
      const message = `There is no backup, because ${store} is not in order: ${result.problems.join(' ')}`;
      const body = { status: 'refused', code: 'damaged', message, detail: { problems: result.problems } };
      return {
        exit: translateAnswer({ kind: 'answer', body: null, failed: true }).exit,
        body,
        line: message,
      };
    }
    default:
      return result satisfies never;
  }
}

function refuse(code: 'already_exists' | 'not_found', message: string): Report {
  return {
    exit: translateRefusal(code).exit,
    body: { status: 'refused', code, message, detail: {} },
    line: message,
  };
}

function readFlags(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        store: { type: 'string' },
        config: { type: 'string' },
        overwrite: { type: 'boolean' },
        json: { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
