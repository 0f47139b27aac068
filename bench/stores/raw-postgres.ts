/**
 * What PostgreSQL does at best for a keyed move between two of a thousand accounts, without a product: one row for the
 * key, one for the journal, two postings, two balances. Once as a function that is called for each move, and once as
 * one statement for a thousand moves.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import { runSql } from './bench-postgres.ts';

const accounts = 1_000;

export interface RawBooks {
  /** So many callers, each with a connection, each move a call of its own. Moves per second. */
  readonly callEach: (callers: number, where: 'hot' | 'spread', milliseconds: number) => Promise<number>;
  /** One connection, `size` moves a statement. Moves per second. */
  readonly callTogether: (size: number, milliseconds: number) => Promise<number>;
}

const schema = `
CREATE TABLE key (key uuid PRIMARY KEY, fingerprint bytea NOT NULL, journal bigint NOT NULL);
CREATE TABLE journal (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, at timestamptz NOT NULL DEFAULT now());
CREATE TABLE posting (journal bigint NOT NULL, account integer NOT NULL, amount numeric NOT NULL, PRIMARY KEY (journal, account));
CREATE TABLE balance (account integer PRIMARY KEY, amount numeric NOT NULL) WITH (fillfactor = 50);
INSERT INTO balance SELECT n, 0 FROM generate_series(0, ${accounts}) AS n;
CREATE FUNCTION move(new_key uuid, new_fingerprint bytea, payer integer, payee integer, moved numeric) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE new_id bigint;
BEGIN
  INSERT INTO journal DEFAULT VALUES RETURNING id INTO new_id;
  INSERT INTO key VALUES (new_key, new_fingerprint, new_id) ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN RAISE EXCEPTION 'the key is there'; END IF;
  INSERT INTO posting VALUES (new_id, payer, -moved), (new_id, payee, moved);
  UPDATE balance SET amount = amount - moved WHERE account = least(payer, payee) AND payer < payee;
  UPDATE balance SET amount = amount + moved WHERE account = payee;
  UPDATE balance SET amount = amount - moved WHERE account = payer AND payer > payee;
  RETURN true;
END $$;
`;

const together = `
WITH given AS (SELECT * FROM unnest($1::uuid[], $2::bytea[], $3::integer[], $4::integer[], $5::numeric[])
    AS g(key, fingerprint, payer, payee, moved)),
  numbered AS MATERIALIZED (SELECT g.*, nextval(pg_get_serial_sequence('journal', 'id')) AS id FROM given AS g),
  fresh AS (INSERT INTO key SELECT key, fingerprint, id FROM numbered ON CONFLICT DO NOTHING RETURNING journal),
  booked AS (SELECT n.* FROM numbered AS n JOIN fresh AS f ON f.journal = n.id),
  entered AS (INSERT INTO journal (id) OVERRIDING SYSTEM VALUE SELECT id FROM booked),
  posted AS (INSERT INTO posting SELECT id, payer, -moved FROM booked UNION ALL SELECT id, payee, moved FROM booked)
UPDATE balance AS b SET amount = b.amount + d.delta
FROM (SELECT account, sum(delta) AS delta FROM (
  SELECT payer AS account, -moved AS delta FROM booked UNION ALL SELECT payee, moved FROM booked
) AS deltas GROUP BY account ORDER BY account) AS d WHERE b.account = d.account`;

export interface Move {
  readonly key: string;
  readonly fingerprint: Buffer;
  readonly payer: number;
  readonly payee: number;
  readonly moved: string;
}

export async function makeRawBooks(url: string): Promise<RawBooks> {
  await runSql(url, schema);
  return {
    callEach: (callers, where, milliseconds) =>
      runCalls(url, { callers, milliseconds }, (client) => {
        return sendMove(client, makeMove(where));
      }),
    callTogether: async (size, milliseconds) => {
      const statements = await runCalls(url, { callers: 1, milliseconds }, (client) => {
        const moves = Array.from({ length: size }, () => makeMove('spread'));
        const values = [
          moves.map(({ key }) => key),
          moves.map(({ fingerprint }) => fingerprint),
          moves.map(({ payer }) => payer),
          moves.map(({ payee }) => payee),
          moves.map(({ moved }) => moved),
        ];
        return client.query({ name: 'together', text: together, values });
      });
      return statements * size;
    },
  };
}

/** A call of its own. Fails when the key is there. */
export function sendMove(client: Pick<pg.Client, 'query'>, move: Move): Promise<unknown> {
  const { key, fingerprint, payer, payee, moved } = move;
  const values = [key, fingerprint, payer, payee, moved];
  return client.query({ name: 'move', text: 'SELECT move($1, $2, $3, $4, $5)', values });
}

/** Account 0 is everybody's in the hot case. */
export function makeMove(where: 'hot' | 'spread'): Move {
  const [one, other] = [pick(), pick()];
  return {
    key: randomUUID(),
    fingerprint: randomBytes(32),
    payer: where === 'hot' ? 0 : one,
    payee: one === other ? (other % accounts) + 1 : other,
    moved: `${1 + Math.floor(Math.random() * 100_000) / 100}`,
  };
}

function pick(): number {
  return 1 + Math.floor(Math.random() * accounts);
}

/** Calls per second. A tenth of the time is for warming up, after which counting begins. */
export async function runCalls(
  url: string,
  { callers, milliseconds }: { readonly callers: number; readonly milliseconds: number },
  call: (client: pg.Client) => Promise<unknown>,
): Promise<number> {
  const clients = await Promise.all(
    Array.from({ length: callers }, async () => {
      const client = new pg.Client(url);
      await client.connect();
      return client;
    }),
  );
  const from = performance.now() + milliseconds / 10;
  const until = from + milliseconds;
  let counted = 0;
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() < until) {
        await call(client);
        const now = performance.now();
        if (now >= from && now < until) counted += 1;
      }
      await client.end();
    }),
  );
  return (counted / milliseconds) * 1_000;
}
