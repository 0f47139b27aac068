import type Database from 'better-sqlite3';
import { assertNewestFence, type Fence, type Lease } from '../../engine/lease.ts';
import { prepareOnce } from './prepare-once.ts';

interface LeaseRow {
  readonly fence: number;
  readonly beat: number;
  readonly holder: string | null;
}

/** A write holds the one lock of the file, so what it loads stands until its commit. */
export function answerLeases(db: Database.Database) {
  const select = prepareOnce<[string], LeaseRow>(db, 'SELECT fence, beat, holder FROM lease WHERE name = ?');
  const insert = prepareOnce<[string, number, number, string | null]>(
    db,
    'INSERT INTO lease (name, fence, beat, holder) VALUES (?, ?, ?, ?)',
  );
  const update = prepareOnce<[number, number, string | null, string, number]>(
    db,
    'UPDATE lease SET fence = ?, beat = ?, holder = ? WHERE name = ? AND fence <= ?',
  );
  const load = (name: string): Lease | undefined => {
    const row = select().get(name);
    return row === undefined ? undefined : { name, ...row, holder: row.holder ?? undefined };
  };
  return {
    load,
    /** Throws when the lease is there although it is said to be new, or has a higher fence. */
    save: ({ name, fence, beat, holder }: Lease, isNew: boolean): undefined => {
      if (isNew) insert().run(name, fence, beat, holder ?? null);
      else if (update().run(fence, beat, holder ?? null, name, fence).changes !== 1)
        throw new Error(`There is no lease ${name} below the fence ${fence}`);
    },
    assertNewest: (fences: readonly Fence[]): void => {
      for (const fence of fences) assertNewestFence(fence, load(fence.lease));
    },
  };
}
