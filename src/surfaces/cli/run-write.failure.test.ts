import { describe, expect, it } from 'vitest';
import { openBrokenStore } from '../../../test/support/broken-store.ts';
import { openCliSession } from '../../../test/support/cli-session.ts';
import { openForgetfulStore, openSilentStore } from '../../../test/support/faulty-stores.ts';
import { splitShellWords } from '../../../test/support/split-shell-words.ts';
import { Fault } from '../../engine/outcome.ts';
import { UsageError } from './cli-world.ts';

/** The words of the command that stderr tells to retry with, without `fixpoint`. */
function retryWords(err: string): readonly string[] {
  const start = err.indexOf('  fixpoint ');
  expect(start).toBeGreaterThan(0);
  const [program, ...words] = splitShellWords(err.slice(start).trimEnd());
  expect(program).toBe('fixpoint');
  return words;
}

describe('a failed write', () => {
  it('prints the key and a command that finds out, which asks for the same thing on another day', async () => {
    let today = '2026-11-29';
    const session = openCliSession({ store: openForgetfulStore(1), localDate: () => today });
    const note = "it's\nred: $(rm -rf ~) `id` \\ !";
    const failed = await session.run(
      'deposit',
      '1000',
      '--account',
      'a b',
      '--note',
      note,
      '--portfolio',
      'main',
    );
    expect({ exit: failed.exit, out: failed.out }).toEqual({ exit: 3, out: '' });
    expect(failed.err).toContain('Failed (outcome_unknown): The connection was lost during commit.\n');
    expect(failed.err).toContain('The key of this event is made-1.');
    today = '2026-11-30';
    const retried = await session.runJson(...retryWords(failed.err));
    expect(retried.exit).toBe(0);
    expect(retried.document).toMatchObject({
      status: 'duplicate',
      idempotency_key: 'made-1',
      result: { date: '2026-11-29', account: 'a b' },
    });
    expect((await session.runJson('cash')).document).toEqual([{ currency: 'USD', amount: '1000' }]);
  });

  it('puts the command into the JSON document as well', async () => {
    const session = openCliSession({ store: openForgetfulStore(1) });
    const { exit, document } = await session.runJson('record-interest', '-3.2', '--store', 'sqlite:a b.db');
    expect(exit).toBe(3);
    expect(document).toEqual({
      status: 'failed',
      operation: 'record_interest',
      portfolio: 'main',
      idempotency_key: 'made-1',
      code: 'outcome_unknown',
      message: 'The connection was lost during commit.',
      retry:
        "fixpoint record-interest -3.2 --on 2026-11-30 --portfolio main --json --store 'sqlite:a b.db' --idempotency-key made-1",
    });
  });

  it("keeps the caller's key and adds no day to it", async () => {
    const session = openCliSession({ store: openForgetfulStore(1) });
    const { err } = await session.run('deposit', '5', '--idempotency-key', "it's-mine");
    expect(retryWords(err)).toEqual([
      'deposit',
      '5',
      '--portfolio',
      'main',
      '--idempotency-key',
      "it's-mine",
    ]);
  });

  it('names the portfolio that the environment gave', async () => {
    const session = openCliSession({ store: openForgetfulStore(1), env: { FIXPOINT_PORTFOLIO: 'main' } });
    expect(retryWords((await session.run('deposit', '5')).err)).toContain('--portfolio');
  });

  it.each([
    { problem: new Fault('disk_full', 'The disk is full.'), exit: 3, code: 'disk_full' },
    { problem: new Fault('unavailable', 'The file is locked.'), exit: 3, code: 'unavailable' },
  ])('exits with $exit when the store cannot be opened ($code)', async ({ problem, exit, code }) => {
    const session = openCliSession({ openHub: () => Promise.reject(problem) });
    const run = await session.runJson('deposit', '5');
    expect(run.exit).toBe(exit);
    expect(run.document).toMatchObject({
      status: 'failed',
      code,
      retry: expect.stringContaining('made-1') as string,
    });
  });

  it('exits with 2 when the configuration is wrong', async () => {
    const session = openCliSession({ openHub: () => Promise.reject(new UsageError('No such file: f.yaml')) });
    expect(await session.run('deposit', '5')).toEqual({
      exit: 2,
      out: '',
      err: 'fixpoint: No such file: f.yaml\n',
    });
  });

  it('exits with 70 and still prints the key when the mistake is our own', async () => {
    const session = openCliSession({ openHub: () => Promise.reject(new TypeError('x is undefined')) });
    const { exit, err } = await session.run('deposit', '5');
    expect(exit).toBe(70);
    expect(retryWords(err)).toContain('made-1');
  });

  it('prints no command after a dry run', async () => {
    const session = openCliSession({ store: openBrokenStore(new Fault('unavailable', 'Gone.')) });
    const { exit, err } = await session.run('deposit', '5', '--dry-run');
    expect({ exit, err }).toEqual({ exit: 3, err: 'Failed (unavailable): Gone.\n' });
  });

  it('answers Ctrl-C at once with the key and the command', async () => {
    const session = openCliSession({ store: openSilentStore() });
    const running = session.run('deposit', '5');
    await session.interrupt();
    const { exit, err } = await running;
    expect(exit).toBe(3);
    expect(err).toContain('Failed (outcome_unknown): Interrupted.');
    expect(retryWords(err)).toContain('made-1');
  });

  it('stays booked when the store does not close', async () => {
    const { hub } = openCliSession();
    const close = () => Promise.reject(new Error('busy'));
    const session = openCliSession({ openHub: () => Promise.resolve({ hub, close }) });
    const { exit, out, err } = await session.run('deposit', '5');
    expect(exit).toBe(0);
    expect(out).toMatch(/^Booked deposit/);
    expect(err).toBe('The store did not close: Error: busy\n');
  });
});
