import type { Migration } from './migration.ts';

/** Portfolios, their journals, keys and sightings, and what is derived from them. */
export const core: Migration = {
  number: 1,
  name: 'core',
  sql: `
-- Days are whole numbers (20260501), moments are texts: milliseconds since 1970 where they can be written so, and "="
-- with the moment as it came where not. Keys that are UUIDs, identities and hashes are kept as bytes. Texts are compared
-- by their code points, whatever the language of the database. The views at the end show plain text.
--
-- Every row carries its portfolio, and every key begins with it: by it the tables can be spread over several servers.
-- There are no foreign keys: each of them locks and rewrites the row it refers to. Triggers check whole batches.

CREATE TABLE fixpoint.portfolio (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text COLLATE "C" NOT NULL CONSTRAINT portfolio_name UNIQUE,
  settings text NOT NULL,
  seq integer NOT NULL,
  head bytea NOT NULL
) WITH (fillfactor = 50);

-- How entries came in. Few rows, so that the journal does not repeat them.
CREATE TABLE fixpoint.origin (
  portfolio integer NOT NULL,
  id integer NOT NULL,
  kind text COLLATE "C" NOT NULL,
  operation text COLLATE "C" NOT NULL,
  door text COLLATE "C" NOT NULL,
  actor text COLLATE "C" NOT NULL,
  PRIMARY KEY (portfolio, id),
  UNIQUE (portfolio, kind, operation, door, actor)
);

-- An entry with all that belongs to it is one row, so it is there or not. Its text is put together from its columns and
-- its body, which holds what has no column. Postings are account, currency and amount: "1 USD 100,3 USD -100".
CREATE TABLE fixpoint.entry (
  portfolio integer NOT NULL,
  seq integer NOT NULL,
  origin integer NOT NULL,
  date integer NOT NULL,
  reverses integer,
  hash bytea NOT NULL,
  key bytea,
  identity bytea,
  recorded_at text COLLATE "C" NOT NULL,
  instant text COLLATE "C",
  subject text COLLATE "C",
  account text COLLATE "C",
  import text COLLATE "C",
  postings text COLLATE "C",
  body text COLLATE "C" NOT NULL,
  PRIMARY KEY (portfolio, seq)
);
CREATE INDEX entry_subject ON fixpoint.entry (portfolio, subject, date, identity) WHERE subject IS NOT NULL;
CREATE INDEX entry_import ON fixpoint.entry (portfolio, import) WHERE import IS NOT NULL;
-- An entry is reversed at most once.
CREATE UNIQUE INDEX entry_reverses ON fixpoint.entry (portfolio, reverses) WHERE reverses IS NOT NULL;

CREATE TABLE fixpoint.account (
  code integer PRIMARY KEY,
  name text COLLATE "C" NOT NULL UNIQUE
);
INSERT INTO fixpoint.account (code, name) VALUES
  (1, 'assets:cash'), (2, 'assets:pending'), (3, 'equity:external'), (4, 'equity:trading'), (5, 'equity:conversion'),
  (6, 'equity:transfer'), (7, 'equity:adjustment'), (8, 'income:dividend'), (9, 'income:interest'),
  (10, 'expenses:fee'), (11, 'expenses:tax');

-- A key leads to one effect, for ever.
CREATE TABLE fixpoint.receipt (
  portfolio integer NOT NULL,
  seq integer,
  key bytea NOT NULL,
  detail text,
  PRIMARY KEY (portfolio, key)
);

CREATE TABLE fixpoint.sighting (
  portfolio integer NOT NULL,
  revision integer NOT NULL,
  generation integer NOT NULL,
  seq integer,
  source text COLLATE "C" NOT NULL,
  source_id text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL,
  identity bytea,
  told text NOT NULL,
  at text COLLATE "C" NOT NULL,
  PRIMARY KEY (portfolio, source, source_id, revision)
);
CREATE INDEX sighting_entry ON fixpoint.sighting (portfolio, seq) WHERE seq IS NOT NULL;

-- From here on: state that follows from the journal and is replaced as it grows. The pages keep room, so that a row is
-- replaced where it stands.

CREATE TABLE fixpoint.record (
  portfolio integer NOT NULL,
  kind text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  value text NOT NULL,
  PRIMARY KEY (portfolio, kind, id)
) WITH (fillfactor = 80);

CREATE TABLE fixpoint.balance (
  portfolio integer NOT NULL,
  account integer NOT NULL,
  currency text COLLATE "C" NOT NULL,
  amount numeric NOT NULL,
  last_date text COLLATE "C" NOT NULL,
  PRIMARY KEY (portfolio, account, currency)
) WITH (fillfactor = 50);

-- The net movement of cash on each day that has one.
CREATE TABLE fixpoint.cash_day (
  portfolio integer NOT NULL,
  date integer NOT NULL,
  currency text COLLATE "C" NOT NULL,
  net numeric NOT NULL,
  PRIMARY KEY (portfolio, currency, date)
) WITH (fillfactor = 80);

CREATE TABLE fixpoint.units (
  portfolio integer NOT NULL,
  instrument text COLLATE "C" NOT NULL,
  units text NOT NULL,
  last_date text COLLATE "C" NOT NULL,
  last_rule text COLLATE "C" NOT NULL,
  PRIMARY KEY (portfolio, instrument)
) WITH (fillfactor = 50);

CREATE TABLE fixpoint.fold_cache (
  portfolio integer NOT NULL,
  seq integer NOT NULL,
  instrument text COLLATE "C" NOT NULL,
  state text NOT NULL,
  PRIMARY KEY (portfolio, instrument)
) WITH (fillfactor = 50);

-- Nothing is edited, removed or emptied, also not by somebody who replays another server's changes.

CREATE FUNCTION fixpoint.refuse_rewriting() RETURNS trigger LANGUAGE plpgsql AS $trigger$
BEGIN
  RAISE EXCEPTION '% of fixpoint.% is refused: the books are only added to', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'integrity_constraint_violation', HINT = 'Book a reversal instead.';
END
$trigger$;

CREATE TRIGGER entry_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON fixpoint.entry
  EXECUTE FUNCTION fixpoint.refuse_rewriting();
ALTER TABLE fixpoint.entry ENABLE ALWAYS TRIGGER entry_kept;
CREATE TRIGGER receipt_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON fixpoint.receipt
  EXECUTE FUNCTION fixpoint.refuse_rewriting();
ALTER TABLE fixpoint.receipt ENABLE ALWAYS TRIGGER receipt_kept;
CREATE TRIGGER sighting_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON fixpoint.sighting
  EXECUTE FUNCTION fixpoint.refuse_rewriting();
ALTER TABLE fixpoint.sighting ENABLE ALWAYS TRIGGER sighting_kept;
-- What entries refer to may not change under them.
CREATE TRIGGER origin_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON fixpoint.origin
  EXECUTE FUNCTION fixpoint.refuse_rewriting();
ALTER TABLE fixpoint.origin ENABLE ALWAYS TRIGGER origin_kept;
CREATE TRIGGER account_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON fixpoint.account
  EXECUTE FUNCTION fixpoint.refuse_rewriting();
ALTER TABLE fixpoint.account ENABLE ALWAYS TRIGGER account_kept;
CREATE TRIGGER portfolio_kept BEFORE DELETE OR TRUNCATE ON fixpoint.portfolio
  EXECUTE FUNCTION fixpoint.refuse_rewriting();
ALTER TABLE fixpoint.portfolio ENABLE ALWAYS TRIGGER portfolio_kept;
CREATE TRIGGER portfolio_named BEFORE UPDATE OF id, name ON fixpoint.portfolio
  EXECUTE FUNCTION fixpoint.refuse_rewriting();
ALTER TABLE fixpoint.portfolio ENABLE ALWAYS TRIGGER portfolio_named;

-- Checked once for all rows that a statement added, when everything else of the statement stands.

CREATE FUNCTION fixpoint.check_entries() RETURNS trigger LANGUAGE plpgsql AS $trigger$
BEGIN
  IF EXISTS (
    SELECT FROM (SELECT portfolio, min(seq) AS first, max(seq) AS last, count(*) AS rows FROM added GROUP BY portfolio) AS a
    WHERE a.last - a.first + 1 <> a.rows OR a.first <> 1 + coalesce(
      (SELECT e.seq FROM fixpoint.entry AS e WHERE e.portfolio = a.portfolio AND e.seq < a.first ORDER BY e.seq DESC LIMIT 1), 0)
  ) THEN
    RAISE EXCEPTION 'entries are numbered without gaps' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF EXISTS (SELECT FROM added WHERE reverses IS NOT NULL AND NOT EXISTS (
    SELECT FROM fixpoint.entry AS e WHERE e.portfolio = added.portfolio AND e.seq = added.reverses
  )) THEN
    RAISE EXCEPTION 'only an entry that is there can be reversed' USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NULL;
END
$trigger$;
CREATE TRIGGER entry_added AFTER INSERT ON fixpoint.entry REFERENCING NEW TABLE AS added
  EXECUTE FUNCTION fixpoint.check_entries();

CREATE FUNCTION fixpoint.check_named_entries() RETURNS trigger LANGUAGE plpgsql AS $trigger$
BEGIN
  IF EXISTS (SELECT FROM added WHERE seq IS NOT NULL AND NOT EXISTS (
    SELECT FROM fixpoint.entry AS e WHERE e.portfolio = added.portfolio AND e.seq = added.seq
  )) THEN
    RAISE EXCEPTION '% names an entry that is not there', TG_TABLE_NAME USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NULL;
END
$trigger$;
CREATE TRIGGER receipt_added AFTER INSERT ON fixpoint.receipt REFERENCING NEW TABLE AS added
  EXECUTE FUNCTION fixpoint.check_named_entries();
CREATE TRIGGER sighting_added AFTER INSERT ON fixpoint.sighting REFERENCING NEW TABLE AS added
  EXECUTE FUNCTION fixpoint.check_named_entries();

-- For people with an SQL shell.

CREATE VIEW fixpoint.journal AS
SELECT
  p.name AS portfolio,
  e.seq AS seq,
  to_char(e.date, 'FM0000"-"00"-"00') AS date,
  CASE WHEN e.recorded_at LIKE '=%' THEN substr(e.recorded_at, 2)
    ELSE to_char(to_timestamp(0) AT TIME ZONE 'UTC' + e.recorded_at::bigint * interval '1 millisecond',
      'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  END AS recorded_at,
  o.kind AS kind,
  o.operation AS operation,
  o.door AS door,
  o.actor AS actor,
  e.subject AS subject,
  CASE octet_length(e.key)
    WHEN 16 THEN encode(e.key, 'hex')::uuid::text
    ELSE convert_from(CASE octet_length(e.key) WHEN 17 THEN trim(trailing '\\x00'::bytea from e.key) ELSE e.key END, 'UTF8')
  END AS key,
  e.reverses AS reverses,
  e.import AS import,
  e.postings AS postings,
  e.body AS body,
  encode(e.hash, 'hex') AS hash
FROM fixpoint.entry AS e
JOIN fixpoint.portfolio AS p ON p.id = e.portfolio
JOIN fixpoint.origin AS o ON o.portfolio = e.portfolio AND o.id = e.origin;

CREATE VIEW fixpoint.posting AS
SELECT
  p.name AS portfolio,
  e.seq AS seq,
  t.line - 1 AS line,
  a.name AS account,
  split_part(t.posting, ' ', 2) AS currency,
  split_part(t.posting, ' ', 3)::numeric AS amount
FROM fixpoint.entry AS e
JOIN fixpoint.portfolio AS p ON p.id = e.portfolio
CROSS JOIN LATERAL string_to_table(e.postings, ',') WITH ORDINALITY AS t (posting, line)
JOIN fixpoint.account AS a ON a.code = split_part(t.posting, ' ', 1)::integer;
`,
};
