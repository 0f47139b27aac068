import { describe, expect, it } from 'vitest';
import { makeTestDatabase } from '../../test/support/temporary-postgres.ts';
import { openStore } from './open-store.ts';

describe('opening the store that a setting names', () => {
  it('opens a PostgreSQL and names it without its password', async () => {
    const { url, target } = await makeTestDatabase();
    const store = await openStore(url, { waits: 'yield' });
    expect(store.name).toBe(target.name);
    await store.close();
  });

  it.each([
    ['mysql://db/books', '"mysql://db/books" is no store. Write sqlite:PATH or postgres://'],
    ['mysql://ann:secret@db/books', 'The setting "store" is no store.'],
    ['postgres://ann:secret@db', 'it names no database'],
    ['sqlite:', 'names no file'],
  ])('says what is wrong with %s, and no password', async (setting, reason) => {
    const error = await openStore(setting, { waits: 'yield' }).catch((thrown: unknown) => String(thrown));
    expect(error).toContain(reason);
    expect(error).not.toContain('secret');
  });
});
