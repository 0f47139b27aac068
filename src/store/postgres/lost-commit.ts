/**
 * What became of a COMMIT whose answer was lost. The books tell: an entry is named by its number and the hash of all
 * that came before, a receipt by its key and what it remembers, and no other transaction leaves the same.
 */
import type pg from 'pg';
import { Fault } from '../../engine/outcome.ts';
import type { PortfolioName } from '../../ledger/portfolio.ts';
import { lockPortfolios } from './answer-portfolios.ts';
import type { NumberedAppend } from './append-journal.ts';
import { packHash, packKey } from './codec.ts';

export interface LostCommit<Result> {
  readonly result: Result;
  readonly mark: CommitMark;
}

/** Something that the transaction would have left; all of it or nothing is there, so one thing tells for the rest. */
export type CommitMark =
  | { readonly kind: 'entry'; readonly portfolio: PortfolioName; readonly seq: number; readonly hash: string }
  | {
      readonly kind: 'receipt';
      readonly portfolio: PortfolioName;
      readonly key: string;
      readonly seq: number | undefined;
      readonly detail: string | null;
    }
  /** It left nothing that names it. */
  | { readonly kind: 'nameless' };

/** Undefined when it appended nothing, so that nothing can be lost. */
export function toLostCommit<Result>(
  appended: readonly NumberedAppend[],
  result: Result,
): LostCommit<Result> | undefined {
  return appended.length === 0 ? undefined : { result, mark: markOf(appended) };
}

function markOf(appended: readonly NumberedAppend[]): CommitMark {
  for (const { portfolio, entries } of appended) {
    const [first] = entries;
    if (first !== undefined)
      return { kind: 'entry', portfolio: portfolio.name, seq: first.entry.seq, hash: first.hash };
  }
  for (const { portfolio, receipts } of appended) {
    const [first] = receipts;
    if (first === undefined) continue;
    const detail = first.detail === undefined ? null : JSON.stringify(first.detail);
    return { kind: 'receipt', portfolio: portfolio.name, key: first.key, seq: first.seq, detail };
  }
  return { kind: 'nameless' };
}

/**
 * Was it committed? Waits until the lost transaction has ended one way or the other. Throws a `Fault` when nothing can
 * tell.
 */
export async function findCommitted(
  client: pg.ClientBase,
  mark: CommitMark,
  storeName: string,
): Promise<boolean> {
  if (mark.kind === 'nameless') throw unknownOutcome(storeName, undefined);
  await client.query('BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; SET LOCAL lock_timeout = 10000');
  try {
    // The lost transaction may have made the portfolio. Then there is no row to lock, but its name can be waited for.
    await client.query(
      `INSERT INTO fixpoint.portfolio (name, settings, seq, head) VALUES ($1, '{}', 0, '')
       ON CONFLICT (name) DO NOTHING`,
      [mark.portfolio],
    );
    const { text, values } = lockPortfolios([mark.portfolio]);
    await client.query(text, [...values]);
    const { rows } = await client.query(...lookFor(mark));
    return rows.length > 0;
  } finally {
    await client.query('ROLLBACK');
  }
}

export function unknownOutcome(storeName: string, cause: unknown): Fault {
  const message =
    `${storeName} was lost while it committed, so this may or may not be in the books. ` +
    'Send it again with the same key to find out.';
  return new Fault('outcome_unknown', message, cause);
}

function lookFor(mark: Exclude<CommitMark, { kind: 'nameless' }>): [text: string, values: unknown[]] {
  const inPortfolio = 'portfolio = (SELECT id FROM fixpoint.portfolio WHERE name = $1)';
  switch (mark.kind) {
    case 'entry':
      return [
        `SELECT FROM fixpoint.entry WHERE ${inPortfolio} AND seq = $2 AND hash = $3`,
        [mark.portfolio, mark.seq, packHash(mark.hash)],
      ];
    case 'receipt':
      return [
        `SELECT FROM fixpoint.receipt WHERE ${inPortfolio} AND key = $2
           AND seq IS NOT DISTINCT FROM $3::integer AND detail IS NOT DISTINCT FROM $4::text`,
        [mark.portfolio, packKey(mark.key), mark.seq ?? null, mark.detail],
      ];
    default:
      return mark satisfies never;
  }
}
