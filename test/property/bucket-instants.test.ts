/**
 * A million random instants in twenty zones against Temporal: the keys that follow from the date
 * and the hour for each of them, the key of one more kind for each in turn, and the window
 * of two hundred thousand.
 */
import { describe, expect, it } from 'vitest';
import { deriveBucket, isProblem } from '../../src/automation/buckets/bucket.ts';
import { zoneNamed } from '../support/bucket-schemes.ts';
import {
  askOracle,
  federalFiscalKey,
  oracleHourKey,
  oracleKinds,
  oracleWindow,
  type OracleKind,
} from '../support/calendar-oracle.ts';
import { openRandom } from '../support/seeded-random.ts';

/** Half-hour and two-hour shifts, skipped days, days without midnight, clocks that went back across midnight. */
const zones = [
  'UTC',
  'Europe/Berlin',
  'Europe/London',
  'Europe/Dublin',
  'America/New_York',
  'America/St_Johns',
  'America/Santiago',
  'America/Sao_Paulo',
  'America/Havana',
  'Africa/Cairo',
  'Africa/Casablanca',
  'Asia/Shanghai',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Asia/Tehran',
  'Antarctica/Troll',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'Pacific/Chatham',
];
const instantsPerZone = 50_000;
/** Temporal takes most of the time, so it is asked for the window of every fifth instant only; 5 and 7 share no factor. */
const windowEvery = 5;
const kinds = Object.keys(oracleKinds).filter((kind): kind is OracleKind => kind in oracleKinds);
const from = Date.UTC(1990, 0, 1);
const days = (Date.UTC(2080, 0, 1) - from) / 86_400_000;

describe('a million random instants', () => {
  it.each(zones.map((zone, index) => ({ zone, seed: 1000 + index })))(
    'have the keys and windows in $zone that Temporal gives (seed $seed)',
    ({ zone, seed }) => {
      const random = openRandom(seed);
      const wrong: string[] = [];
      const found = zoneNamed(zone);
      const always = [
        { scheme: { kind: 'day', zone: found } as const, keyOf: oracleKinds.day.key },
        { scheme: { kind: 'iso-week', zone: found } as const, keyOf: oracleKinds['iso-week'].key },
        { scheme: { kind: 'hour', zone: found } as const, keyOf: oracleHourKey },
      ];
      const fiscal = { kind: 'fiscal-quarter', zone: found, startMonth: 10, namedBy: 'end' } as const;
      const sometimes = [...always, { scheme: fiscal, keyOf: federalFiscalKey }];
      for (let count = 0; count < instantsPerZone; count += 1) {
        const instant = from + random.below(days) * 86_400_000 + random.below(86_400_000);
        const day = askOracle(zone, instant);
        const turn = count % kinds.length;
        for (const { scheme, keyOf } of turn === 0 ? sometimes : always) {
          const bucket = deriveBucket(scheme, instant);
          if (isProblem(bucket) || bucket.key !== keyOf(day)) wrong.push(`${scheme.kind} at ${instant}`);
        }
        const kind = kinds[turn] ?? 'day';
        const bucket = deriveBucket({ kind, zone: found }, instant);
        if (isProblem(bucket) || bucket.key !== oracleKinds[kind].key(day))
          wrong.push(`${kind} at ${instant}`);
        else if (count % windowEvery === 0) {
          const { start, end } = oracleWindow(kind, day);
          const isRight = bucket.window?.start === start && bucket.window.end === end;
          if (!isRight) wrong.push(`window of ${bucket.key} at ${instant}`);
        }
      }
      expect(wrong.slice(0, 5)).toEqual([]);
    },
  );
});
