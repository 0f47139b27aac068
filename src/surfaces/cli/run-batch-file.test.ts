import { describe, expect, it } from 'vitest';
import { openBrokenStore } from '../../../test/support/broken-store.ts';
import { openCliSession } from '../../../test/support/cli-session.ts';
import { openSilentStore } from '../../../test/support/faulty-stores.ts';
import { Fault } from '../../engine/outcome.ts';

const on = '2026-05-01';
const deposit = { operation: 'deposit', idempotency_key: 'd1', amount: '1000', currency: 'USD', on };
const buy = {
  operation: 'buy',
  idempotency_key: 'b1',
  input: { instrument: 'AAPL', units: '5', price: '100', currency: 'USD', on },
};
const tooMuch = { operation: 'withdraw', idempotency_key: 'w1', amount: '9999', currency: 'USD', on };

function lines(...rows: readonly unknown[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

async function runBatch(text: string, ...flags: string[]) {
  const session = openCliSession({ files: { 'f.jsonl': text } });
  const { exit, out, err } = await session.run('batch', 'f.jsonl', ...flags);
  const outcomes = out.split('\n').flatMap((line): unknown[] => (line === '' ? [] : [JSON.parse(line)]));
  return { session, exit, outcomes, err };
}

describe('a batch', () => {
  it('carries out the lines in order, each with its own outcome', async () => {
    const { exit, outcomes, session } = await runBatch(lines(deposit, buy, tooMuch));
    expect(outcomes).toMatchObject([
      { status: 'accepted', operation: 'deposit', idempotency_key: 'd1', entry_id: 'ent_1' },
      { status: 'accepted', operation: 'buy', idempotency_key: 'b1', entry_id: 'ent_2' },
      { status: 'refused', operation: 'withdraw', code: 'insufficient_cash' },
    ]);
    expect(exit).toBe(1);
    expect((await session.runJson('cash')).document).toEqual([{ currency: 'USD', amount: '500' }]);
  });

  it('takes an array, from standard input too', async () => {
    const session = openCliSession({
      files: { '-': `\ufeff \n${JSON.stringify([deposit, buy], undefined, 2)}` },
    });
    const { exit, out } = await session.run('batch', '-');
    expect(exit).toBe(0);
    expect(out.match(/"status":"accepted"/g)).toHaveLength(2);
  });

  it('finds everything in the books when it is run again', async () => {
    const { session } = await runBatch(lines(deposit, buy));
    const { exit, out } = await session.run('batch', 'f.jsonl');
    expect(exit).toBe(0);
    expect(out.match(/"status":"duplicate"/g)).toHaveLength(2);
  });

  it('makes up no key and no day', async () => {
    const { exit, outcomes } = await runBatch(lines({ operation: 'deposit', amount: '5' }));
    expect(exit).toBe(2);
    expect(outcomes).toMatchObject([{ status: 'refused', code: 'idempotency_key_required' }]);
  });

  it('goes to the portfolio of the row, or of the flag', async () => {
    const make = { operation: 'create-portfolio', portfolio: 'other' };
    const there = { ...deposit, portfolio: 'other' };
    const { outcomes } = await runBatch(lines(make, there, deposit), '--portfolio', 'nosuch');
    expect(outcomes).toMatchObject([
      { status: 'accepted', portfolio: 'other' },
      { status: 'accepted', portfolio: 'other' },
      { status: 'refused', code: 'portfolio_not_found', portfolio: 'nosuch' },
    ]);
  });

  it.each([
    { row: { ...deposit, dry_run: true }, flags: [] },
    { row: deposit, flags: ['--dry-run'] },
  ])('books nothing in a dry run of $row with $flags', async ({ row, flags }) => {
    const { outcomes, session } = await runBatch(lines(row), ...flags);
    expect(outcomes).toMatchObject([{ status: 'accepted', dry_run: true }]);
    expect((await session.runJson('cash')).document).toEqual([]);
  });

  it.each([
    {
      row: { operation: 'depositt', idempotency_key: 'k' },
      field: 'operation',
      hint: 'Did you mean "deposit"?',
    },
    { row: { operation: 'record_fact' }, field: 'operation', hint: '' },
    { row: { amount: '5' }, field: 'operation', hint: '' },
    { row: { ...deposit, portfolio: 5 }, field: 'portfolio', hint: '' },
    { row: { ...deposit, idempotency_key: 5 }, field: 'idempotency_key', hint: '' },
    { row: { ...deposit, dry_run: 'yes' }, field: 'dry_run', hint: '' },
    { row: { ...deposit, input: {} }, field: 'input', hint: '' },
    { row: { operation: 'deposit', input: [] }, field: 'input', hint: '' },
    { row: { ...deposit, amount: 5 }, field: 'amount', hint: '"5"' },
    { row: 'deposit', field: 'row', hint: '' },
  ])('refuses the row $row and carries out the others', async ({ row, field, hint }) => {
    const { exit, outcomes, session } = await runBatch(lines(row, deposit));
    expect(exit).toBe(2);
    expect(outcomes).toMatchObject([
      { status: 'refused', code: 'invalid_input', detail: { field } },
      { status: 'accepted' },
    ]);
    if (hint !== '') expect(JSON.stringify(outcomes[0])).toContain(hint.replaceAll('"', '').split(' ')[0]);
    expect((await session.runJson('cash')).document).toEqual([{ currency: 'USD', amount: '1000' }]);
  });

  it.each([
    { text: `${lines(deposit)}{"operation":`, place: 'Line 2' },
    { text: `${lines(deposit)}\n{"operation":"deposit","amount":"1","amount":"2"}\n`, place: 'Line 3' },
    { text: '[{"operation":"deposit"}', place: 'The file' },
  ])('books nothing of a file that is broken at $place', async ({ text, place }) => {
    const { exit, outcomes, err, session } = await runBatch(text);
    expect({ exit, outcomes }).toEqual({ exit: 2, outcomes: [] });
    expect(err).toContain(`fixpoint: ${place} cannot be read, and nothing was booked.`);
    expect(session.opened).toEqual([]);
  });

  it.each([
    { args: [], message: 'batch needs a file, or - for standard input.' },
    { args: ['gone.jsonl'], message: 'gone.jsonl cannot be read: no such file' },
    { args: ['a', 'b'], message: '"b" is one word too many. Quote a value that has blanks in it.' },
    { args: ['-', '--idempotency-key', 'k'], message: 'There is no flag --idempotency-key here.' },
  ])('refuses the command line $args', async ({ args, message }) => {
    expect(await openCliSession().run('batch', ...args)).toEqual({
      exit: 2,
      out: '',
      err: `fixpoint: ${message}\n`,
    });
  });

  it('does nothing with an empty file', async () => {
    expect(await runBatch('\n \n')).toMatchObject({ exit: 0, outcomes: [], err: '' });
  });

  it('carries out more rows than go together at once', async () => {
    const many = Array.from({ length: 1_010 }, (_, index) => ({
      ...deposit,
      idempotency_key: `k${index}`,
      amount: `${index + 1}`,
    }));
    const { exit, outcomes, session } = await runBatch(lines(...many));
    expect({ exit, rows: outcomes.length }).toEqual({ exit: 0, rows: 1_010 });
    expect(outcomes[1_009]).toMatchObject({ idempotency_key: 'k1009', status: 'accepted' });
    expect((await session.runJson('cash')).document).toEqual([{ currency: 'USD', amount: '510555' }]);
  });

  it('says how to go on after a failure and exits with 3', async () => {
    const session = openCliSession({
      store: openBrokenStore(new Fault('unavailable', 'Gone.')),
      files: { 'f.jsonl': lines(deposit, { operation: 'nosuch' }) },
    });
    const { exit, out, err } = await session.run('batch', 'f.jsonl');
    expect(exit).toBe(3);
    expect(out).toContain('"status":"failed"');
    expect(err).toMatch(/^Some rows failed\. Run the same command again/);
  });

  it('exits with 3 when the store cannot be opened', async () => {
    const session = openCliSession({
      openHub: () => Promise.reject(new Fault('unavailable', 'Locked.')),
      files: { 'f.jsonl': lines(deposit) },
    });
    expect(await session.run('batch', 'f.jsonl')).toEqual({ exit: 3, out: '', err: 'fixpoint: Locked.\n' });
  });

  it('says how to go on after Ctrl-C', async () => {
    const session = openCliSession({ store: openSilentStore(), files: { 'f.jsonl': lines(deposit) } });
    const running = session.run('batch', 'f.jsonl');
    await session.interrupt();
    const { exit, err } = await running;
    expect(exit).toBe(3);
    expect(err).toMatch(/^Interrupted\. Run the same command again/);
  });
});
