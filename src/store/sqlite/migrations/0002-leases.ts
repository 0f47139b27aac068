import type { Migration } from './migration.ts';

/** Who runs what must run once at a time. */
export const leases: Migration = {
  number: 2,
  name: 'leases',
  sql: `
CREATE TABLE lease (
  name TEXT PRIMARY KEY,
  fence INTEGER NOT NULL,
  beat INTEGER NOT NULL,
  holder TEXT
) STRICT, WITHOUT ROWID;
`,
};
