import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/ledger/json-value.ts';
import { beginPortfolio, commit, depositEntry, main } from '../support/hand-built-appends.ts';
import { makeStoreFile } from '../support/store-file.ts';
import { openTestHub } from '../support/test-hub.ts';

/** What somebody with access to the file may do to it once the triggers are out of the way, and what finds it. */
const damages: readonly (readonly [string, string, string])[] = [
  ['a balance that was raised', `UPDATE balance SET amount = '950' WHERE account = 1`, 'balances'],
  ['a balance that is gone', 'DELETE FROM balance WHERE account = 1', 'balances'],
  [
    'cash moved on another day',
    `UPDATE cash_day SET net = '5' WHERE date = (SELECT min(date) FROM cash_day)`,
    'cash_days',
  ],
  ['a day of cash that is gone', 'DELETE FROM cash_day', 'cash_days'],
  ['units that were raised', `UPDATE units SET units = replace(units, '10', '11')`, 'units'],
  ['units that are gone', 'DELETE FROM units', 'units'],
  ['a price that the journal does not set', `UPDATE record SET value = '{"price":"9"}'`, 'records'],
  [
    'a posting that was raised',
    `UPDATE entry SET postings = replace(postings, '100', '101') WHERE seq = 2`,
    'chain',
  ],
  ['an entry of another day', 'UPDATE entry SET date = date + 1 WHERE seq = 3', 'chain'],
  ['an entry that somebody else sent', `UPDATE origin SET actor = 'nobody'`, 'chain'],
  ['another hash', `UPDATE entry SET hash = zeroblob(32) WHERE seq = 2`, 'chain'],
  ['a last entry that is gone', 'DELETE FROM entry WHERE seq = (SELECT max(seq) FROM entry)', 'sequence'],
  ['an entry that is gone', 'DELETE FROM entry WHERE seq = 2', 'sequence'],
  ['an origin that is gone', 'DELETE FROM origin WHERE id = 2', 'sequence'],
  [
    'a posting that is no number',
    `UPDATE entry SET postings = replace(postings, '100', 'x') WHERE seq = 2`,
    'entry',
  ],
  ['a text that is no JSON', `UPDATE entry SET body = 'x' || body WHERE seq = 2`, 'entry'],
  ['a receipt that is gone', 'DELETE FROM receipt WHERE seq = 2', 'receipts'],
  ['a receipt of an entry that is not there', 'UPDATE receipt SET seq = 99 WHERE seq = 2', 'receipts'],
  ['a receipt of another entry', 'UPDATE receipt SET seq = 1 WHERE seq = 2', 'receipts'],
  ['a receipt that says nothing', 'UPDATE receipt SET seq = NULL WHERE seq = 2', 'receipts'],
];

describe('verify', () => {
  it.each(damages)('finds %s in a file that was changed by hand', async (_, statement, check) => {
    const file = makeStoreFile();
    const store = file.open();
    const hub = openTestHub(store);
    const orders: readonly (readonly [string, JsonObject])[] = [
      ['deposit', { amount: '1000', currency: 'USD', on: '2026-05-01' }],
      ['buy', { instrument: 'AAPL', units: '10', price: '10', currency: 'USD', on: '2026-05-02' }],
      ['set_price', { instrument: 'AAPL', price: '11', currency: 'USD', on: '2026-05-03' }],
    ];
    for (const [index, [operation, input]] of orders.entries())
      expect(await hub.write(operation, input, `key-${index}`)).toMatchObject({ status: 'accepted' });
    expect(await hub.ask('verify')).toMatchObject({ ok: true });

    const raw = file.openRaw();
    raw.pragma('foreign_keys = OFF');
    for (const name of raw.prepare(`SELECT name FROM sqlite_schema WHERE type = 'trigger'`).pluck().all())
      raw.exec(`DROP TRIGGER "${String(name)}"`);
    expect(raw.prepare(statement).run().changes).toBeGreaterThan(0);

    const verified = await openTestHub(file.open()).ask('verify');
    expect(verified).toMatchObject({ ok: false });
    expect(JSON.stringify(verified)).toContain(`"check":"${check}"`);
  });

  it('finds postings that are counted otherwise than the text of their entry says', async () => {
    const file = makeStoreFile();
    // A name that JSON writes with a backslash makes the store keep the text whole, beside the postings.
    const entries = [depositEntry('100', '2026-05-01', { actor: 'the "boss"' })];
    await commit(file.open(), beginPortfolio(main, { entries }));
    const raw = file.openRaw();
    raw.exec(`DROP TRIGGER entry_update; UPDATE entry SET postings = replace(postings, '100', '101')`);

    const verified = await openTestHub(file.open()).ask('verify');
    expect(JSON.stringify(verified)).toContain('The postings of entry 1 are not stored as the entry says.');
    expect(JSON.stringify(verified)).not.toContain('"check":"chain"');
  });
});
