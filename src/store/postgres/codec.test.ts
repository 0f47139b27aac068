import { describe, expect, it } from 'vitest';
import { packIdentity, packInstant, packKey, unpackIdentity, unpackInstant, unpackKey } from './codec.ts';

describe('values in columns', () => {
  it.each([
    ['2026-06-01T12:00:00.007Z', '1780315200007'],
    ['1969-12-31T23:59:59.999Z', '-1'],
    ['2026-06-01T12:00:00.123456Z', '=2026-06-01T12:00:00.123456Z'],
    ['2026-02-30T12:00:00.000Z', '=2026-02-30T12:00:00.000Z'],
    ['1780315200007', '=1780315200007'],
    ['=', '=='],
  ])('keeps the moment %s as %s and gives it back', (instant, packed) => {
    expect(packInstant(instant)).toBe(packed);
    expect(unpackInstant(packed)).toBe(instant);
  });

  it.each([
    ['0b9f5e0c-1b1c-4a5e-9d3b-0123456789ab', 16],
    ['0B9F5E0C-1B1C-4A5E-9D3B-0123456789AB', 36],
    ['sixteen letters!', 17],
    ['seventeen letters', 17],
    ['k', 1],
    ['fx:recurring:Zürich:2026', 25],
  ])('keeps the key %s in %i bytes and gives it back', (key, bytes) => {
    const packed = packKey(key);
    expect(packed).toHaveLength(bytes);
    expect(unpackKey(packed)).toBe(key);
  });

  it('gives no key the bytes of a UUID', () => {
    // These sixteen characters are the bytes of the UUID below.
    const text = 'abcdefghijklmnop';
    const uuid = '61626364-6566-6768-696a-6b6c6d6e6f70';
    expect(packKey(uuid).toString('latin1')).toBe(text);
    expect(packKey(text).equals(packKey(uuid))).toBe(false);
  });

  it.each([
    ['00000000000000a1', 8],
    ['older form', 10],
    ['8 bytes!', 9],
  ])('keeps the identity %s in %i bytes and gives it back', (identity, bytes) => {
    const packed = packIdentity(identity);
    expect(packed).toHaveLength(bytes);
    expect(unpackIdentity(packed)).toBe(identity);
  });
});
