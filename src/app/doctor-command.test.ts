import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { openCliSession } from '../../test/support/cli-session.ts';
import { fail } from '../../test/support/fail.ts';
import { makeStoreFile } from '../../test/support/store-file.ts';
import { makeTestDatabase } from '../../test/support/temporary-postgres.ts';
import { gradeSettings } from '../store/postgres/examine-server.ts';
import { extraCommands } from './extra-commands.ts';
import { openStore } from './open-store.ts';

describe('doctor on SQLite', () => {
  it('reads back what the store relies on', async () => {
    const { folder, path } = await makeStore();
    const { exit, grades, found } = await examine(`sqlite:${path}`);
    expect(exit).toBe(0);
    expect(found).toMatchObject({
      permissions: '600',
      journal_mode: 'WAL',
      synchronous: 'FULL',
      foreign_keys: 'on',
      integrity: 'quick check ok',
      schema: expect.stringMatching(/^\d+, as this release has it$/),
    });
    expect(Object.values(grades)).not.toContain('bad');
    const text = await openCliSession({ extraCommands }).run('doctor', '--store', `sqlite:${path}`);
    expect(text.out).toContain('ok      synchronous        FULL\n');
    expect(folder).not.toBe('');
  });

  it('warns when others may read the books', async () => {
    const { path } = await makeStore();
    chmodSync(path, 0o644);
    const { exit, grades } = await examine(`sqlite:${path}`);
    expect([exit, grades['permissions']]).toEqual([0, 'warning']);
  });

  it('names a trigger that somebody took away', async () => {
    const { path, openRaw } = await makeStore();
    openRaw().exec('DROP TRIGGER entry_update');
    const { exit, grades, found } = await examine(`sqlite:${path}`);
    expect([exit, grades['guards'], found['guards']]).toEqual([1, 'bad', 'missing or changed: entry_update']);
  });

  it('finds a page that the disk changed', async () => {
    const { path, openRaw } = await makeStore();
    const db = openRaw();
    db.exec("INSERT INTO account (code, name) VALUES (99, 'x'); PRAGMA wal_checkpoint(TRUNCATE)");
    db.close();
    const { readFileSync } = await import('node:fs');
    const bytes = readFileSync(path);
    bytes.fill(0xff, 2 * 4096, 2 * 4096 + 64); // the header of the third page
    writeFileSync(path, bytes);
    const { exit } = await examine(`sqlite:${path}`);
    expect([1, 3]).toContain(exit);
  });

  it.each([
    ['another program', 'CREATE TABLE letter (text)', 'schema', 'bad', 1],
    ['a newer release', 'PRAGMA user_version = 900', 'schema', 'bad', 1],
    ['a move that was cut off', 'PRAGMA user_version = 1000000', 'schema', 'bad', 1],
  ])('says that the file is of %s', async (_, sql, check, grade, exit) => {
    const file = sql.startsWith('CREATE') ? makeStoreFile() : await makeStore();
    file.openRaw().exec(sql);
    const seen = await examine(`sqlite:${file.path}`);
    expect([seen.grades[check], seen.exit]).toEqual([grade, exit]);
  });

  it('makes nothing where there is nothing', async () => {
    const { folder } = makeStoreFile();
    const soon = await examine(`sqlite:${join(folder, 'soon.db')}`);
    expect([soon.exit, soon.grades['file']]).toEqual([0, 'warning']);
    const nowhere = await examine(`sqlite:${join(folder, 'no', 'books.db')}`);
    expect([nowhere.exit, nowhere.grades['file']]).toEqual([3, 'bad']);
  });
});

describe('doctor on PostgreSQL', () => {
  it('tells the server, its settings and that no standby is waited for', async () => {
    const { url } = await makeTestDatabase();
    await (await openStore(url, { waits: 'yield' })).close();
    const { exit, grades, found } = await examine(url);
    expect(exit).toBe(0);
    expect(found).toMatchObject({
      host: expect.stringMatching(/^127\.0\.0\.1:\d+ takes writes$/),
      fsync: 'on',
      full_page_writes: 'on',
      synchronous_commit: 'on',
      encoding: 'UTF8',
      version: expect.stringMatching(/^PostgreSQL \d+/),
      replication: 'not synchronous',
      guards: expect.stringMatching(/^\d+ triggers as released$/),
    });
    expect(grades).toMatchObject({ replication: 'warning', guards: 'good', schema: 'good' });
  });

  it('warns of a host that is not there, and of a server that is none it is bad', async () => {
    const { url } = await makeTestDatabase();
    const two = await examine(url.replace('@', '@127.0.0.1:9,'));
    expect([two.exit, two.all.filter(({ check }) => check === 'host').map(({ grade }) => grade)]).toEqual([
      0,
      ['warning', 'good'],
    ]);
    const none = await examine('postgres://ann:secret@127.0.0.1:9/books');
    expect([none.exit, none.grades['host']]).toEqual([3, 'bad']);
    expect(JSON.stringify(none)).not.toContain('secret');
  });

  it('names a trigger that somebody switched off', async () => {
    const { url } = await makeTestDatabase();
    await (await openStore(url, { waits: 'yield' })).close();
    const db = new pg.Client(url);
    await db.connect();
    await db.query('ALTER TABLE fixpoint.entry ENABLE TRIGGER entry_kept'); // no longer ALWAYS
    await db.end();
    const { exit, found } = await examine(url);
    expect([exit, found['guards']]).toEqual([1, 'missing or switched off: entry_kept']);
  });

  it.each([
    [{ fsync: 'off' }, 'fsync', 'bad'],
    [{ full_pages: 'off' }, 'full_page_writes', 'warning'],
    [{ waits: 'off' }, 'synchronous_commit', 'warning'],
    [{ waits: 'local' }, 'synchronous_commit', 'warning'],
    [{ waits: 'remote_apply' }, 'synchronous_commit', 'good'],
    [{ encoding: 'LATIN1' }, 'encoding', 'bad'],
    [{ major: 13 }, 'version', 'bad'],
  ])('grades %j', (changed, check, grade) => {
    const usual = {
      version: '18.4',
      major: 18,
      encoding: 'UTF8',
      fsync: 'on',
      full_pages: 'on',
      waits: 'on',
      size: '8 MB',
    };
    const graded = gradeSettings({ ...usual, ...changed });
    expect(graded.find((finding) => finding.check === check)?.grade).toBe(grade);
    expect(graded.filter((finding) => finding.grade !== 'good').length).toBe(grade === 'good' ? 0 : 1);
  });
});

interface Seen {
  readonly exit: number;
  readonly all: readonly { readonly check: string; readonly grade: string; readonly found: string }[];
  readonly grades: Readonly<Record<string, string>>;
  readonly found: Readonly<Record<string, string>>;
}

async function examine(store: string): Promise<Seen> {
  const { exit, document } = await openCliSession({ extraCommands }).runJson('doctor', '--store', store);
  const { findings } = document as { readonly findings: Seen['all'] }; // as the command writes it
  if (!Array.isArray(findings)) fail('doctor lists no findings');
  return {
    exit,
    all: findings,
    grades: Object.fromEntries(findings.map(({ check, grade }) => [check, grade])),
    found: Object.fromEntries(findings.map(({ check, found }) => [check, found])),
  };
}

/** A store whose schema is there. */
async function makeStore() {
  const file = makeStoreFile();
  await file.open().close();
  return file;
}
