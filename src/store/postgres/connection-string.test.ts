import { describe, expect, it } from 'vitest';
import { readConnectionString } from './connection-string.ts';

describe('the name of a PostgreSQL store', () => {
  it.each([
    ['postgres://ann:secret@db:6000/books', [{ host: 'db', port: 6000 }], 'ann', 'secret'],
    ['postgresql://db/books', [{ host: 'db', port: 5432 }], undefined, undefined],
    ['postgres:///books', [{ host: 'localhost', port: 5432 }], undefined, undefined],
    [
      'postgres://ann:p%40ss%2Fword@a:1,b,[::1]:3/books',
      [
        { host: 'a', port: 1 },
        { host: 'b', port: 5432 },
        { host: '::1', port: 3 },
      ],
      'ann',
      'p@ss/word',
    ],
  ])('%s is taken apart', (text, hosts, user, password) => {
    expect(readConnectionString(text)).toEqual({
      kind: 'target',
      target: expect.objectContaining({ hosts, user, password, database: 'books' }),
    });
  });

  it('is shown without user and password', () => {
    const read = readConnectionString('postgres://ann:secret@a,b:2/books');
    expect(read).toMatchObject({ target: { name: 'postgres://a:5432,b:2/books' } });
  });

  it.each([
    ['', { kind: 'off' }],
    ['?sslmode=disable', { kind: 'off' }],
    ['?sslmode=no-verify', { kind: 'unverified' }],
    ['?sslmode=require', { kind: 'verified', rootFile: undefined }],
    ['?sslmode=verify-full&sslrootcert=/etc/ca.pem', { kind: 'verified', rootFile: '/etc/ca.pem' }],
    ['?sslrootcert=/etc/ca.pem', { kind: 'verified', rootFile: '/etc/ca.pem' }],
  ])('says with "%s" how it is encrypted', (parameters, encryption) => {
    expect(readConnectionString(`postgres://db/books${parameters}`)).toMatchObject({
      target: { encryption },
    });
  });

  it.each([
    ['postgres://ann:secret@db', 'names no database'],
    ['postgres://ann:secret@db:99999/books', '"db:99999" is no host'],
    ['postgres://ann:secret@db:x/books', '"db:x" is no host'],
    ['postgres://ann:secret%zz@db/books', 'write it as %25'],
    ['postgres://ann:secret@db/books?sslmode=prefer', 'sslmode "prefer" is not known'],
    ['postgres://ann:secret@db/books?pool=3', '"pool" is not known'],
    ['postgres:ann:secret@db/books', 'postgres://USER:PASSWORD@HOST:PORT/DATABASE'],
  ])('%s is refused without telling the password', (text, reason) => {
    const read = readConnectionString(text);
    if (read.kind !== 'problem') throw new Error('it was taken');
    expect(read.message).toContain(reason);
    expect(read.message).not.toContain('secret');
  });
});
