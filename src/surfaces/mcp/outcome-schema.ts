/** JSON Schemas of what tools answer, read off the operation or question. */
import { faultCodes, type OutcomeStatus } from '../../engine/outcome.ts';
import type { Operation } from '../../engine/operation.ts';
import type { Query } from '../../engine/query.ts';
import { refusalCodes } from '../../engine/refusal-code.ts';
import type { JsonObject } from '../../ledger/json-value.ts';
import { listRefusals } from '../list-refusals.ts';

/** The schema of an operation's outcome; with `confirms` the first answer may carry a confirmation token. */
export function toOutcomeSchema(
  operation: Operation,
  { confirms }: { readonly confirms: boolean },
): JsonObject {
  return {
    type: 'object',
    properties: {
      status: { type: 'string', enum: Object.keys(variants) },
      operation: { type: 'string' },
      portfolio: text,
      idempotency_key: text,
      entry_id: text,
      review_id: text,
      result: data,
      dry_run: { const: true },
      ...(confirms ? { confirmation_token: text } : {}),
      notice: text,
      first: {
        type: 'object',
        properties: { at: text, door: text, status: text },
        required: ['at', 'door'],
        additionalProperties: false,
      },
      reversed_by: text,
      code: text,
      message: text,
      detail: data,
      retry: text,
    },
    required: ['status', 'operation', 'portfolio'],
    additionalProperties: false,
    oneOf: Object.entries({
      ...variants,
      refused: { ...variants.refused, codes: listRefusals(operation, true) },
    }).map(toVariantSchema),
  };
}

/** What a question's answer is called when it is a list and has to be wrapped: `fund-orders` is `fund_orders`. */
export function nameAnswer(query: Query): string {
  return query.name.replaceAll('-', '_');
}

/** Structured content must be an object: a body of any other type is wrapped. */
export function isWrapped(query: Query): boolean {
  return query.body['type'] !== 'object';
}

/** The schema of a question's answer, or of the refusal or failure that stands in its place. */
export function toAnswerSchema(query: Query): JsonObject {
  const member = nameAnswer(query);
  const body = isWrapped(query)
    ? {
        type: 'object',
        properties: { [member]: query.body },
        required: [member],
        additionalProperties: false,
      }
    : query.body;
  return { type: 'object', anyOf: [body, noAnswer] };
}

function toVariantSchema([status, { required, codes }]: [string, Variant]): JsonObject {
  const code = codes === undefined ? {} : { code: { enum: codes } };
  return { properties: { status: { const: status }, ...code }, required };
}

const text = { type: 'string' } as const;
const data = { type: 'object' } as const;

interface Variant {
  readonly required: readonly string[];
  readonly codes?: readonly string[];
}

const variants = {
  accepted: { required: ['result'] },
  matched: { required: ['result'] },
  held: { required: ['result'] },
  duplicate: { required: ['result', 'first'] },
  unchanged: { required: ['code', 'result'] },
  refused: { required: ['code', 'message', 'detail'] },
  failed: { required: ['code', 'message'], codes: faultCodes },
  defect: { required: ['code', 'message'], codes: ['defect'] },
} as const satisfies Record<OutcomeStatus, Variant>;

const noAnswer: JsonObject = {
  type: 'object',
  properties: {
    query: text,
    portfolio: text,
    status: { enum: ['refused', 'failed', 'defect'] },
    code: { enum: [...refusalCodes, ...faultCodes, 'defect'] },
    message: text,
    detail: data,
  },
  required: ['query', 'status', 'code', 'message'],
  additionalProperties: false,
};
