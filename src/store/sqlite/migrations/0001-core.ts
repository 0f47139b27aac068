import type { Migration } from './migration.ts';

/** Portfolios, their journals, keys and sightings, and what is derived from them. */
export const core: Migration = {
  number: 1,
  name: 'core',
  sql: `
PRAGMA application_id = 1182298228; -- "Fxpt"

-- Days are whole numbers (20260501), moments are milliseconds since 1970 where they can be written so, and as they
-- came where not. Keys that are UUIDs, identities and hashes are kept as bytes. The views at the end show plain text.

CREATE TABLE portfolio (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  settings TEXT NOT NULL,
  seq INTEGER NOT NULL,
  head BLOB NOT NULL
) STRICT;

-- How entries came in. Few rows, so that the journal does not repeat them.
CREATE TABLE origin (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  operation TEXT NOT NULL,
  door TEXT NOT NULL,
  actor TEXT NOT NULL,
  UNIQUE (kind, operation, door, actor)
) STRICT;

-- An entry with all that belongs to it is one row, so it is there or not. Its text is put together from its columns and
-- its body, which holds what has no column. Postings are account, currency and amount: "1 USD 100,3 USD -100".
CREATE TABLE entry (
  portfolio INTEGER NOT NULL REFERENCES portfolio (id),
  seq INTEGER NOT NULL,
  origin INTEGER NOT NULL REFERENCES origin (id),
  date INTEGER NOT NULL,
  instant ANY,
  recorded_at ANY NOT NULL,
  subject TEXT,
  account TEXT,
  key ANY,
  reverses INTEGER,
  identity ANY,
  import TEXT,
  postings TEXT,
  body TEXT NOT NULL,
  hash BLOB NOT NULL,
  PRIMARY KEY (portfolio, seq),
  FOREIGN KEY (portfolio, reverses) REFERENCES entry (portfolio, seq)
) STRICT;
CREATE INDEX entry_subject ON entry (portfolio, subject, date, identity) WHERE subject IS NOT NULL;
CREATE INDEX entry_import ON entry (portfolio, import) WHERE import IS NOT NULL;
-- An entry is reversed at most once.
CREATE UNIQUE INDEX entry_reverses ON entry (portfolio, reverses) WHERE reverses IS NOT NULL;

CREATE TABLE account (
  code INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
) STRICT;
INSERT INTO account (code, name) VALUES
  (1, 'assets:cash'), (2, 'assets:pending'), (3, 'equity:external'), (4, 'equity:trading'), (5, 'equity:conversion'),
  (6, 'equity:transfer'), (7, 'equity:adjustment'), (8, 'income:dividend'), (9, 'income:interest'),
  (10, 'expenses:fee'), (11, 'expenses:tax');

-- A key leads to one effect, for ever.
CREATE TABLE receipt (
  portfolio INTEGER NOT NULL,
  key ANY NOT NULL,
  seq INTEGER,
  detail TEXT,
  PRIMARY KEY (portfolio, key),
  FOREIGN KEY (portfolio, seq) REFERENCES entry (portfolio, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE sighting (
  portfolio INTEGER NOT NULL REFERENCES portfolio (id),
  source TEXT NOT NULL,
  source_id TEXT NOT NULL,
  revision INTEGER NOT NULL,
  generation INTEGER NOT NULL,
  state TEXT NOT NULL,
  seq INTEGER,
  identity ANY,
  told TEXT NOT NULL,
  at ANY NOT NULL,
  PRIMARY KEY (portfolio, source, source_id, revision),
  FOREIGN KEY (portfolio, seq) REFERENCES entry (portfolio, seq)
) STRICT;
CREATE INDEX sighting_entry ON sighting (portfolio, seq) WHERE seq IS NOT NULL;

-- From here on: state that follows from the journal and is replaced as it grows.

CREATE TABLE record (
  portfolio INTEGER NOT NULL REFERENCES portfolio (id),
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (portfolio, kind, id)
) STRICT;

CREATE TABLE balance (
  portfolio INTEGER NOT NULL REFERENCES portfolio (id),
  account INTEGER NOT NULL,
  currency TEXT NOT NULL,
  amount TEXT NOT NULL,
  last_date TEXT NOT NULL,
  PRIMARY KEY (portfolio, account, currency)
) STRICT, WITHOUT ROWID;

-- The net movement of cash on each day that has one.
CREATE TABLE cash_day (
  portfolio INTEGER NOT NULL REFERENCES portfolio (id),
  currency TEXT NOT NULL,
  date INTEGER NOT NULL,
  net TEXT NOT NULL,
  PRIMARY KEY (portfolio, currency, date)
) STRICT, WITHOUT ROWID;

CREATE TABLE units (
  portfolio INTEGER NOT NULL REFERENCES portfolio (id),
  instrument TEXT NOT NULL,
  units TEXT NOT NULL,
  last_date TEXT NOT NULL,
  last_rule TEXT NOT NULL,
  PRIMARY KEY (portfolio, instrument)
) STRICT, WITHOUT ROWID;

CREATE TABLE fold_cache (
  portfolio INTEGER NOT NULL REFERENCES portfolio (id),
  instrument TEXT NOT NULL,
  seq INTEGER NOT NULL,
  state TEXT NOT NULL,
  PRIMARY KEY (portfolio, instrument)
) STRICT;

-- Nothing is edited, removed or replaced. INSERT OR REPLACE removes the old row without asking a DELETE trigger, so an
-- INSERT that meets an existing row is stopped before it begins.

CREATE TRIGGER entry_insert BEFORE INSERT ON entry
WHEN NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM entry WHERE portfolio = NEW.portfolio)
  OR EXISTS (SELECT 1 FROM entry WHERE rowid = NEW.rowid)
  OR (
    NEW.reverses IS NOT NULL
    AND EXISTS (SELECT 1 FROM entry WHERE portfolio = NEW.portfolio AND reverses = NEW.reverses)
  )
BEGIN SELECT RAISE(ABORT, 'entries are numbered without gaps, reversed at most once and never replaced'); END;
CREATE TRIGGER entry_update BEFORE UPDATE ON entry
BEGIN SELECT RAISE(ABORT, 'entries are never changed; book a reversal'); END;
CREATE TRIGGER entry_delete BEFORE DELETE ON entry
BEGIN SELECT RAISE(ABORT, 'entries are never removed; book a reversal'); END;

CREATE TRIGGER receipt_insert BEFORE INSERT ON receipt
WHEN EXISTS (SELECT 1 FROM receipt WHERE portfolio = NEW.portfolio AND key = NEW.key)
BEGIN SELECT RAISE(ABORT, 'a key is used once and its receipt is never replaced'); END;
CREATE TRIGGER receipt_update BEFORE UPDATE ON receipt
BEGIN SELECT RAISE(ABORT, 'receipts are never changed'); END;
CREATE TRIGGER receipt_delete BEFORE DELETE ON receipt
BEGIN SELECT RAISE(ABORT, 'receipts are never removed'); END;

CREATE TRIGGER sighting_insert BEFORE INSERT ON sighting
WHEN EXISTS (
  SELECT 1 FROM sighting
  WHERE portfolio = NEW.portfolio AND source = NEW.source AND source_id = NEW.source_id AND revision = NEW.revision
)
  OR EXISTS (SELECT 1 FROM sighting WHERE rowid = NEW.rowid)
BEGIN SELECT RAISE(ABORT, 'sightings are never replaced; add the next revision'); END;
CREATE TRIGGER sighting_update BEFORE UPDATE ON sighting
BEGIN SELECT RAISE(ABORT, 'sightings are never changed; add the next revision'); END;
CREATE TRIGGER sighting_delete BEFORE DELETE ON sighting
BEGIN SELECT RAISE(ABORT, 'sightings are never removed; add the next revision'); END;

-- What entries refer to may not change under them.
CREATE TRIGGER origin_insert BEFORE INSERT ON origin
WHEN EXISTS (SELECT 1 FROM origin WHERE id = NEW.id) OR EXISTS (
  SELECT 1 FROM origin
  WHERE kind = NEW.kind AND operation = NEW.operation AND door = NEW.door AND actor = NEW.actor
)
BEGIN SELECT RAISE(ABORT, 'origins are never replaced'); END;
CREATE TRIGGER origin_update BEFORE UPDATE ON origin
BEGIN SELECT RAISE(ABORT, 'origins are never changed'); END;
CREATE TRIGGER origin_delete BEFORE DELETE ON origin
BEGIN SELECT RAISE(ABORT, 'origins are never removed'); END;
CREATE TRIGGER portfolio_insert BEFORE INSERT ON portfolio
WHEN EXISTS (SELECT 1 FROM portfolio WHERE id = NEW.id OR name = NEW.name)
BEGIN SELECT RAISE(ABORT, 'portfolios are never replaced'); END;
CREATE TRIGGER portfolio_update BEFORE UPDATE OF id, name ON portfolio
BEGIN SELECT RAISE(ABORT, 'portfolios keep their name'); END;
CREATE TRIGGER portfolio_delete BEFORE DELETE ON portfolio
BEGIN SELECT RAISE(ABORT, 'portfolios are never removed'); END;

-- For people with an SQL shell.

CREATE VIEW journal AS
SELECT
  p.name AS portfolio,
  e.seq AS seq,
  format('%04d-%02d-%02d', e.date / 10000, e.date / 100 % 100, e.date % 100) AS date,
  CASE typeof(e.recorded_at)
    WHEN 'integer' THEN strftime('%Y-%m-%dT%H:%M:%S', e.recorded_at / 1000, 'unixepoch')
      || format('.%03dZ', e.recorded_at % 1000)
    ELSE e.recorded_at
  END AS recorded_at,
  o.kind AS kind,
  o.operation AS operation,
  o.door AS door,
  o.actor AS actor,
  e.subject AS subject,
  CASE typeof(e.key)
    WHEN 'blob' THEN lower(format('%s-%s-%s-%s-%s', substr(hex(e.key), 1, 8), substr(hex(e.key), 9, 4),
      substr(hex(e.key), 13, 4), substr(hex(e.key), 17, 4), substr(hex(e.key), 21)))
    ELSE e.key
  END AS key,
  e.reverses AS reverses,
  e.import AS import,
  e.postings AS postings,
  e.body AS body,
  lower(hex(e.hash)) AS hash
FROM entry AS e
JOIN portfolio AS p ON p.id = e.portfolio
JOIN origin AS o ON o.id = e.origin;

CREATE VIEW posting AS
SELECT
  p.name AS portfolio,
  e.seq AS seq,
  t.key AS line,
  a.name AS account,
  json_extract(t.value, '$[1]') AS currency,
  json_extract(t.value, '$[2]') AS amount
FROM entry AS e
JOIN portfolio AS p ON p.id = e.portfolio
JOIN json_each('[["' || replace(replace(e.postings, ',', '"],["'), ' ', '","') || '"]]') AS t
JOIN account AS a ON a.code = CAST(json_extract(t.value, '$[0]') AS INTEGER);
`,
};
