import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { makeStoreFile } from '../../../test/support/store-file.ts';
import { migrations } from './migrations/registry.ts';

/** Released migrations are never edited: add the next one instead, and its line here. */
const released = [
  { number: 1, name: 'core', checksum: '13b2815f184b6409' },
  { number: 2, name: 'leases', checksum: '74f0e31f39476953' },
];

describe('the migrations', () => {
  it('are the released ones, letter for letter', () => {
    const found = migrations.map(({ number, name, sql }) => ({
      number,
      name,
      checksum: createHash('sha256').update(sql).digest('hex').slice(0, 16),
    }));
    expect(found).toEqual(released);
  });

  it('are numbered without gaps', () => {
    expect(migrations.map(({ number }) => number)).toEqual(migrations.map((_, index) => index + 1));
  });
});

describe('migrate', () => {
  it('gives a new file the newest schema', () => {
    const file = makeStoreFile();
    file.open();
    const db = file.openRaw();
    expect(db.pragma('user_version', { simple: true })).toBe(migrations.length);
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
  });

  it('writes nothing to a file that has it', async () => {
    const file = makeStoreFile();
    await file.open().close();
    const before = readFileSync(file.path);
    await file.open().close();
    expect(readFileSync(file.path).equals(before)).toBe(true);
  });

  it('refuses a store of a newer release, and changes nothing in it', async () => {
    const file = makeStoreFile();
    await file.open().close();
    const raw = file.openRaw();
    raw.pragma('user_version = 999');
    expect(() => file.open()).toThrow(
      `sqlite:${file.path} was written by a newer Fixpoint (its schema is 999, this release knows ${migrations.length}).`,
    );
    expect(raw.pragma('user_version', { simple: true })).toBe(999);
  });

  it.each([
    ['has tables', 'CREATE TABLE note (text TEXT)'],
    ['says whose it is', 'PRAGMA application_id = 7'],
    ['counts versions', 'PRAGMA user_version = 1'],
  ])('refuses the database of another program that %s', (_, sql) => {
    const file = makeStoreFile();
    file.openRaw().exec(sql);
    expect(() => file.open()).toThrow(`sqlite:${file.path} is the database of another program.`);
    expect(
      file.openRaw().prepare('SELECT name FROM sqlite_schema WHERE name = ?').get('entry'),
    ).toBeUndefined();
  });

  it('refuses a file that is no database', () => {
    const file = makeStoreFile();
    writeFileSync(file.path, 'date,amount\n'.repeat(100));
    expect(() => file.open()).toThrow('SQLITE_NOTADB');
  });
});
