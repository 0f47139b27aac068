import { describe, expect, it } from 'vitest';
import { openCliSession } from '../../../test/support/cli-session.ts';

describe('a write', () => {
  it('says what was booked', async () => {
    const session = openCliSession();
    await session.run('deposit', '5000', '--currency', 'USD', '--on', '2026-05-01');
    const { exit, out, err } = await session.run('buy', 'AAPL', '10', '--price', '190', '--fee', '1');
    expect({ exit, err }).toEqual({ exit: 0, err: '' });
    expect(out.split('\n')).toEqual([
      'Booked buy in main as ent_2.',
      '  trade on 2026-11-30',
      '  cash -1901 USD',
      '  fee +1 USD',
      '  AAPL acquire: units 10, cost 1900, fee 1 USD',
      '  key made-2',
      '',
    ]);
  });

  it('prints the outcome as one JSON document', async () => {
    const { exit, document } = await openCliSession().runJson('deposit', '1000', '--currency', 'USD');
    expect(exit).toBe(0);
    expect(document).toMatchObject({
      status: 'accepted',
      operation: 'deposit',
      portfolio: 'main',
      idempotency_key: 'made-1',
      entry_id: 'ent_1',
      result: { date: '2026-11-30' },
    });
  });

  it('sends the day along when the key is made here', async () => {
    const session = openCliSession({ localDate: () => '2026-11-29' });
    const { document } = await session.runJson('deposit', '1000');
    expect(document).toMatchObject({ result: { date: '2026-11-29' } });
  });

  it("never sends a day along with the caller's key", async () => {
    const session = openCliSession({ localDate: () => '2026-11-29' });
    const first = await session.runJson('deposit', '1000', '--idempotency-key', 'mine');
    expect(first.document).toMatchObject({ status: 'accepted', result: { date: '2026-11-30' } });
    const again = await session.runJson('deposit', '1000.00', '--idempotency-key', 'mine');
    expect(again.document).toMatchObject({ status: 'duplicate' });
  });

  it('says of a duplicate when and how it came first', async () => {
    const session = openCliSession();
    await session.run('deposit', '1000', '--idempotency-key', 'k1');
    const { exit, out } = await session.run('deposit', '1000', '--idempotency-key', 'k1');
    expect(exit).toBe(0);
    expect(out.split('\n').slice(0, 4)).toEqual([
      'This deposit was in main already as ent_1: it came at 2026-11-30T09:00:00.000Z by cli. Nothing was booked now.',
      '  deposit on 2026-11-30',
      '  cash +1000 USD',
      '  key k1',
    ]);
  });

  it('books each invocation without a key by itself', async () => {
    const session = openCliSession();
    await session.run('deposit', '1000');
    await session.run('deposit', '1000');
    const { document } = await session.runJson('cash');
    expect(document).toEqual([{ currency: 'USD', amount: '2000' }]);
  });

  it('shows a dry run and books nothing', async () => {
    const session = openCliSession();
    const { exit, out } = await session.run('deposit', '1000', '--dry-run');
    expect(exit).toBe(0);
    expect(out.split('\n').slice(0, 3)).toEqual([
      'Would book deposit in main; nothing was booked.',
      '  deposit on 2026-11-30',
      '  cash +1000 USD',
    ]);
    expect((await session.runJson('cash')).document).toEqual([]);
  });

  it('goes to the portfolio that is named and opens the store that is named', async () => {
    const session = openCliSession({ env: { FIXPOINT_PORTFOLIO: 'second' } });
    const made = await session.runJson(
      'create-portfolio',
      'second',
      '--store',
      'sqlite:x.db',
      '--config',
      'f.yaml',
    );
    expect(made.document).toMatchObject({ status: 'accepted', portfolio: 'second' });
    expect(session.opened).toEqual([{ store: 'sqlite:x.db', config: 'f.yaml' }]);
    expect((await session.runJson('deposit', '5')).document).toMatchObject({ portfolio: 'second' });
  });
});

describe('a refused write', () => {
  it('tells the code and the reason on stderr', async () => {
    const { exit, out, err } = await openCliSession().run('withdraw', '50', '--currency', 'USD');
    expect({ exit, out }).toEqual({ exit: 1, out: '' });
    expect(err).toMatch(/^Refused \(insufficient_cash\): \S/);
  });

  it.each([
    { args: ['deposit', '1e3'], field: 'amount' },
    { args: ['deposit'], field: 'amount' },
    { args: ['deposit', '5', '--on', 'yesterday'], field: 'on' },
    { args: ['deposit', '5', '--curency', 'USD'], field: '--curency' },
    { args: ['deposit', '5', 'USD'], field: 'command_line' },
  ])(
    'for the wrong command line $args exits with 2, names the field and opens no store',
    async ({ args, field }) => {
      const session = openCliSession();
      const { exit, document } = await session.runJson(...args);
      expect(exit).toBe(2);
      expect(document).toMatchObject({
        status: 'refused',
        operation: 'deposit',
        portfolio: 'main',
        code: 'invalid_input',
        detail: { field },
      });
      const { err, out } = await session.run(...args);
      expect(out).toBe('');
      expect(err).toMatch(/^Refused \(invalid_input\): .+\nUsage: fixpoint deposit AMOUNT \[flags\]\n$/);
      expect(session.opened).toEqual([]);
    },
  );

  it.each(['two words', 'fx:mine', '钥匙', 'x'.repeat(256)])('refuses the key "%s" unseen', async (key) => {
    const session = openCliSession();
    const { exit, document } = await session.runJson('deposit', '5', '--idempotency-key', key);
    expect(exit).toBe(2);
    expect(document).toMatchObject({ status: 'refused', code: 'idempotency_key_invalid' });
    expect(session.opened).toEqual([]);
  });

  it('refuses a key that was used for something else', async () => {
    const session = openCliSession();
    await session.run('deposit', '1000', '--idempotency-key', 'k1');
    const { exit, document } = await session.runJson('deposit', '1001', '--idempotency-key', 'k1');
    expect(exit).toBe(1);
    expect(document).toMatchObject({ code: 'idempotency_key_reused', detail: { fields: ['amount'] } });
  });
});

describe('a write that takes something away', () => {
  async function sessionWithEntry(answer: boolean) {
    const asked: string[] = [];
    const session = openCliSession({
      confirm: (question) => {
        asked.push(question);
        return Promise.resolve(answer);
      },
    });
    await session.run('deposit', '5');
    return { session, asked };
  }

  it('is carried out after a yes', async () => {
    const { session, asked } = await sessionWithEntry(true);
    expect((await session.run('reverse-entry', 'ent_1')).exit).toBe(0);
    expect(asked).toEqual(['reverse-entry takes something away from portfolio main. Go on?']);
  });

  it('is left undone after a no', async () => {
    const { session } = await sessionWithEntry(false);
    expect(await session.run('reverse-entry', 'ent_1')).toEqual({
      exit: 2,
      out: '',
      err: 'Nothing was booked. Give --yes to go on without this question.\n',
    });
    expect((await session.runJson('cash')).document).toEqual([{ currency: 'USD', amount: '5' }]);
  });

  it.each([['--yes'], ['--dry-run'], ['--json']])('is not asked about with %s', async (flag) => {
    const { session, asked } = await sessionWithEntry(false);
    expect((await session.run('reverse-entry', 'ent_1', flag)).exit).toBe(0);
    expect(asked).toEqual([]);
  });

  it('is not asked about where nobody can answer', async () => {
    const session = openCliSession();
    await session.run('deposit', '5');
    expect((await session.run('reverse-entry', 'ent_1')).exit).toBe(0);
  });
});
