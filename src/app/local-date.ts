import { type CalendarDate, parseCalendarDate } from '../ledger/calendar-date.ts';

/** The calendar day at an instant in a zone, or in this machine's own zone. */
export function dateIn(zone: string | undefined, instant: string): CalendarDate | undefined {
  const at = new Date(instant);
  if (zone === undefined) {
    const [year, month, day] = [at.getFullYear(), at.getMonth() + 1, at.getDate()];
    return parseCalendarDate(`${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`);
  }
  // The Swedish locale writes dates as ISO does.
  return parseCalendarDate(new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(at));
}
