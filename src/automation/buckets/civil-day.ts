/**
 * Days of the proleptic Gregorian calendar as numbers: how many days after 1970-01-01. Arithmetic on them knows no
 * clock and no zone, which is what makes it exact.
 */
export type CivilDay = number;

export const dayMs = 86_400_000;

export interface CivilDate {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  /** 1 to 31. */
  readonly day: number;
}

/** 400 years have this many days, always; the calendar repeats after them. */
const daysPerEra = 146_097;
/** From 0000-03-01 to 1970-01-01. Years are counted from March, so that the leap day comes last. */
const daysBeforeEpoch = 719_468;

/** The number of a day. A day past the end of its month counts on into the next one. */
export function toCivilDay({ year, month, day }: CivilDate): CivilDay {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * daysPerEra + dayOfEra - daysBeforeEpoch;
}

export function toCivilDate(civilDay: CivilDay): CivilDate {
  const shifted = civilDay + daysBeforeEpoch;
  const era = Math.floor(shifted / daysPerEra);
  const dayOfEra = shifted - era * daysPerEra;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return { year, month, day: dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1 };
}

/** Years a key may name. Before 1970 zones are guesswork; a later year than 2999 is a mistake in a unit. */
export const firstCivilDay: CivilDay = 0;
export const lastCivilDay: CivilDay = toCivilDay({ year: 2999, month: 12, day: 31 });

/** A number with leading zeros, as keys need it to sort as text. */
export function padNumber(value: number, digits: number): string {
  return String(value).padStart(digits, '0');
}
