/**
 * What an error of SQLite means for a write. Decided by the error's code, never by its text.
 *
 * Before COMMIT nothing of the transaction is in the books, whatever failed. At COMMIT it may be: after a failed flush
 * the frames stand in the log all the same and can come back when the file is next recovered.
 */
import { Fault } from '../../engine/outcome.ts';

/** Another process holds the lock; the same request may succeed a moment later. */
export function isBusy(error: unknown): boolean {
  const code = codeOf(error);
  return code !== undefined && /^SQLITE_(?:BUSY|LOCKED)(?:_|$)/.test(code);
}

/** Does the connection have to be opened again, so that SQLite recovers the file before anything else is done? */
export function needsRecovery(error: unknown): boolean {
  const code = codeOf(error);
  return code !== undefined && !isBusy(error) && !isOwnMistake(code);
}

/** An error before COMMIT, as the caller should see it. Constraints and mistakes of ours stay as they are. */
export function toFault(error: unknown, storeName: string): unknown {
  const code = codeOf(error);
  if (code === undefined || isOwnMistake(code)) return error;
  if (code === 'SQLITE_FULL') {
    return new Fault(
      'disk_full',
      `There is no room left for ${storeName}. Nothing was booked. Free some disk space.`,
      error,
    );
  }
  return new Fault(
    'unavailable',
    `${storeName} cannot be used (${code}). Nothing was booked. Check the disk.`,
    error,
  );
}

/** An error of COMMIT itself. */
export function toCommitFault(error: unknown, storeName: string): unknown {
  const code = codeOf(error);
  // A full disk cut the log off before its commit mark, and a busy or refused COMMIT never began: neither was booked.
  if (code === undefined || code === 'SQLITE_FULL' || isBusy(error) || isOwnMistake(code))
    return toFault(error, storeName);
  return new Fault(
    'outcome_unknown',
    `${storeName} failed while it committed (${code}), so this may or may not be in the books. ` +
      'Send it again with the same key to find out.',
    error,
  );
}

/** A constraint, a wrong statement or a wrong type: not the world, so nothing that waiting or another disk would mend. */
function isOwnMistake(code: string): boolean {
  return /^SQLITE_(?:ERROR|CONSTRAINT|MISMATCH|MISUSE|RANGE|TOOBIG)(?:_|$)/.test(code);
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  return error.code.startsWith('SQLITE_') ? error.code : undefined;
}
