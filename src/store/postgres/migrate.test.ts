import { createHash } from 'node:crypto';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeTestDatabase, runSql } from '../../../test/support/temporary-postgres.ts';
import { migrations as sqliteMigrations } from '../sqlite/migrations/registry.ts';
import { isMigrationRace, migrate, schemaVersion } from './migrate.ts';
import { migrations } from './migrations/registry.ts';
import { openPostgresStore } from './postgres-store.ts';

describe('the schema', () => {
  it('has the same steps by number and name as the other database', () => {
    const listed = (steps: readonly { readonly number: number; readonly name: string }[]) =>
      steps.map(({ number, name }) => [number, name]);
    expect(listed(migrations)).toEqual(listed(sqliteMigrations));
    expect(migrations.map(({ number }) => number)).toEqual(migrations.map((_, index) => index + 1));
  });

  it('is made once by twelve who begin together', async () => {
    const { target, url } = await makeTestDatabase();
    const stores = await Promise.all(Array.from({ length: 12 }, () => openPostgresStore(target)));
    await Promise.all(stores.map((store) => store.close()));
    const db = await connectTo(url);
    const { rows } = await db.query('SELECT number, name, sha256 FROM fixpoint.migration ORDER BY number');
    const hashes = migrations.map(({ sql }) => createHash('sha256').update(sql).digest('hex'));
    expect(rows).toEqual(
      migrations.map(({ number, name }, index) => ({ number, name, sha256: hashes[index] })),
    );
  });

  it('takes the steps that are missing, and none of a step that fails', async () => {
    const { url } = await makeTestDatabase();
    const db = await connectTo(url);
    const second = { number: schemaVersion + 1, name: 'next', sql: 'CREATE TABLE fixpoint.next (n integer)' };
    await migrate(db, 'books');
    const failing = { ...second, sql: `${second.sql}; SELECT 1 / 0` };
    await expect(migrate(db, 'books', [...migrations, failing])).rejects.toThrow('division by zero');
    const { rows } = await db.query("SELECT to_regclass('fixpoint.next') AS next");
    expect(rows).toEqual([{ next: null }]);
    await migrate(db, 'books', [...migrations, second]);
    await db.query('SELECT n FROM fixpoint.next');
  });

  it.each([
    [
      'a newer release',
      "INSERT INTO fixpoint.migration VALUES (99, 'later', 'x')",
      'written by a newer Fixpoint',
    ],
    ['another text', "UPDATE fixpoint.migration SET sha256 = 'x'", 'made by another text of step 1'],
    ['another program', 'DROP TABLE fixpoint.migration', 'belongs to another program'],
  ])('of %s is left alone', async (_, sql, reason) => {
    const { target, url } = await makeTestDatabase();
    const store = await openPostgresStore(target);
    await runSql(url, sql);
    await expect(openPostgresStore(target)).rejects.toThrow(reason);
    // A store that is open already writes nothing more either.
    if (sql.startsWith('INSERT')) {
      const writing = store.write(function* () {
        yield { kind: 'load_facts', reads: [] };
      });
      await expect(writing).rejects.toThrow('taken over by another release');
    }
    await store.close();
  });

  it('takes a race for what it is by its code', () => {
    const failWith = (code: string) => Object.assign(new Error('it failed'), { code });
    expect(['23505', '42P06', '42P07', '40P01'].map((code) => isMigrationRace(failWith(code)))).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(isMigrationRace(failWith('42601'))).toBe(false);
  });
});

async function connectTo(url: string): Promise<pg.Client> {
  const db = new pg.Client(url);
  await db.connect();
  onTestFinished(() => db.end());
  return db;
}
