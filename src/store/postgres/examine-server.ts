/** Looks at the servers that a connection string names as `doctor` reports them. Everything is only read. */
import type pg from 'pg';
import { bad, type Examination, type Finding, good, warning } from '../finding.ts';
import { describeUnfinished, unfinishedMark } from '../transfer/transfer-ends.ts';
import { readVersion } from './carry-out.ts';
import type { PostgresHost, PostgresTarget } from './connection-string.ts';
import { schemaVersion } from './migrate.ts';
import { migrations } from './migrations/registry.ts';
import { NotPrimary, reasonOf } from './postgres-fault.ts';
import { PrimaryPool } from './primary-pool.ts';
import { readReplicationFrom } from './synchronous-replication.ts';

/** The oldest major release whose functions the schema uses. */
const majorMin = 14;

export async function examinePostgres(target: PostgresTarget): Promise<Examination> {
  const hosts = await Promise.all(target.hosts.map((host) => examineHost(target, host)));
  const findings = [...hosts.map(({ finding }) => finding), ...encryption(target)];
  const primaries = hosts.filter(({ role }) => role === 'primary').length;
  if (primaries === 0) return { findings, isReachable: false };
  if (primaries > 1) {
    findings.push(
      bad(
        'primary',
        `${primaries} hosts take writes`,
        'They are not copies of each other any more. Name only the right one.',
      ),
    );
  }
  const pool = new PrimaryPool(target);
  try {
    const client = await pool.acquire();
    try {
      findings.push(...(await examineServer(client, target.name)));
    } finally {
      client.release();
    }
    return { findings, isReachable: true };
  } finally {
    await pool.close();
  }
}

interface ExaminedHost {
  readonly role: 'primary' | 'standby' | 'unreachable';
  readonly finding: Finding;
}

async function examineHost(target: PostgresTarget, host: PostgresHost): Promise<ExaminedHost> {
  const name = `${host.host}:${host.port}`;
  const pool = new PrimaryPool({ ...target, hosts: [host] });
  try {
    (await pool.acquire()).release();
    return { role: 'primary', finding: good('host', `${name} takes writes`) };
  } catch (error) {
    if (error instanceof NotPrimary)
      return { role: 'standby', finding: good('host', `${name} is a standby, in recovery`) };
    const advice = 'Check that it runs, its address, the password and pg_hba.conf.';
    const found = `${name} cannot be used (${reasonOf(error)})`;
    const grade = target.hosts.length === 1 ? bad : warning;
    return { role: 'unreachable', finding: grade('host', found, advice) };
  } finally {
    await pool.close();
  }
}

function encryption({ encryption: { kind }, hosts }: PostgresTarget): readonly Finding[] {
  const isLocal = hosts.every(({ host }) => /^(?:localhost|127\.|::1$|\/)/.test(host));
  switch (kind) {
    case 'verified':
      return [good('encryption', 'TLS, and the certificate is checked')];
    case 'unverified':
      return [warning('encryption', 'TLS without checking the certificate', 'Use sslmode=verify-full.')];
    case 'off':
      if (isLocal) return [good('encryption', 'none, on this machine')];
      return [warning('encryption', 'none, over a network', 'Use sslmode=verify-full.')];
    default:
      return kind satisfies never;
  }
}

async function examineServer(client: pg.ClientBase, name: string): Promise<readonly Finding[]> {
  const { rows } = await client.query<Settings>(
    `SELECT current_setting('server_version') AS version, current_setting('server_version_num')::integer / 10000 AS major,
       current_setting('server_encoding') AS encoding, current_setting('fsync') AS fsync,
       current_setting('full_page_writes') AS full_pages, current_setting('synchronous_commit') AS waits,
       pg_size_pretty(pg_database_size(current_database())) AS size`,
  );
  const [settings] = rows;
  if (settings === undefined) throw new Error('the server did not tell its settings');
  return [...gradeSettings(settings), await replication(client), ...(await examineSchema(client, name))];
}

/** What the server says of itself. */
export interface Settings {
  readonly version: string;
  readonly major: number;
  readonly encoding: string;
  readonly fsync: string;
  readonly full_pages: string;
  readonly waits: string;
  readonly size: string;
}

export function gradeSettings(settings: Settings): readonly Finding[] {
  const { version, major, encoding, fsync, full_pages: fullPages, waits, size } = settings;
  return [
    major >= majorMin
      ? good('version', `PostgreSQL ${version}`)
      : bad('version', `PostgreSQL ${version}`, `Use PostgreSQL ${majorMin} or later.`),
    encoding === 'UTF8'
      ? good('encoding', encoding)
      : bad('encoding', encoding, "Create the database with ENCODING 'UTF8'."),
    fsync === 'on'
      ? good('fsync', fsync)
      : bad('fsync', fsync, 'A power cut loses the database: set fsync to on.'),
    fullPages === 'on'
      ? good('full_page_writes', fullPages)
      : warning(
          'full_page_writes',
          fullPages,
          'Only safe on a file system that never writes half a page: set it to on.',
        ),
    /^(?:off|local)$/.test(waits)
      ? warning(
          'synchronous_commit',
          waits,
          'Every write of Fixpoint raises it to on by itself; other programs may count on it.',
        )
      : good('synchronous_commit', waits),
    good('size', size),
  ];
}

async function replication(client: pg.ClientBase): Promise<Finding> {
  const { kind, standbys } = await readReplicationFrom(client);
  switch (kind) {
    case 'synchronous':
      return good('replication', `synchronous: ${standbys} standby has each commit before it is answered`);
    case 'waiting':
      return warning(
        'replication',
        'synchronous, but no standby is there, or this user may not see it',
        'Start a standby: until one is there, no write is answered. To see it, the user needs the role pg_monitor.',
      );
    case 'asynchronous':
      return warning(
        'replication',
        'not synchronous',
        'Writes that were answered last are lost with the server, and after a failover. Set synchronous_standby_names.',
      );
    default:
      return kind satisfies never;
  }
}

async function examineSchema(client: pg.ClientBase, name: string): Promise<readonly Finding[]> {
  const version = await readVersion(client);
  if (version === undefined) return [warning('schema', 'none yet', 'The first write makes it.')];
  if (version === unfinishedMark) return [bad('schema', 'unfinished', describeUnfinished(name))];
  if (version < schemaVersion)
    return [
      warning(
        'schema',
        `${version}; this release brings it to ${schemaVersion}`,
        'Make a backup before the first write.',
      ),
    ];
  if (version > schemaVersion)
    return [bad('schema', `${version}; this release knows ${schemaVersion}`, 'Use the newer release.')];
  return [good('schema', `${version}, as this release has it`), await guards(client)];
}

/** A trigger that somebody dropped or switched off is what would have stopped them. */
async function guards(client: pg.ClientBase): Promise<Finding> {
  const text = migrations.map(({ sql }) => sql).join('\n');
  const always = new Set(namesIn(text, /ENABLE ALWAYS TRIGGER (\w+)/g));
  const { rows } = await client.query<{ readonly name: string; readonly enabled: string }>(
    `SELECT t.tgname AS name, t.tgenabled AS enabled FROM pg_trigger AS t
     JOIN pg_class AS c ON c.oid = t.tgrelid JOIN pg_namespace AS n ON n.oid = c.relnamespace
     WHERE n.nspname = 'fixpoint' AND NOT t.tgisinternal`,
  );
  const enabled = new Map(rows.map((row) => [row.name, row.enabled]));
  const expected = namesIn(text, /CREATE TRIGGER (\w+)/g);
  const off = expected.filter(
    (trigger) => !(always.has(trigger) ? /^A$/ : /^[AO]$/).test(enabled.get(trigger) ?? ''),
  );
  if (off.length === 0) return good('guards', `${expected.length} triggers as released`);
  return bad(
    'guards',
    `missing or switched off: ${off.join(', ')}`,
    'Somebody changed the database by hand. Run verify, and carry the books into a new store: fixpoint store move.',
  );
}

function namesIn(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].flatMap(([, name]) => (name === undefined ? [] : [name]));
}
