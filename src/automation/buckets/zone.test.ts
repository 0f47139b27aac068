import { describe, expect, it } from 'vitest';
import { zoneNamed } from '../../../test/support/bucket-schemes.ts';
import { findZone } from './zone.ts';

describe('the name of a zone', () => {
  it.each(['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'US/Pacific', 'America/Argentina/Ushuaia', 'Etc/GMT+5'])(
    'may be %s',
    (name) => {
      expect(zoneNamed(name).name).toBe(name);
    },
  );

  it.each([
    { name: 'europe/berlin', hint: 'Did you mean Europe/Berlin?' },
    { name: 'Berlin', hint: 'Did you mean Europe/Berlin?' },
    { name: 'Europe/Berln', hint: 'Did you mean Europe/Berlin?' },
    { name: 'Shanghai', hint: 'Did you mean Asia/Shanghai?' },
    { name: 'PST', hint: 'Did you mean America/Los_Angeles?' },
    { name: '+02:00', hint: 'is an offset' },
    { name: 'UTC+2', hint: 'is an offset' },
    { name: '', hint: 'is no time zone' },
    { name: 'Mars/Olympus_Mons', hint: 'is no time zone' },
  ])('may not be "$name": $hint', ({ name, hint }) => {
    const found = findZone(name);
    expect(found).toMatchObject({ kind: 'problem', code: 'unknown_zone' });
    expect(found.kind === 'problem' ? found.message : '').toContain(hint);
  });
});

describe('offsets', () => {
  it.each([
    { zone: 'America/St_Johns', at: '2026-01-01T00:00:00Z', minutes: -210 },
    { zone: 'Asia/Kathmandu', at: '2026-01-01T00:00:00Z', minutes: 345 },
    { zone: 'Antarctica/Troll', at: '2026-07-01T00:00:00Z', minutes: 120 },
    { zone: 'Africa/Monrovia', at: '1971-06-01T00:00:00Z', minutes: -44.5 },
    { zone: 'UTC', at: '2026-01-01T00:00:00Z', minutes: 0 },
  ])('$zone: $minutes minutes at $at', ({ zone, at, minutes }) => {
    expect(zoneNamed(zone).offsetAt(Date.parse(at))).toBe(minutes * 60_000);
  });

  it('change at the instant that the rules name, not a second before', () => {
    const berlin = zoneNamed('Europe/Berlin');
    const change = Date.parse('2026-03-29T01:00:00Z');
    expect([berlin.offsetAt(change - 1), berlin.offsetAt(change)]).toEqual([3_600_000, 7_200_000]);
    expect(berlin.changesBetween(change - 1, change)).toEqual([change]);
    expect(berlin.changesBetween(change, change + 1)).toEqual([]);
  });
});
