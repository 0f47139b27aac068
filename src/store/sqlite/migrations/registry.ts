import { core } from './0001-core.ts';
import { leases } from './0002-leases.ts';
import type { Migration } from './migration.ts';

/** Every step of the schema, in order and without gaps. */
export const migrations: readonly Migration[] = [core, leases];
