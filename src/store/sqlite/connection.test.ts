import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { bundleProgram } from '../../../test/support/bundle-program.ts';
import { startProcess } from '../../../test/support/child-process.ts';
import { makeStoreFile } from '../../../test/support/store-file.ts';
import { connect, setUp } from './connection.ts';

describe('a connection', () => {
  it('makes a file that only its owner can read (1)', () => {
    const file = makeStoreFile();
    file.open();
    const modes = ['', '-wal', '-shm'].map((suffix) => statSync(`${file.path}${suffix}`).mode & 0o777);
    expect(modes).toEqual([0o600, 0o600, 0o600]);
  });

  it('flushes every commit, in the process that made the file and in every later one (2)', async () => {
    const file = makeStoreFile();
    file.open();
    const program = await bundleProgram('support/show-settings-main.ts');
    onTestFinished(program.dispose);
    const child = startProcess(program.path, [file.path]);
    const shown: unknown = JSON.parse(await child.finish());
    expect(shown).toEqual({
      // What the driver does with a file that somebody else made, without being told: the reason for this test.
      untold: 1,
      store: [
        { access: 'write', journal_mode: 'wal', synchronous: 2, foreign_keys: 1, query_only: 0 },
        { access: 'read', journal_mode: 'wal', synchronous: 2, foreign_keys: 1, query_only: 1 },
      ],
    });
  });

  it('is not handed out when a setting does not take (2)', () => {
    const file = makeStoreFile();
    const db = connect(file.path);
    const pragma = db.pragma.bind(db);
    const deaf = (source: string, options?: { simple?: boolean }) =>
      source === 'synchronous = FULL' ? [] : pragma(source, options);
    Object.defineProperty(db, 'pragma', { value: deaf });
    pragma('synchronous = NORMAL');
    expect(() => setUp(db, 'write', 'sqlite:books')).toThrow(
      'sqlite:books cannot be kept safely: synchronous must be 2 and is 1. Put the store on a local disk.',
    );
    db.close();
  });

  it('says so when the folder is not there', () => {
    const { folder } = makeStoreFile();
    const path = join(folder, 'missing', 'fixpoint.db');
    expect(() => connect(path)).toThrow(`${path} cannot be opened. Check that its folder exists`);
  });
});
