import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readEverything } from '../../test/support/books.ts';
import { openCliSession } from '../../test/support/cli-session.ts';
import { makeStoreFile } from '../../test/support/store-file.ts';
import { makeTestDatabase } from '../../test/support/temporary-postgres.ts';
import { openTestHub } from '../../test/support/test-hub.ts';
import { fillWholeBooks, knownDeposit } from '../../test/support/whole-books.ts';
import { extraCommands } from './extra-commands.ts';
import { openStore } from './open-store.ts';

const cli = () => openCliSession({ extraCommands });

describe('a backup', () => {
  it('of SQLite holds the books of one moment, while another process has them open', async () => {
    const file = makeStoreFile();
    const hub = await fillWholeBooks(file.open(), 40);
    const backup = join(file.folder, 'backup.db');
    const { exit, document } = await cli().runJson('backup', backup, '--store', `sqlite:${file.path}`);
    expect(exit).toBe(0);
    // 14 entries of the mixed batch, four more, 40 deposits; and what the second portfolio was made with
    expect(document).toMatchObject({
      status: 'accepted',
      file: backup,
      bytes: statSync(backup).size,
      portfolios: [
        { portfolio: 'family', entries: 2 },
        { portfolio: 'main', entries: 58 },
      ],
    });
    const before = await readEverything(hub);
    await hub.write('deposit', { amount: '1', on: '2024-06-01' }, 'later');
    const copy = await openStore(`sqlite:${backup}`, { waits: 'yield' });
    expect(await readEverything(openTestHub(copy))).toEqual(before);
    await copy.close();
  });

  it('of PostgreSQL is a SQLite store, and comes back into PostgreSQL', async () => {
    const [{ url }, again, { folder }] = [
      await makeTestDatabase(),
      await makeTestDatabase(),
      makeStoreFile(),
    ];
    const store = await openStore(url, { waits: 'yield' });
    const before = await readEverything(await fillWholeBooks(store, 40));
    await store.close();
    const backup = join(folder, 'backup.db');
    expect(await cli().run('backup', backup, '--store', url)).toMatchObject({ exit: 0 });
    expect(await cli().run('restore', backup, '--store', again.url)).toMatchObject({ exit: 0 });
    for (const setting of [`sqlite:${backup}`, again.url]) {
      const restored = await openStore(setting, { waits: 'yield' });
      const hub = openTestHub(restored);
      expect(await readEverything(hub)).toEqual(before);
      const { input, key } = knownDeposit;
      expect(await hub.write('deposit', input, key)).toMatchObject({ status: 'duplicate' });
      await restored.close();
    }
  });

  it('is one file that only its owner may read, and leaves nothing beside it', async () => {
    const { folder, setting } = await makeBooks();
    await cli().run('backup', join(folder, 'kept/'), '--store', setting);
    const names = readdirSync(join(folder, 'kept'));
    expect(names).toEqual([expect.stringMatching(/^fixpoint-\d{8}T\d{6}Z\.db$/)]);
    expect(statSync(join(folder, 'kept', String(names[0]))).mode & 0o777).toBe(0o600);
  });

  it('replaces a file only when it is told to', async () => {
    const { folder, setting } = await makeBooks();
    const backup = join(folder, 'backup.db');
    writeFileSync(backup, 'something dear');
    const refused = await cli().runJson('backup', backup, '--store', setting);
    expect(refused).toMatchObject({ exit: 1, document: { status: 'refused', code: 'already_exists' } });
    expect(readFileSync(backup, 'utf8')).toBe('something dear');
    expect(await cli().run('backup', backup, '--overwrite', '--store', setting)).toMatchObject({ exit: 0 });
    expect(await cli().run('restore', backup, '--store', `sqlite:${folder}/new.db`)).toMatchObject({
      exit: 0,
    });
  });

  it('goes on over what a killed backup left', async () => {
    const { folder, setting } = await makeBooks();
    const backup = join(folder, 'backup.db');
    writeFileSync(`${backup}.partial`, 'half of something');
    writeFileSync(`${backup}.partial-wal`, 'and its log');
    expect(await cli().run('backup', backup, '--store', setting)).toMatchObject({ exit: 0 });
    expect(readdirSync(folder).filter((name) => name.includes('partial'))).toEqual([]);
  });

  it('is not made of books that do not verify', async () => {
    const { folder, setting, openRaw } = await makeBooks();
    openRaw().exec("UPDATE balance SET amount = '1' WHERE currency = 'AUD'");
    const { exit, document } = await cli().runJson('backup', join(folder, 'backup.db'), '--store', setting);
    expect(exit).toBe(1);
    expect(JSON.stringify(document)).toContain('The balance of assets:cash AUD is 1');
    expect(readdirSync(folder).filter((name) => name.includes('backup'))).toEqual([]);
  });

  it.each([
    ['a file that is not there', 'sqlite:NOWHERE/books.db', 3, 'does not exist'],
    ['a store without books', 'sqlite:NEW', 1, 'holds no portfolio'],
  ])('says why there is none of %s', async (_, setting, exit, reason) => {
    const { folder } = makeStoreFile();
    const place = setting.replace('NOWHERE', join(folder, 'nowhere')).replace('NEW', join(folder, 'new.db'));
    if (exit === 1) await (await openStore(place, { waits: 'yield' })).close();
    const run = await cli().run('backup', join(folder, 'backup.db'), '--store', place);
    expect(run).toMatchObject({ exit, err: expect.stringContaining(reason) });
    expect(existsSync(join(folder, 'backup.db'))).toBe(false);
  });
});

it.each([['backup', 'x.db'], ['restore', 'x.db'], ['doctor']])(
  '%s is not done from afar',
  async (...args) => {
    const env = { FIXPOINT_API_BASE: 'http://127.0.0.1:1' };
    const run = await openCliSession({ extraCommands, env }).run(...args);
    expect(run).toMatchObject({ exit: 2, err: expect.stringContaining('Run it there') });
  },
);

describe('a restore', () => {
  it('leaves a store alone that holds books', async () => {
    const [from, to] = [await makeBooks(), await makeBooks(3)];
    const backup = join(from.folder, 'backup.db');
    await cli().run('backup', backup, '--store', from.setting);
    const { exit, document } = await cli().runJson('restore', backup, '--store', to.setting);
    expect({ exit, document }).toMatchObject({ exit: 1, document: { code: 'already_exists' } });
  });

  it('says what is no backup', async () => {
    const { folder } = makeStoreFile();
    writeFileSync(join(folder, 'letter.txt'), 'Dear Sir');
    const letter = await cli().run('restore', join(folder, 'letter.txt'), '--store', `sqlite:${folder}/a.db`);
    expect(letter).toMatchObject({ exit: 3, err: expect.stringContaining('letter.txt') });
    const missing = await cli().run('restore', join(folder, 'none.db'), '--store', `sqlite:${folder}/a.db`);
    expect(missing).toMatchObject({ exit: 3, err: expect.stringContaining('does not exist') });
    expect(existsSync(join(folder, 'a.db'))).toBe(false);
  });
});

async function makeBooks(deposits = 2) {
  const file = makeStoreFile();
  const store = file.open();
  await fillWholeBooks(store, deposits);
  await store.close();
  return { ...file, setting: `sqlite:${file.path}` };
}
