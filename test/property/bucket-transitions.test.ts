/** Every change of clocks from 2000 to 2040 in every zone that Node knows: just before it, at it, just after it. */
import { describe, expect, it } from 'vitest';
import { nextBucket, previousBucket, type Bucket } from '../../src/automation/buckets/bucket.ts';
import { parseBucketKey } from '../../src/automation/buckets/parse-bucket-key.ts';
import { bucketAt, zoneNamed } from '../support/bucket-schemes.ts';
import {
  askOracle,
  oracleChanges,
  oracleHourKey,
  oracleKinds,
  oracleWindow,
} from '../support/calendar-oracle.ts';

const zones = ['UTC', ...Intl.supportedValuesOf('timeZone')];
const [fromYear, toYear] = [2000, 2041];
const kinds = ['day', 'iso-week', 'month'] as const;

/** Names of zones by their first part, so that the work shows up in pieces. */
const regions = [...new Set(zones.map((zone) => zone.split('/')[0] ?? zone))];

describe.each(regions.map((region) => ({ region })))('every change of clocks in $region', ({ region }) => {
  const own = zones.filter((zone) => zone === region || zone.startsWith(`${region}/`));
  const changes = own.map((zone) => ({ zone, instants: oracleChanges(zone, fromYear, toYear) }));

  it('is found, and no other', () => {
    for (const { zone, instants } of changes) {
      const found = zoneNamed(zone).changesBetween(Date.UTC(fromYear, 0, 1), Date.UTC(toYear, 0, 1));
      expect({ zone, found }).toEqual({ zone, found: instants });
    }
  });

  it('leaves the key of a day, week and month what the calendar shows, and the windows whole', () => {
    const wrong: string[] = [];
    for (const { zone, instants } of changes) {
      const scheme = { zone: zoneNamed(zone) };
      for (const instant of around(instants)) {
        const day = askOracle(zone, instant);
        for (const kind of kinds) {
          const bucket = bucketAt({ kind, ...scheme }, instant);
          const expected = { key: oracleKinds[kind].key(day), ...oracleWindow(kind, day) };
          const found = { key: bucket.key, ...bucket.window };
          if (JSON.stringify(found) !== JSON.stringify(expected)) wrong.push(`${zone} ${kind} at ${instant}`);
          wrong.push(...checkNeighbours(bucket).map((problem) => `${zone} ${problem}`));
        }
      }
    }
    expect(wrong.slice(0, 5)).toEqual([]);
  });

  it('parts an hour that clocks show twice, and no two hours share an instant', () => {
    const wrong: string[] = [];
    for (const { zone, instants } of changes) {
      for (const instant of around(instants)) {
        const bucket = bucketAt({ kind: 'hour', zone: zoneNamed(zone) }, instant);
        const { start = 0, end = 0 } = bucket.window ?? {};
        const keyAt = (at: number): string => oracleHourKey(askOracle(zone, at));
        const isInside = start <= instant && instant < end;
        const isWhole = keyAt(start) === bucket.key && keyAt(end - 1) === bucket.key;
        const isAll = keyAt(start - 1) !== bucket.key && keyAt(end) !== bucket.key;
        if (!isInside || !isWhole || !isAll || keyAt(instant) !== bucket.key)
          wrong.push(`${zone} ${bucket.key}`);
        wrong.push(...checkNeighbours(bucket).map((problem) => `${zone} ${problem}`));
      }
    }
    expect(wrong.slice(0, 5)).toEqual([]);
  });
});

describe('the instant of a bucket', () => {
  it('lies in its window except where clocks went back across midnight, and there the date is still right', () => {
    const lastYears = new Map<string, number>();
    for (const zone of zones) {
      for (const instant of around(oracleChanges(zone, fromYear, toYear))) {
        const { window } = bucketAt({ kind: 'day', zone: zoneNamed(zone) }, instant);
        if (window !== undefined && window.start <= instant && instant < window.end) continue;
        lastYears.set(zone, new Date(instant).getUTCFullYear());
      }
    }
    // The tz database: two provinces changed clocks at 00:01, and Casey once went back from 02:00 to 23:00.
    expect(Object.fromEntries(lastYears)).toEqual({
      'America/Goose_Bay': 2010,
      'America/Moncton': 2006,
      'America/St_Johns': 2010,
      'Antarctica/Casey': 2010,
    });
  });
});

function around(instants: readonly number[]): readonly number[] {
  return instants.flatMap((instant) => [instant - 1, instant, instant + 1]);
}

function checkNeighbours(bucket: Bucket): readonly string[] {
  const [previous, next] = [previousBucket(bucket), nextBucket(bucket)];
  const problems: string[] = [];
  if (previous?.window?.end !== bucket.window?.start) problems.push(`gap before ${bucket.key}`);
  if (next?.window?.start !== bucket.window?.end) problems.push(`gap after ${bucket.key}`);
  if (previous?.key === bucket.key || next?.key === bucket.key) problems.push(`${bucket.key} twice`);
  const read = parseBucketKey(bucket.scheme, bucket.key);
  const again = read.kind === 'key' ? read.bucket : undefined;
  if (JSON.stringify(again) !== JSON.stringify(bucket)) problems.push(`${bucket.key} reads as another`);
  return problems;
}
