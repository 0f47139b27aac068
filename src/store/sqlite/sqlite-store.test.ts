import { readFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { makeFaultyConnection, type PlannedFault } from '../../../test/support/faulty-connection.ts';
import {
  ask,
  beginPortfolio,
  commit,
  continuePortfolio,
  depositEntry,
  main,
  receiptOf,
} from '../../../test/support/hand-built-appends.ts';
import { instrumentOf } from '../../../test/support/ledger-entries.ts';
import { makeStoreFile } from '../../../test/support/store-file.ts';
import { Fault } from '../../engine/outcome.ts';
import { loadFact, type PortfolioAppend, type StoreScript } from '../../engine/store-protocol.ts';
import type { Instrument } from '../../ledger/instrument.ts';
import { connect } from './connection.ts';

const first = beginPortfolio(main, {
  entries: [depositEntry('1', '2026-05-01', { key: 'first' })],
  receipts: ([entry]) => [receiptOf('first', entry)],
});
const second = continuePortfolio(first, {
  entries: [depositEntry('2', '2026-05-02', { key: 'second' })],
  receipts: ([entry]) => [receiptOf('second', entry)],
});

describe('a COMMIT that fails (3)', () => {
  const lostFlush = { statement: 'COMMIT', code: 'SQLITE_IOERR_FSYNC' } as const;

  it.each<readonly [PlannedFault['done'], number | undefined]>([
    ['nothing', undefined],
    ['everything', 2],
  ])('leaves the outcome unknown when it did %s, and the key finds out', async (done, booked) => {
    const faulty = makeFaultyConnection();
    const store = makeStoreFile().open({ connect: faulty.connect });
    await commit(store, first);
    await ask(store, { kind: 'portfolio' }); // opens the second connection
    faulty.plan({ ...lostFlush, done });
    expect(await faultOf(commit(store, second))).toMatchObject({
      code: 'outcome_unknown',
      message: expect.stringContaining('Send it again with the same key'),
    });
    expect(faulty.struck()).toBe(1);
    // Both connections were opened again, so that SQLite has recovered the file before it is asked.
    expect(faulty.opened()).toBe(2);
    const known = await ask(store, { kind: 'receipt', key: 'second' });
    expect(faulty.opened()).toBe(4);
    expect(known?.seq).toBe(booked);
    if (known === undefined) await commit(store, second);
    expect((await ask(store, { kind: 'portfolio' }))?.seq).toBe(2);
  });

  it('answers a full disk as such: the log was cut off before its mark', async () => {
    const faulty = makeFaultyConnection();
    const store = makeStoreFile().open({ connect: faulty.connect });
    await commit(store, first);
    faulty.plan({ statement: 'COMMIT', code: 'SQLITE_FULL', done: 'nothing' });
    expect(await faultOf(commit(store, second))).toMatchObject({ code: 'disk_full' });
    await commit(store, second);
    // The one that only reads is opened by the first question, and nobody has asked any.
    expect(faulty.opened()).toBe(2);
  });

  it('is followed by faults for as long as the file cannot be opened again', async () => {
    const faulty = makeFaultyConnection();
    let broken = false;
    const store = makeStoreFile().open({
      connect: (file) => {
        if (broken) throw Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR' });
        return faulty.connect(file);
      },
    });
    await commit(store, first);
    faulty.plan({ ...lostFlush, done: 'nothing' });
    broken = true;
    expect(await faultOf(commit(store, second))).toMatchObject({ code: 'outcome_unknown' });
    expect(await faultOf(commit(store, second))).toMatchObject({ code: 'unavailable' });
    expect(await faultOf(ask(store, { kind: 'portfolio' }))).toMatchObject({ code: 'unavailable' });
    broken = false;
    await commit(store, second);
    expect((await ask(store, { kind: 'portfolio' }))?.seq).toBe(2);
  });
});

describe('an error before COMMIT (2)', () => {
  it.each([
    ['SQLITE_IOERR_WRITE', 'unavailable'],
    ['SQLITE_FULL', 'disk_full'],
  ])('of %s leaves nothing and is the fault %s', async (code, fault) => {
    const faulty = makeFaultyConnection();
    const store = makeStoreFile().open({ connect: faulty.connect });
    await commit(store, first);
    faulty.plan({ statement: 'INSERT INTO receipt', code, done: 'everything' });
    expect(await faultOf(commit(store, second))).toMatchObject({ code: fault });
    expect(faulty.struck()).toBe(1);
    expect((await ask(store, { kind: 'portfolio' }))?.seq).toBe(1);
    await commit(store, second);
    expect((await ask(store, { kind: 'portfolio' }))?.seq).toBe(2);
  });

  it('of a disk that really is full leaves nothing, and the store goes on once there is room', async () => {
    let pagesMax = 60;
    const store = makeStoreFile().open({
      connect: (file) => {
        const db = connect(file);
        db.pragma(`max_page_count = ${pagesMax}`);
        return db;
      },
    });
    await commit(store, first);
    const large = continuePortfolio(first, {
      entries: Array.from({ length: 500 }, () =>
        depositEntry('1', '2026-05-01', { input: { note: 'x'.repeat(500) } }),
      ),
    });
    expect(await faultOf(commit(store, large))).toMatchObject({ code: 'disk_full' });
    pagesMax = 1_000;
    expect((await ask(store, { kind: 'portfolio' }))?.seq).toBe(1);
    await commit(store, large);
    expect((await ask(store, { kind: 'portfolio' }))?.seq).toBe(501);
  });

  it('that is a mistake of ours is passed on as it is', async () => {
    const store = makeStoreFile().open();
    await commit(store, first);
    await expect(commit(store, { ...second, receipts: first.receipts })).rejects.toMatchObject({
      code: 'SQLITE_CONSTRAINT_TRIGGER',
      message: 'a key is used once and its receipt is never replaced',
    });
  });
});

describe('a lock of another process', () => {
  it('lets everything else go on while it is waited for', async () => {
    const file = makeStoreFile();
    const store = file.open();
    const other = file.openRaw();
    other.exec('BEGIN IMMEDIATE');
    const written = commit(store, first);
    // The lock is held for as long as this loop takes, so it would never end if waiting stopped the event loop.
    for (let turn = 0; turn < 50; turn += 1) await nextTurn();
    expect(await ask(store, { kind: 'portfolio' })).toBeUndefined();
    other.exec('COMMIT');
    await written;
    expect((await ask(store, { kind: 'portfolio' }))?.seq).toBe(1);
  });

  it.each(['block', 'yield'] as const)('is a fault when it is held for too long (%s)', async (retryLock) => {
    const file = makeStoreFile();
    const store = file.open({ retryLock, waitForLockMs: 5 });
    const other = file.openRaw();
    other.exec('BEGIN IMMEDIATE');
    expect(await faultOf(commit(store, first))).toMatchObject({
      code: 'unavailable',
      message: `Another process has kept sqlite:${file.path} locked for 0.005 s. Nothing was booked. Send it again later.`,
    });
    other.exec('COMMIT');
    await commit(store, first);
  });

  it('is waited for while the file is opened, and a fault when it is held for too long', () => {
    const file = makeStoreFile();
    const other = file.openRaw();
    other.exec('BEGIN EXCLUSIVE');
    expect(() => file.open({ waitForLockMs: 5 })).toThrow(
      `Another process has kept sqlite:${file.path} locked`,
    );
    other.exec('COMMIT');
    expect(file.open({ waitForLockMs: 5 }).name).toBe(`sqlite:${file.path}`);
  });

  it('does not stop a question', async () => {
    const file = makeStoreFile();
    const store = file.open();
    await commit(store, first);
    const other = file.openRaw();
    other.exec('BEGIN IMMEDIATE');
    other.exec("UPDATE portfolio SET settings = '{}'");
    expect((await ask(store, { kind: 'portfolio' }))?.settings.baseCurrency).toBe('USD');
    other.exec('ROLLBACK');
  });

  it('drops the fold that a question wants to keep', async () => {
    const file = makeStoreFile();
    const store = file.open();
    await commit(store, first);
    const other = file.openRaw();
    other.exec('BEGIN IMMEDIATE');
    const instrument = instrumentOf('ACME');
    expect(await store.read(() => keepFold(instrument))).toBe('answered');
    other.exec('COMMIT');
    expect(await ask(store, { kind: 'fold_cache', instrument })).toBeUndefined();
    await store.read(() => keepFold(instrument));
    expect(await ask(store, { kind: 'fold_cache', instrument })).toEqual({ seq: 1, state: {} });
  });
});

describe('the file', () => {
  it('is not written by a script that only reads', async () => {
    const file = makeStoreFile();
    const store = file.open();
    await commit(store, first);
    const bytes = () => [file.path, `${file.path}-wal`].map((path) => readFileSync(path).toString('base64'));
    const before = bytes();
    const seen = await store.write(() => loadFact(main, { kind: 'entry', seq: 1 }));
    expect(seen?.entry.key).toBe('first');
    await ask(store, { kind: 'portfolio' });
    expect(bytes()).toEqual(before);
  });

  it('holds everything by itself once the store is closed', async () => {
    const file = makeStoreFile();
    const store = file.open();
    const other = file.openRaw();
    other.pragma('user_version');
    await commit(store, first);
    await store.close();
    // Another program is still using the file, so closing alone would have left the commit in the log.
    expect(readFileSync(file.path).includes('{"amount":"1","currency":"USD"}')).toBe(true);
    other.close();
  });

  it('shows a store what another one has committed, and nothing of what it has not (4)', async () => {
    const file = makeStoreFile();
    const [one, two] = [file.open(), file.open()];
    await commit(one, first);
    expect((await ask(two, { kind: 'portfolio' }))?.seq).toBe(1);
    await commit(two, second);
    expect((await ask(one, { kind: 'receipt', key: 'second' }))?.seq).toBe(2);
    const rolledBack = one.write(function* () {
      yield* addThenGiveUp(continuePortfolio(second, { entries: [depositEntry('3', '2026-05-03')] }));
    });
    await expect(rolledBack).rejects.toThrow('gave up');
    expect((await ask(two, { kind: 'portfolio' }))?.seq).toBe(2);
  });

  it('is not written by a release that does not know its schema (5)', async () => {
    const file = makeStoreFile();
    const store = file.open();
    await commit(store, first);
    file.openRaw().pragma('user_version = 999');
    const fault = { code: 'unavailable', message: expect.stringContaining('Start this one again.') };
    expect(await faultOf(commit(store, second))).toMatchObject(fault);
    expect(await faultOf(ask(store, { kind: 'portfolio' }))).toMatchObject(fault);
  });

  it('keeps what a portfolio that was rolled back would have been called free', async () => {
    const store = makeStoreFile().open();
    await expect(store.write(() => addThenGiveUp(first))).rejects.toThrow('gave up');
    await commit(store, first);
    expect((await ask(store, { kind: 'entry', seq: 1 }))?.entry.key).toBe('first');
  });
});

function* keepFold(instrument: Instrument): StoreScript<string> {
  yield { kind: 'save_fold_cache', portfolio: main, instrument, cache: { seq: 1, state: {} } };
  return 'answered';
}

function* addThenGiveUp(append: PortfolioAppend): StoreScript<never> {
  yield { kind: 'append', portfolios: [append] };
  throw new Error('the script gave up');
}

async function faultOf(promise: Promise<unknown>): Promise<Fault> {
  const error = await promise.then(
    () => new Error('nothing was thrown'),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Fault)) throw error;
  return error;
}
