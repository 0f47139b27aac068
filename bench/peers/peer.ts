/** Other systems that do the same work: a move between two accounts under a key, in the same PostgreSQL. */
import { createRequire } from 'node:module';
import { join } from 'node:path';

export interface PeerSetting {
  /** A database with the tables of `stores/raw-postgres.ts`; each peer has one of its own. */
  readonly url: string;
  /** The root of the project; the peers' packages stand in `bench/node_modules`. */
  readonly project: string;
  readonly milliseconds: number;
  /** A checkout of pgledger. */
  readonly pgledger?: string | undefined;
}

export type PeerResult =
  | { readonly kind: 'measured'; readonly operationsPerSecond: number }
  | { readonly kind: 'absent'; readonly reason: string };

export interface Peer {
  readonly name: string;
  /** How it was used, as a reader must know to judge the figure. */
  readonly how: string;
  readonly measure: (setting: PeerSetting) => Promise<number>;
}

/** Not an error: whoever runs the benchmark has not installed it. */
export class Absent extends Error {}

/** Moves that are on their way at once. */
export const inFlight = 32;

/** A package of `bench/package.json`, typed by what the caller uses of it. */
export function loadPeer<Module>(project: string, name: string): Module {
  const load = createRequire(join(project, 'bench/package.json'));
  try {
    return load(name) as Module; // the versions are exact, and a wrong type fails at its first use
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND')
      throw new Absent('its package is not installed (npm ci --prefix bench)');
    throw error;
  }
}
