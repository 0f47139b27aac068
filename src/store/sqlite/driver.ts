import { createRequire } from 'node:module';
import type Database from 'better-sqlite3';
import { Fault } from '../../engine/outcome.ts';

/**
 * The SQLite driver that this Node can run. Two are installed because no single one serves every supported Node: 13
 * needs Node-API 10 and crashes the process below it, 12 aborts on Node 24.19 and later.
 *
 * Throws a `Fault` that says what to do when it is missing or was built for another Node.
 */
export function loadDriver(packageName: string = packageForThisNode()): typeof Database {
  let loaded: unknown;
  try {
    loaded = createRequire(import.meta.url)(packageName);
  } catch (cause) {
    throw unloadable(packageName, cause);
  }
  if (!isDriver(loaded)) throw unloadable(packageName, undefined);
  return loaded;
}

function packageForThisNode(): string {
  return Number(process.versions.napi) >= 10 ? 'sqlite13' : 'sqlite12';
}

function isDriver(loaded: unknown): loaded is typeof Database {
  return typeof loaded === 'function' && 'SqliteError' in loaded;
}

function unloadable(packageName: string, cause: unknown): Fault {
  return new Fault(
    'unavailable',
    `The SQLite driver (${packageName}) cannot be loaded by Node ${process.versions.node}. ` +
      'Run "npm ci" and "node scripts/prepare.js" in the folder of Fixpoint and try again.',
    cause,
  );
}
