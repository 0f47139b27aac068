/**
 * A question is a value: its name, parameters, the shape of its answer and a script of reads. CLI, HTTP, OpenAPI and
 * MCP are read off it. It runs in one snapshot and writes nothing to the books.
 */
import type { CalendarDate } from '../ledger/calendar-date.ts';
import type { JsonObject, JsonValue } from '../ledger/json-value.ts';
import type { PortfolioName } from '../ledger/portfolio.ts';
import { type Fields, type InputProblem, readFields, type Values } from './field.ts';
import type { RefusalCode } from './refusal-code.ts';
import type { StoreScript } from './store-protocol.ts';

export interface Asked {
  readonly portfolio: PortfolioName;
  /** Now, ISO 8601 in UTC. */
  readonly at: string;
  /** The last day that a question without a date looks at. */
  readonly today: CalendarDate;
}

/** `body` is the whole answer as JSON; `failed` says that the answer is bad news (`verify`), for exit codes. */
export type QueryAnswer =
  | { readonly kind: 'answer'; readonly body: JsonValue; readonly failed?: boolean }
  | {
      readonly kind: 'refuse';
      readonly code: RefusalCode;
      readonly message: string;
      readonly detail: JsonObject;
    };

export interface QueryColumn {
  /** The member of a row, and the heading when it has no other. */
  readonly member: string;
  readonly title: string;
  readonly align?: 'left' | 'right';
}

/** How a person sees the answer: the list inside it and its columns. Without one it is shown member by member. */
export interface QueryTable {
  /** The member of the body that holds the rows; the body itself is the list when it is absent. */
  readonly rows?: string;
  readonly columns: readonly QueryColumn[];
  /** What to say when there are no rows. */
  readonly whenEmpty: string;
}

export interface QueryDefinition<F extends Fields> {
  /** As on the wire: `holdings`. Its MCP tool is `get_holdings`. */
  readonly name: string;
  readonly summary: string;
  readonly fields: F;
  readonly positional: readonly (keyof F & string)[];
  /** JSON Schema of the body. */
  readonly body: JsonObject;
  readonly table?: QueryTable;
  readonly answer: (parameters: Values<F>, asked: Asked) => StoreScript<QueryAnswer>;
  /** Parameter sets that documentation shows and tests ask. */
  readonly examples: readonly JsonObject[];
}

export interface Query {
  readonly name: string;
  readonly summary: string;
  readonly fields: Fields;
  readonly positional: readonly string[];
  readonly body: JsonObject;
  readonly table: QueryTable | undefined;
  readonly examples: readonly JsonObject[];
  readonly prepare: (
    raw: JsonObject,
  ) =>
    | { readonly kind: 'prepared'; readonly answer: (asked: Asked) => StoreScript<QueryAnswer> }
    | { readonly kind: 'problems'; readonly problems: readonly InputProblem[] };
}

export function defineQuery<F extends Fields>(definition: QueryDefinition<F>): Query {
  const { fields, answer } = definition;
  return {
    name: definition.name,
    summary: definition.summary,
    fields,
    positional: definition.positional,
    body: definition.body,
    table: definition.table,
    examples: definition.examples,
    prepare: (raw) => {
      const parameters = readFields(fields, raw);
      if (parameters.kind === 'problems') return parameters;
      return { kind: 'prepared', answer: (asked) => answer(parameters.values, asked) };
    },
  };
}

export function answered(body: JsonValue): QueryAnswer {
  return { kind: 'answer', body };
}
