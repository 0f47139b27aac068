/** Parameters that several questions share. */
import { countField, dateField, instantField, instrumentField, textField } from '../engine/field-kinds.ts';
import { optional, withDefault } from '../engine/field.ts';

/** The books as they stood: by when things happened, and by when they were recorded. */
export const timeFields = {
  as_of: optional(dateField('Books at the end of this day; today when left out')),
  known_at: optional(instantField('Only what was recorded by then')),
};

export const instrumentFilter = optional(instrumentField('Only this instrument'));

/** A page holds at most this many rows; larger answers are read page by page. */
export const pageRowsMax = 500;

export const pageFields = {
  limit: withDefault(countField('Rows of a page', { min: 1, max: pageRowsMax }), 100),
  cursor: optional(
    textField('Where the page before ended, as it said in next_cursor', {
      lengthMax: 64,
      placeholder: 'CURSOR',
    }),
  ),
};

/** JSON Schemas of members that many answers have. */
export const amountSchema = { type: 'string', description: 'Exact amount' } as const;
export const nullableAmountSchema = {
  type: ['string', 'null'],
  description: 'Exact amount; null when unknown',
} as const;
export const textSchema = { type: 'string' } as const;

/** Rows of an object whose members are given; all are present. */
export function rowsSchema(members: {
  readonly [name: string]: { readonly type: string | readonly string[] };
}) {
  return { type: 'array', items: rowSchema(members) } as const;
}

export function rowSchema(members: {
  readonly [name: string]: { readonly type: string | readonly string[] };
}) {
  return { type: 'object', properties: members, required: Object.keys(members) } as const;
}
