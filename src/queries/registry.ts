/** Every question there is. A new one is a file, its test and one line here; all surfaces follow. */
import type { Query } from '../engine/query.ts';
import { anchor } from './anchor.ts';
import { cash } from './cash.ts';
import { entries } from './entries.ts';
import { gains } from './gains.ts';
import { holdings } from './holdings.ts';
import { imports } from './imports.ts';
import { lots } from './lots.ts';
import { portfolios } from './portfolios.ts';
import { receipts } from './receipts.ts';
import { review } from './review.ts';
import { unreconciled } from './unreconciled.ts';
import { verify } from './verify.ts';
import { writePaths } from './write-paths.ts';

/** In the order in which help and reference pages list them. */
export const queries: readonly Query[] = [
  holdings,
  cash,
  entries,
  lots,
  gains,
  unreconciled,
  review,
  imports,
  receipts,
  portfolios,
  verify,
  anchor,
  writePaths,
];

const byName = new Map(queries.map((query) => [query.name, query]));

/** By its name, `write-paths`; underscores count as hyphens. */
export function findQuery(name: string): Query | undefined {
  return byName.get(name.replaceAll('_', '-'));
}
