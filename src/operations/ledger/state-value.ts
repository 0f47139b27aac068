/** Writes that state a value (a price, a rate, an alias…): an entry when it is another value, nothing when it is the same. */
import { accept, type Decision, type PortfolioView, unchanged } from '../../engine/operation.ts';
import type { CalendarDate } from '../../ledger/calendar-date.ts';
import type { EntryKind } from '../../ledger/entry.ts';
import { type JsonObject, toCanonicalJson } from '../../ledger/json-value.ts';

export interface StatedValue {
  readonly kind: EntryKind;
  readonly date: CalendarDate;
  readonly subject?: string;
  readonly record: string;
  readonly id: string;
  readonly value: JsonObject;
  /** What the outcome says besides. */
  readonly result?: JsonObject;
}

export function stateValue(view: PortfolioView, stated: StatedValue): Decision<never> {
  const { record, id, value, result = {} } = stated;
  const before = view.get({ kind: 'record', record, id });
  if (before !== undefined && toCanonicalJson(before) === toCanonicalJson(value)) {
    return unchanged('same_value', { ...value, ...result }, true);
  }
  const draft = {
    kind: stated.kind,
    date: stated.date,
    ...(stated.subject === undefined ? {} : { subject: stated.subject }),
    postings: [],
    legs: [],
    sets: [{ kind: record, id, value }],
    flags: [],
  } as const;
  return accept([draft], { result });
}
