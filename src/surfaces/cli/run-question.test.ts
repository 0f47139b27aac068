import { describe, expect, it } from 'vitest';
import { openBrokenStore } from '../../../test/support/broken-store.ts';
import { openCliSession } from '../../../test/support/cli-session.ts';
import { openSilentStore } from '../../../test/support/faulty-stores.ts';
import { Fault } from '../../engine/outcome.ts';

async function sessionWithCash() {
  const session = openCliSession();
  await session.run('deposit', '1234567.5', '--currency', 'USD');
  await session.run('deposit', '20', '--currency', 'EUR');
  return session;
}

describe('a question', () => {
  it('is answered with a table', async () => {
    const session = await sessionWithCash();
    const { exit, out, err } = await session.run('cash');
    expect({ exit, err }).toEqual({ exit: 0, err: '' });
    expect(out.split('\n')).toContain('Currency     Amount');
    expect(out.split('\n')).toContain('EUR              20');
    expect(out.split('\n')).toContain('USD       1234567.5');
  });

  it('is answered with the body alone in JSON', async () => {
    const session = await sessionWithCash();
    const { exit, document } = await session.runJson('cash', '--currency', 'eur');
    expect(exit).toBe(0);
    expect(document).toEqual([{ currency: 'EUR', amount: '20' }]);
  });

  it('says so when there is nothing', async () => {
    expect(await openCliSession().run('cash')).toEqual({ exit: 0, out: 'There is no cash.\n', err: '' });
  });

  it('draws Chinese names in line and shows control characters', async () => {
    const { out } = await openCliSession().run('write-notes', 'seen');
    expect(out.split('\n')).toEqual([
      'Name      Note          Units',
      '贵州茅台  seen\\x1b[31m   1500',
      'AAPL                      2.5',
      'shown: 2',
      '',
    ]);
  });

  it('passes words and whole numbers on', async () => {
    const { document } = await openCliSession().runJson('write-notes', 'x', '--limit', '1');
    expect(document).toEqual({
      notes: [{ name: '贵州茅台', note: 'x\u001b[31m', units: '1500' }],
      next: null,
      shown: 1,
    });
  });

  it('is shown member by member without a table, and bad news exits with 1', async () => {
    const { exit, out } = await openCliSession().run('verify');
    expect(exit).toBe(1);
    expect(out.split('\n')).toEqual([
      'ok: false',
      'entries: 3',
      'problems:',
      '  code  entry',
      '  hash  ent_2',
      'nothing: none',
      'about:',
      '  a: b',
      '',
    ]);
  });

  it('takes what stands in a file where the placeholder says FILE', async () => {
    const session = openCliSession({ files: { 'a.json': 'abc', '-': 'def' } });
    expect(await session.runJson('verify', '--anchor', 'a.json')).toEqual({
      exit: 0,
      document: { ok: true, anchor: 'abc' },
    });
    expect((await session.runJson('verify', '--anchor', '-')).document).toEqual({ ok: true, anchor: 'def' });
    expect(await session.run('verify', '--anchor', 'gone')).toEqual({
      exit: 2,
      out: '',
      err: 'fixpoint: gone cannot be read: no such file\n',
    });
  });

  it.each([
    { args: ['cash', '--as-of', 'May'], exit: 2, code: 'invalid_input' },
    { args: ['cash', '--idempotency-key', 'k'], exit: 2, code: 'invalid_input' },
    { args: ['cash', 'USD'], exit: 2, code: 'invalid_input' },
    { args: ['write-notes'], exit: 2, code: 'invalid_input' },
    { args: ['cash', '--portfolio', 'nosuch'], exit: 1, code: 'portfolio_not_found' },
  ])('$args is refused with $code', async ({ args, exit, code }) => {
    const session = openCliSession();
    const json = await session.runJson(...args);
    expect(json.exit).toBe(exit);
    expect(json.document).toMatchObject({ status: 'refused', code });
    const text = await session.run(...args);
    expect({ exit: text.exit, out: text.out }).toEqual({ exit, out: '' });
    expect(text.err).toContain(`Refused (${code}): `);
  });

  it('exits with 3 when the books do not answer', async () => {
    const session = openCliSession({ store: openBrokenStore(new Fault('unavailable', 'Gone.')) });
    expect(await session.runJson('cash')).toEqual({
      exit: 3,
      document: { status: 'failed', query: 'cash', portfolio: 'main', code: 'unavailable', message: 'Gone.' },
    });
    expect(await session.run('cash')).toEqual({ exit: 3, out: '', err: 'Failed (unavailable): Gone.\n' });
  });

  it('is given up on Ctrl-C', async () => {
    const session = openCliSession({ store: openSilentStore() });
    const running = session.run('cash');
    await session.interrupt();
    expect((await running).exit).toBe(3);
  });
});
