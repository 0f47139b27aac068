/**
 * The arguments that stand beside an operation's or a question's own fields. They are fields too, so that their
 * schemas and the messages about them are made like all others.
 */
import {
  type Field,
  type Fields,
  fieldProblem,
  type InputProblem,
  optional,
  withDefault,
} from '../../engine/field.ts';
import { switchField } from '../../engine/field-kinds.ts';
import type { JsonObject, JsonValue } from '../../ledger/json-value.ts';

export type ToolArgumentName = 'portfolio' | 'idempotency_key' | 'dry_run' | 'confirmation_token';

/** What a portfolio's name, a key and a token must look like is the hub's to say; here they only have to be text. */
export function defineToolArguments(defaultPortfolio: string) {
  return {
    portfolio: withDefault(
      plainText('Portfolio that is meant', 'PORTFOLIO', { minLength: 1, maxLength: 64 }),
      defaultPortfolio,
    ),
    idempotency_key: optional(
      plainText('reuse the same key when you retry the same wish', 'KEY', {
        pattern: '^(?!fx:)[!-~]{1,255}$',
      }),
    ),
    dry_run: withDefault(switchField('Show what would be booked, and book nothing'), false),
    confirmation_token: optional(
      plainText('Token that came with what would be booked; with it the call books exactly that', 'TOKEN', {
        minLength: 1,
        maxLength: 255,
      }),
    ),
  } as const satisfies Record<ToolArgumentName, Field<never> | Field<unknown>>;
}

/** Parts the arguments of these names from the rest, which is left to the operation's or question's own fields. */
export function splitArguments(given: JsonObject, names: readonly ToolArgumentName[]) {
  const own: Record<string, JsonValue> = {};
  const input: Record<string, JsonValue> = {};
  for (const [name, value] of Object.entries(given)) {
    const part = names.some((known) => known === name) ? own : input;
    part[name] = value;
  }
  return { own, input } as const;
}

/** JSON Schema of everything a caller may send. Throws when a field has the name of an argument of the tool. */
export function toInputSchema(
  fields: Fields,
  own: readonly {
    readonly name: ToolArgumentName;
    readonly field: Fields[string];
    readonly required: boolean;
  }[],
): JsonObject {
  const clash = own.find(({ name }) => Object.hasOwn(fields, name));
  if (clash !== undefined)
    throw new Error(`The field "${clash.name}" has the name of an argument of every tool`);
  const rows = [
    ...Object.entries(fields).map(([name, field]) => ({ name, field, required: field.need === 'required' })),
    ...own,
  ];
  return {
    type: 'object',
    properties: Object.fromEntries(rows.map(({ name, field }) => [name, field.schema])),
    required: rows.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  };
}

/** The refusal that wrong arguments are answered with, worded as the hub words those of the fields. */
export function refuseArguments(problems: readonly InputProblem[]) {
  return {
    status: 'refused',
    code: 'invalid_input',
    message: problems.map(({ message }) => message).join(' '),
    detail: {
      field: problems[0]?.field ?? null,
      problems: problems.map(({ field, found, message }) => ({ field, found, message })),
    },
  } as const;
}

function plainText(about: string, placeholder: string, limits: JsonObject): Field<string> {
  return {
    about,
    need: 'required',
    constant: undefined,
    read: (raw) => (typeof raw === 'string' ? raw : fieldProblem('text in quotes')),
    print: (text) => text,
    schema: { description: about, type: 'string', ...limits },
    placeholder,
    isSwitch: false,
  };
}
