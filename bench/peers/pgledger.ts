import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runSql } from '../stores/bench-postgres.ts';
import { makeMove, runCalls } from '../stores/raw-postgres.ts';
import { Absent, inFlight, type Peer } from './peer.ts';

const accounts = 1_000;
/** In the order in which they are loaded. */
const files = ['vendor/scoville-pgsql-ulid/uuid-to-ulid.sql', 'pgledger.sql'];

/** It has no key of its own: one is written in the same statement. */
const transfer = `
WITH fresh AS (INSERT INTO bench_key VALUES ($1) ON CONFLICT DO NOTHING RETURNING key)
SELECT t.* FROM fresh, LATERAL pgledger_create_transfer($2, $3, $4::numeric) AS t`;

export const pgledger: Peer = {
  name: 'pgledger',
  how: 'one statement a transfer, which also writes a row for the key, over 32 connections',
  measure: async ({ pgledger: checkout, url, milliseconds }) => {
    if (checkout === undefined) throw new Absent('no checkout was named (--pgledger FOLDER)');
    const sources = files.map((file) => join(checkout, file));
    for (const source of sources) if (!existsSync(source)) throw new Absent(`${source} is not there`);
    const [found] = await runSql(url, "SELECT to_regclass('bench_key') IS NOT NULL AS there");
    if (found?.['there'] !== true) {
      for (const source of sources) await runSql(url, readFileSync(source, 'utf8'));
      await runSql(url, 'CREATE TABLE bench_key (key uuid PRIMARY KEY)');
      await runSql(
        url,
        `SELECT pgledger_create_account('account ' || n, 'USD') FROM generate_series(1, ${accounts}) AS n`,
      );
    }
    const rows = await runSql(url, 'SELECT id FROM pgledger_accounts ORDER BY id');
    const ids = rows.map(({ id }) => String(id));
    return runCalls(url, { callers: inFlight, milliseconds }, (client) => {
      const { key, payer, payee, moved } = makeMove('spread');
      const values = [key, ids[payer % ids.length], ids[payee % ids.length], moved];
      return client.query({ name: 'transfer', text: transfer, values });
    });
  },
};
