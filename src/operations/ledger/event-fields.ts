/** Fields and dates that many operations share. */
import { dateField, entryField, switchField, textField } from '../../engine/field-kinds.ts';
import { optional, withDefault } from '../../engine/field.ts';
import { type Given, type RefusalOf, refuse } from '../../engine/operation.ts';
import { type CalendarDate, latestDateOnEarth } from '../../ledger/calendar-date.ts';

/** When it happened, in which account, and whatever a person wants to remember about it. */
export const eventFields = {
  on: optional(dateField('Day on which it happened; today when left out')),
  account: optional(textField('Broker account or pocket, when the portfolio has several', { lengthMax: 64 })),
  note: optional(textField('Free text kept with the entry', { lengthMax: 500, multiline: true })),
};

/** What to do when a broker or file has already told of an equal event. */
export const matchFields = {
  link: optional(entryField('This is the event that the entry already records')),
  again: withDefault(switchField('This is another event, however equal it looks'), false),
};

export interface Moment {
  readonly date: CalendarDate;
  readonly instant?: string;
  readonly account?: string;
}

/**
 * When it happened. A command that is dated today, or not at all, happens now: then the time of day orders it among
 * the others of the day. One that is dated back has a day and no time.
 */
export function momentOf(
  input: { readonly on: CalendarDate | undefined; readonly account?: string | undefined },
  given: Given,
): Moment {
  const date = input.on ?? given.today;
  return {
    date,
    ...(date === given.today ? { instant: given.at } : {}),
    ...(input.account === undefined ? {} : { account: input.account }),
  };
}

/** Commands may not be dated after the latest day it is anywhere on Earth. */
export function refuseFutureDate(date: CalendarDate, given: Given): RefusalOf<'date_in_future'> | undefined {
  const latest = latestDateOnEarth(given.at);
  if (date <= latest) return undefined;
  const message = `"on" is ${date}, which lies after ${latest}. A command may not be dated later than today.`;
  return refuse('date_in_future', message, { field: 'on', found: date, latest });
}
