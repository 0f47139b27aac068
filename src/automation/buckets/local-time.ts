/** From instants to civil days in a zone and back. */
import { type CivilDay, dayMs } from './civil-day.ts';
import type { Instant } from './instant.ts';
import type { Zone } from './zone.ts';

/** The day that calendars in the zone show at an instant. */
export function civilDayAt(zone: Zone, instant: Instant): CivilDay {
  return Math.floor((instant + zone.offsetAt(instant)) / dayMs);
}

/** Offsets have never been larger than this. */
const offsetMsMax = 26 * 3_600_000;

/**
 * The first instant at which the zone's calendar shows the day or a later one. That is midnight, the end of the gap
 * where clocks skip midnight (Santiago), or the start of the next day where the whole day is skipped (Apia).
 */
export function firstInstantOf(zone: Zone, civilDay: CivilDay): Instant {
  const midnight = civilDay * dayMs;
  const end = midnight + offsetMsMax;
  let start = midnight - offsetMsMax;
  for (const change of [...zone.changesBetween(start, end), end]) {
    const offset = zone.offsetAt(start);
    if (change + offset > midnight) return Math.max(start, midnight - offset);
    start = change;
  }
  return start;
}
