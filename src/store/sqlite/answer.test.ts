import type Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { ask, main } from '../../../test/support/hand-built-appends.ts';
import { currencyOf, dateOf, instrumentOf } from '../../../test/support/ledger-entries.ts';
import { makeStoreFile } from '../../../test/support/store-file.ts';
import type { Read } from '../../engine/store-protocol.ts';
import { connect } from './connection.ts';

const [subject, instrument] = ['ACME', instrumentOf('ACME')];
const [from, to] = [dateOf('2026-05-01'), dateOf('2026-05-02')];

/** What decisions wait for, and what is asked for page after page. */
const reads: readonly Read[] = [
  { kind: 'portfolio' },
  { kind: 'balance', account: 'assets:cash', currency: currencyOf('USD') },
  { kind: 'cash_days', currency: currencyOf('USD'), after: from },
  { kind: 'units', instrument },
  { kind: 'history', instrument },
  { kind: 'entry', seq: 1 },
  { kind: 'record', record: 'alias', id: 'a' },
  { kind: 'newest_record', record: 'price', from: 'a', to: 'b' },
  { kind: 'sighting', source: 'mail', sourceId: 'a' },
  { kind: 'matches', subject, date: from, identity: '00000000000000a1' },
  { kind: 'near', subject, from, to },
  { kind: 'sightings_of_entry', seq: 1 },
  { kind: 'entries_of_import', importId: 'imp_1' },
  { kind: 'receipt', key: 'k' },
  { kind: 'receipts', afterKey: '', limit: 9 },
  { kind: 'entries', afterSeq: 0, limit: 9, filter: {} },
  { kind: 'newest_entries', beforeSeq: 9, limit: 9, filter: { importId: 'imp_1' } },
  { kind: 'chain', afterSeq: 0, limit: 9 },
  { kind: 'sightings', after: { source: '', sourceId: '', revision: -1 }, limit: 9 },
  { kind: 'fold_cache', instrument },
];

describe('the statements that answer', () => {
  it.each(reads.map((read) => [read.kind, read] as const))(
    '%s find their rows by an index',
    async (_, read) => {
      const plans: string[] = [];
      const store = makeStoreFile().open({
        connect: (file) => {
          const db = connect(file);
          const prepare = db.prepare.bind(db);
          const explaining = (sql: string) => {
            const question = /^\s*SELECT/.test(sql) && !/sqlite_schema|pragma_/.test(sql);
            if (question) plans.push(...explain(prepare<unknown[]>(`EXPLAIN QUERY PLAN ${sql}`)));
            return prepare(sql);
          };
          Object.defineProperty(db, 'prepare', { value: explaining });
          return db;
        },
      });
      await ask(store, read, main);
      expect(plans).not.toEqual([]);
      // A scan reads a whole table, and a search by the portfolio alone all that the portfolio has in it.
      expect(plans.filter((step) => /^SCAN|\(portfolio=\?\)$/.test(step))).toEqual([]);
    },
  );
});

/** The plan does not depend on the values, so that none need be given. */
function explain(statement: Database.Statement): readonly string[] {
  const values = statement.source.includes('@')
    ? [{ portfolio: 1, seq: 1, limit: 1, kinds: null, subject: null, importId: null, actor: null }]
    : Array.from({ length: statement.source.split('?').length - 1 }, () => 1);
  return statement.all(...values).map((step) => {
    if (typeof step !== 'object' || step === null || !('detail' in step))
      throw new Error('no plan was given');
    return String(step.detail);
  });
}
