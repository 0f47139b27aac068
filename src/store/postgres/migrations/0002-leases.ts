import type { Migration } from './migration.ts';

/** Who runs what must run once at a time. */
export const leases: Migration = {
  number: 2,
  name: 'leases',
  sql: `
CREATE TABLE fixpoint.lease (
  name text COLLATE "C" NOT NULL CONSTRAINT lease_name PRIMARY KEY,
  fence integer NOT NULL,
  beat integer NOT NULL,
  holder text
) WITH (fillfactor = 50);
`,
};
