import { describe, expect, it } from 'vitest';
import { Fault } from '../../engine/outcome.ts';
import { isBusy, needsRecovery, toCommitFault, toFault } from './sqlite-fault.ts';

const store = 'sqlite:./books.db';

/** What each code means: before COMMIT, at COMMIT, whether to try again, and whether the file must be opened again. */
const meanings = [
  { code: 'SQLITE_BUSY', before: 'unavailable', atCommit: 'unavailable', busy: true, reopen: false },
  { code: 'SQLITE_BUSY_SNAPSHOT', before: 'unavailable', atCommit: 'unavailable', busy: true, reopen: false },
  { code: 'SQLITE_LOCKED', before: 'unavailable', atCommit: 'unavailable', busy: true, reopen: false },
  { code: 'SQLITE_FULL', before: 'disk_full', atCommit: 'disk_full', busy: false, reopen: true },
  { code: 'SQLITE_IOERR', before: 'unavailable', atCommit: 'outcome_unknown', busy: false, reopen: true },
  {
    code: 'SQLITE_IOERR_FSYNC',
    before: 'unavailable',
    atCommit: 'outcome_unknown',
    busy: false,
    reopen: true,
  },
  { code: 'SQLITE_CORRUPT', before: 'unavailable', atCommit: 'outcome_unknown', busy: false, reopen: true },
  { code: 'SQLITE_CONSTRAINT_TRIGGER', before: undefined, atCommit: undefined, busy: false, reopen: false },
  {
    code: 'SQLITE_CONSTRAINT_FOREIGNKEY',
    before: undefined,
    atCommit: undefined,
    busy: false,
    reopen: false,
  },
  { code: 'SQLITE_ERROR', before: undefined, atCommit: undefined, busy: false, reopen: false },
  { code: 'ENOSPC', before: undefined, atCommit: undefined, busy: false, reopen: false },
] as const;

describe.each(meanings)('$code', ({ code, before, atCommit, busy, reopen }) => {
  const error = Object.assign(new Error('disk I/O error'), { code });

  it(`is ${before ?? 'passed on as it is'} before COMMIT`, () => {
    expect(codeOf(toFault(error, store), error)).toBe(before);
  });

  it(`is ${atCommit ?? 'passed on as it is'} at COMMIT`, () => {
    expect(codeOf(toCommitFault(error, store), error)).toBe(atCommit);
  });

  it(`is ${busy ? '' : 'not '}a lock to wait for, and the file is ${reopen ? '' : 'not '}opened again`, () => {
    expect(isBusy(error)).toBe(busy);
    expect(needsRecovery(error)).toBe(reopen);
  });
});

describe('a fault of the store', () => {
  const error = Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_FSYNC' });

  it('says what failed, what became of the write and what to do', () => {
    expect(toCommitFault(error, store)).toMatchObject({
      message:
        'sqlite:./books.db failed while it committed (SQLITE_IOERR_FSYNC), so this may or may not be in the books. ' +
        'Send it again with the same key to find out.',
      cause: error,
    });
  });

  it('is not made of an error that the store did not raise', () => {
    const other = new Error('SQLITE_FULL');
    expect(toFault(other, store)).toBe(other);
    expect(toCommitFault('SQLITE_FULL', store)).toBe('SQLITE_FULL');
  });
});

/** The fault's code; undefined when it is the error itself. */
function codeOf(thrown: unknown, error: Error): string | undefined {
  if (thrown === error) return undefined;
  return thrown instanceof Fault ? thrown.code : 'something else';
}
