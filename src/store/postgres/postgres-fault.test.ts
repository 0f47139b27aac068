import { describe, expect, it } from 'vitest';
import { Fault } from '../../engine/outcome.ts';
import { NotPrimary, toFault, troubleOf } from './postgres-fault.ts';

const failWith = (code: string, more: object = {}) =>
  Object.assign(new Error('it failed'), { code, ...more });

describe('what an error means', () => {
  it.each([
    ['a serialization failure', failWith('40001'), 'again'],
    ['a deadlock', failWith('40P01'), 'again'],
    ['a portfolio that two made', failWith('23505', { constraint: 'portfolio_name' }), 'again'],
    ['a statement that a pooler lost', failWith('26000'), 'again'],
    ['any other key that is there', failWith('23505', { constraint: 'receipt_pkey' }), 'mistake'],
    ['a server that shuts down', failWith('57P01'), 'reconnect'],
    ['a server that starts', failWith('57P03'), 'reconnect'],
    ['a server that became a standby', failWith('25006'), 'reconnect'],
    ['a standby', new NotPrimary(), 'reconnect'],
    ['nobody listening', failWith('ECONNREFUSED'), 'reconnect'],
    ['a cut connection', failWith('ECONNRESET'), 'reconnect'],
    ['a connection the driver gave up', new Error('Connection terminated unexpectedly'), 'reconnect'],
    ['no room', failWith('53100'), 'full'],
    ['a wrong password', failWith('28P01'), 'refused'],
    ['a database that is not there', failWith('3D000'), 'refused'],
    ['a lock that is held too long', failWith('55P03'), 'refused'],
    ['a constraint', failWith('23514'), 'mistake'],
    ['a wrong statement', failWith('42601'), 'mistake'],
    ['a fault', new Fault('unavailable', 'closed'), 'mistake'],
    ['anything else', new Error('deadlock detected'), 'mistake'],
    ['no error at all', 'text', 'mistake'],
  ])('%s', (_, error, trouble) => {
    expect(troubleOf(error)).toBe(trouble);
  });

  it('is told with the store and the code', () => {
    const fault = toFault(failWith('28P01'), 'postgres://db:5432/books');
    expect(fault).toMatchObject({
      code: 'unavailable',
      message: 'postgres://db:5432/books refused (28P01: it failed). Nothing was booked.',
    });
    expect(toFault(failWith('53100'), 'books')).toMatchObject({ code: 'disk_full' });
  });

  it('stays as it is when it is our own', () => {
    const error = failWith('23514');
    expect(toFault(error, 'books')).toBe(error);
  });
});
