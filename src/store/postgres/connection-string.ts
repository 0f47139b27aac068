/**
 * `postgres://user:password@host1:port1,host2:port2/database?sslmode=…`. Several hosts are taken apart here, because the
 * driver knows one only. The password goes to the driver and nowhere else: messages name the store by its hosts.
 */

export interface PostgresTarget {
  /** For messages: hosts, ports and database. */
  readonly name: string;
  readonly hosts: readonly PostgresHost[];
  readonly database: string;
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly encryption: Encryption;
}

export interface PostgresHost {
  readonly host: string;
  readonly port: number;
}

/**
 * - `off`: plain text, for a socket or a trusted network.
 * - `verified`: TLS with a certificate that is checked, against `rootFile` when it is given.
 * - `unverified`: TLS that anybody in between could read.
 */
export type Encryption =
  | { readonly kind: 'off' | 'unverified' }
  | { readonly kind: 'verified'; readonly rootFile: string | undefined };

export type ReadTarget =
  | { readonly kind: 'target'; readonly target: PostgresTarget }
  | { readonly kind: 'problem'; readonly message: string };

const defaultPort = 5432;

export function readConnectionString(text: string): ReadTarget {
  const parts = /^postgres(?:ql)?:\/\/(?:([^@/?#]*)@)?([^@/?#]*)(?:\/([^?#]*))?(?:\?([^#]*))?$/.exec(text);
  if (parts === null) return problem('it must read postgres://USER:PASSWORD@HOST:PORT/DATABASE');
  const [, credentials = '', hostList = '', path = '', query = ''] = parts;
  const decoded = decodeAll([...splitOnce(credentials, ':'), path]);
  if (decoded === undefined) return problem('a "%" in it does not begin a coded character; write it as %25');
  const [user = '', password = '', database = ''] = decoded;
  if (database === '') return problem('it names no database; put one behind the host, as in …/fixpoint');
  const hosts = readHosts(hostList === '' ? 'localhost' : hostList);
  if (typeof hosts === 'string') return problem(hosts);
  const encryption = readEncryption(new URLSearchParams(query));
  if (typeof encryption === 'string') return problem(encryption);
  const target = {
    name: `postgres://${hosts.map(({ host, port }) => `${host}:${port}`).join(',')}/${database}`,
    hosts,
    database,
    user: user === '' ? undefined : user,
    password: password === '' ? undefined : password,
    encryption,
  };
  return { kind: 'target', target };
}

/** The text itself is not repeated: it may hold a password. */
function problem(what: string): ReadTarget {
  return { kind: 'problem', message: `The name of the PostgreSQL store cannot be used: ${what}.` };
}

function splitOnce(text: string, mark: string): readonly [string, string] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

function decodeAll(texts: readonly string[]): readonly string[] | undefined {
  try {
    return texts.map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

/** A sentence when one of them cannot be read. */
function readHosts(list: string): readonly PostgresHost[] | string {
  const hosts: PostgresHost[] = [];
  for (const item of list.split(',')) {
    const parts = /^(\[[0-9a-fA-F:.]+\]|[^:[\]]+)(?::(\d{1,5}))?$/.exec(item);
    const port = Number(parts?.[2] ?? defaultPort);
    if (parts?.[1] === undefined || port < 1 || port > 65_535)
      return `"${item}" is no host; write HOST or HOST:PORT, several with commas between`;
    hosts.push({ host: parts[1].replace(/^\[(.*)\]$/, '$1'), port });
  }
  return hosts;
}

/** A sentence when it cannot be read. Names and meanings are those of PostgreSQL's own clients, but none is laxer. */
function readEncryption(parameters: URLSearchParams): Encryption | string {
  for (const name of parameters.keys()) {
    if (name !== 'sslmode' && name !== 'sslrootcert')
      return `"${name}" is not known; sslmode and sslrootcert are`;
  }
  const mode = parameters.get('sslmode') ?? (parameters.has('sslrootcert') ? 'verify-full' : 'disable');
  switch (mode) {
    case 'disable':
      return { kind: 'off' };
    case 'no-verify':
      return { kind: 'unverified' };
    case 'require':
    case 'verify-ca':
    case 'verify-full':
      return { kind: 'verified', rootFile: parameters.get('sslrootcert') ?? undefined };
    default:
      return `sslmode "${mode}" is not known; write disable, require, verify-full or no-verify`;
  }
}
