/** Statements about leases. A lease is no part of a portfolio, and its row is locked after those of portfolios. */
import type { Fence, Lease } from '../../engine/lease.ts';
import type { Statement } from './statement.ts';

export interface LeaseRow {
  readonly name: string;
  readonly fence: number;
  readonly beat: number;
  readonly holder: string | null;
}

/** In a write it waits for whoever else changes the lease, or books under it. */
export function selectLease(name: string, access: 'write' | 'read'): Statement {
  const lock = access === 'write' ? ' FOR UPDATE' : '';
  return {
    text: `SELECT name, fence, beat, holder FROM fixpoint.lease WHERE name = $1${lock}`,
    values: [name],
  };
}

/** Fails when somebody else has just made one of this name, for which it waits; and below a fence that is there. */
export function saveLease({ name, fence, beat, holder }: Lease, isNew: boolean): Statement {
  const values = [name, fence, beat, holder ?? null];
  if (isNew)
    return { text: 'INSERT INTO fixpoint.lease (name, fence, beat, holder) VALUES ($1, $2, $3, $4)', values };
  return {
    text: 'UPDATE fixpoint.lease SET fence = $2, beat = $3, holder = $4 WHERE name = $1 AND fence <= $2',
    values,
    rows: 1,
  };
}

/** Whoever books under a lease keeps it from being given on until the commit, and lets others book under it too. */
export function shareLeases(fences: readonly Fence[]): Statement {
  return {
    text: 'SELECT name, fence, beat, holder FROM fixpoint.lease WHERE name = ANY($1::text[]) ORDER BY name FOR SHARE',
    values: [[...new Set(fences.map(({ lease }) => lease))]],
  };
}

export function unpackLease({ name, fence, beat, holder }: LeaseRow): Lease {
  return { name, fence, beat, holder: holder ?? undefined };
}
