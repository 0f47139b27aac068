/**
 * What an error of PostgreSQL or of the connection to it means. Decided by its code, never by its text.
 *
 * Before COMMIT was sent nothing of a transaction is in the books, whatever failed. After it was sent, only a new
 * connection can tell.
 */
import { Fault } from '../../engine/outcome.ts';

/** The server this connection goes to takes no writes: it is a standby, or has become one. */
export class NotPrimary extends Error {
  constructor() {
    super('the server is a standby');
    this.name = 'NotPrimary';
  }
}

/**
 * - `again`: the database undid the transaction because of another one; the same may succeed at once.
 * - `reconnect`: the connection, the server or its role was lost.
 * - `full`: no room on its disk.
 * - `refused`: it does not let us in, or what was named is not there.
 * - `mistake`: a constraint or a statement of ours.
 */
export type Trouble = 'again' | 'reconnect' | 'full' | 'refused' | 'mistake';

export function troubleOf(error: unknown): Trouble {
  if (error instanceof NotPrimary) return 'reconnect';
  if (!(error instanceof Error) || error instanceof Fault) return 'mistake';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  // The driver's own errors about a connection that ended carry no code at all.
  if (code === undefined) return isDriverError(error) ? 'reconnect' : 'mistake';
  if (!sqlState.test(code)) return systemCode.test(code) ? 'reconnect' : 'mistake';
  if (code === '40001' || code === '40P01' || isRaceForName(error, code)) return 'again';
  if (isStatementLost(error) || isOriginGone(error, code)) return 'again';
  if (/^(?:08|57P0[1-5])/.test(code) || code === '25006' || code === '53300') return 'reconnect';
  if (code === '53100') return 'full';
  if (code === '55P03' || /^(?:28|3D|42501|25P03|57014)/.test(code)) return 'refused';
  return 'mistake';
}

/** An error as the caller should see it, when nothing was booked. Mistakes stay as they are. */
export function toFault(error: unknown, storeName: string): unknown {
  const trouble = troubleOf(error);
  switch (trouble) {
    case 'mistake':
      return error;
    case 'full':
      return new Fault(
        'disk_full',
        `There is no room left for ${storeName}. Nothing was booked. Free some disk space.`,
        error,
      );
    case 'refused':
      return new Fault(
        'unavailable',
        `${storeName} refused (${reasonOf(error)}). Nothing was booked.`,
        error,
      );
    case 'again':
    case 'reconnect':
      return new Fault(
        'unavailable',
        `${storeName} cannot be reached (${reasonOf(error)}). Nothing was booked. Check that the server runs.`,
        error,
      );
    default:
      return trouble satisfies never;
  }
}

/** A statement that was kept on one connection was looked for on another: a pooler stands between. */
export function isStatementLost(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === '26000' || code === '42P05';
}

/** An origin that this process remembers is not there any more. It is written anew when the same is tried again. */
function isOriginGone(error: Error, code: string): boolean {
  return code === '23502' && 'column' in error && error.column === 'origin';
}

/** Two hubs made the same portfolio or lease. The one that lost finds it when it tries again. */
function isRaceForName(error: Error, code: string): boolean {
  if (code !== '23505' || !('constraint' in error)) return false;
  return error.constraint === 'portfolio_name' || error.constraint === 'lease_name';
}

/** The code, and what the server says to explain it, which never holds the password. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  return 'code' in error && typeof error.code === 'string'
    ? `${error.code}: ${error.message}`
    : error.message;
}

function isDriverError(error: Error): boolean {
  return error instanceof AggregateError || driverMessages.has(error.message);
}

const sqlState = /^[0-9A-Z]{5}$/;
const systemCode = /^(?:E[A-Z]+|ENOTFOUND|CERT_.*|ERR_.*|DEPTH_.*|SELF_.*|UNABLE_.*)$/;
const driverMessages = new Set([
  'Connection terminated unexpectedly',
  'Connection terminated',
  'Connection terminated due to connection timeout',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
]);
