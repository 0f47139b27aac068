import { describe, expect, it } from 'vitest';
import { openCliSession } from '../../test/support/cli-session.ts';
import { makeStoreFile } from '../../test/support/store-file.ts';
import { fillWholeBooks } from '../../test/support/whole-books.ts';
import { extraCommands } from './extra-commands.ts';

const cli = (isTTY = false) => openCliSession({ extraCommands, isTTY, env: { NO_COLOR: '1' } });

describe('fixpoint store move', () => {
  it('says what arrived and what to do next', async () => {
    const [from, to] = [await makeBooks(2), makeStoreFile()];
    const { exit, out } = await cli().run('store', 'move', from, `sqlite:${to.path}`);
    expect(exit).toBe(0);
    // 14 entries of the mixed batch, four more, two deposits
    expect(out).toMatch(/\n {2}main: 20 entries, head [0-9a-f]{64}\n/);
    expect(out).toContain('Next: name the new store in FIXPOINT_STORE');
  });

  it('answers a program with one document', async () => {
    const [from, to] = [await makeBooks(2), makeStoreFile()];
    const done = await cli().runJson('store', 'move', from, `sqlite:${to.path}`);
    expect(done).toMatchObject({
      exit: 0,
      document: { status: 'accepted', from, to: `sqlite:${to.path}`, resumed: false, rows: { entry: 22 } },
    });
    const again = await cli().runJson('store', 'move', from, `sqlite:${to.path}`);
    expect(again).toMatchObject({ exit: 1, document: { status: 'refused', code: 'already_exists' } });
  });

  it('draws a bar on a terminal when there is much to move', async () => {
    const [from, to] = [await makeBooks(1_000), makeStoreFile()];
    const { err } = await cli(true).run('store', 'move', from, `sqlite:${to.path}`);
    expect(err).toMatch(/\rmoving {3}\[#{30}\] (\d+)\/\1\n/);
    expect(err).toMatch(/\rcomparing \[#{30}\] (\d+)\/\1\n/);
  });

  it.each([
    [['move', 'sqlite:a.db'], 2, 'Write: fixpoint store move FROM TO'],
    [['copy', 'sqlite:a.db', 'sqlite:b.db'], 2, 'Write: fixpoint store move FROM TO'],
    [['move', 'a.db', 'sqlite:b.db'], 2, '"a.db" is no store'],
    [['move', 'sqlite:nowhere/a.db', 'sqlite:nowhere/b.db'], 3, 'sqlite:nowhere/a.db does not exist'],
  ])('does not take %j', async (args, exit, reason) => {
    expect(await cli().run('store', ...args)).toMatchObject({ exit, err: expect.stringContaining(reason) });
  });
});

async function makeBooks(deposits: number): Promise<string> {
  const file = makeStoreFile();
  const store = file.open();
  await fillWholeBooks(store, deposits);
  await store.close();
  return `sqlite:${file.path}`;
}
