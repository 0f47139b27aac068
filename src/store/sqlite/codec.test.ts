import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeStoreFile } from '../../../test/support/store-file.ts';
import { currencyOf } from '../../../test/support/ledger-entries.ts';
import { accounts } from '../../ledger/account.ts';
import { Rational } from '../../money/rational.ts';
import {
  packAccount,
  packDate,
  packIdentity,
  packInstant,
  packKey,
  packUnits,
  unpackAccount,
  unpackDate,
  unpackIdentity,
  unpackInstant,
  unpackKey,
  unpackUnits,
} from './codec.ts';

describe('days', () => {
  it.each([
    ['2026-05-01', 20260501],
    ['1000-01-01', 10000101],
    ['9999-12-31', 99991231],
  ])('%s is kept as %i', (date, day) => {
    expect(packDate(date)).toBe(day);
    expect(unpackDate(day)).toBe(date);
  });
});

describe('moments', () => {
  it.each([
    ['1970-01-01T00:00:00.001Z', 1n],
    ['1969-12-31T23:59:59.999Z', -1n],
    ['2001-09-09T01:46:40.000Z', 1_000_000_000_000n],
  ])('%s is kept as its milliseconds', (instant, milliseconds) => {
    expect(packInstant(instant)).toBe(milliseconds);
    expect(unpackInstant(Number(milliseconds))).toBe(instant);
  });

  it.each([
    '2026-05-01T12:00:00.123456Z',
    '2026-05-01T12:00:00Z',
    '2026-02-30T00:00:00.000Z',
    '2026-05-01T24:00:00.000Z',
    '2026-05-01T12:00:00.000+',
    '',
  ])('%j is kept as it came, because milliseconds would not give it back', (instant) => {
    expect(packInstant(instant)).toBe(instant);
    expect(unpackInstant(instant)).toBe(instant);
  });

  it('shows a number that is no time as it is', () => {
    expect(unpackInstant(9e15)).toBe('9000000000000000');
  });
});

describe('keys', () => {
  it('keeps a UUID as its bytes', () => {
    const packed = packKey('0b9f5e0c-1b1c-4a5e-9d3b-0123456789ab');
    expect(packed).toEqual(Buffer.from('0b9f5e0c1b1c4a5e9d3b0123456789ab', 'hex'));
    expect(unpackKey(packed)).toBe('0b9f5e0c-1b1c-4a5e-9d3b-0123456789ab');
  });

  it.each([
    '0B9F5E0C-1B1C-4A5E-9D3B-0123456789AB',
    '0b9f5e0c1b1c4a5e9d3b0123456789ab',
    '0b9f5e0c-1b1c-4a5e-9d3b-0123456789ag',
    'k',
    ' ',
  ])('keeps %j as it came, because its bytes would not give it back', (key) => {
    expect(packKey(key)).toBe(key);
    expect(unpackKey(key)).toBe(key);
  });

  it('gives two keys never the same form', () => {
    const key = fc.oneof(
      fc.uuid(),
      fc.uuid().map((uuid) => uuid.toUpperCase()),
      fc.string({ maxLength: 40 }),
    );
    fc.assert(
      fc.property(key, (text) => {
        expect(unpackKey(packKey(text))).toBe(text);
      }),
    );
  });
});

describe('identities', () => {
  it.each([
    ['00000000000000a1', Buffer.from('00000000000000a1', 'hex')],
    ['00000000000000A1', '00000000000000A1'],
    ['a1', 'a1'],
  ])('%s is kept so that it reads back', (identity, packed) => {
    expect(packIdentity(identity)).toEqual(packed);
    expect(unpackIdentity(packed)).toBe(identity);
  });
});

describe('accounts', () => {
  it('have the codes that the first migration gave them', () => {
    const file = makeStoreFile();
    file.open();
    const rows = file.openRaw().prepare('SELECT code, name FROM account ORDER BY code').all();
    expect(rows).toEqual(accounts.map((name) => ({ code: packAccount(name), name })));
    expect(rows.at(-1)).toEqual({ code: 11, name: 'expenses:tax' });
  });

  it('read as no account when nobody gave the code out', () => {
    expect(unpackAccount(3)).toBe('equity:external');
    expect(unpackAccount(99)).toBe('account 99');
  });
});

describe('units', () => {
  it('are kept as exact fractions per currency', () => {
    const units = new Map([
      [currencyOf('USD'), Rational.parse('-100/3')],
      [currencyOf('EUR'), Rational.parse('0.5')],
    ]);
    expect(packUnits(units)).toBe('[["USD","-100/3"],["EUR","0.5"]]');
    expect(unpackUnits(packUnits(units))).toEqual(units);
  });
});
