/** Operations as paths of the document. */
import type { Operation } from '../../engine/operation.ts';
import { describeReplay, requiresKey, type ReplayContract } from '../../engine/replay-contract.ts';
import type { JsonObject, JsonValue } from '../../ledger/json-value.ts';
import { listRefusals } from '../list-refusals.ts';
import { batchElementsMax, batchRoute } from '../http/batch-endpoint.ts';
import type { ActiveAlias, AliasMethod } from '../http/route-aliases.ts';
import { bodyStatuses, failureStatuses, requestStatuses } from './api-codes.ts';
import { type DescribedPath, jsonContent, portfolioParameter, schemaRef } from './described-path.ts';
import { problemResponses } from './problem-responses.ts';

export function describeWrite(operation: Operation, keysRequired: boolean): DescribedPath {
  const path = `/v1/portfolios/{portfolio}/${operation.name.replaceAll('_', '-')}`;
  return { path, method: 'post', description: describe(operation, operation.name, keysRequired) };
}

/** The alias with its subject in the path, and without one where it may stand in the body. */
export function describeAlias(alias: ActiveAlias, keysRequired: boolean): readonly DescribedPath[] {
  const { target, subject, noun, subjectInPath } = alias;
  const method = methods[alias.method];
  const place = `/v1/portfolios/{portfolio}/${noun}`;
  const named = describe(target, `${target.name}_at_${noun}_${subject}`, keysRequired, subject);
  const withSubject = { path: `${place}/{${subject}}`, method, description: named } as const;
  if (subjectInPath === 'required') return [withSubject];
  const plain = describe(target, `${target.name}_at_${noun}`, keysRequired);
  return [withSubject, { path: place, method, description: plain }];
}

const methods = { POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'delete' } as const satisfies Record<
  AliasMethod,
  DescribedPath['method']
>;

/** @param inPath the field that the path holds instead of the body */
function describe(
  operation: Operation,
  operationId: string,
  keysRequired: boolean,
  inPath?: string,
): JsonObject {
  const needsKey = keysRequired && requiresKey(operation.replay);
  const refusals = listRefusals(operation, keysRequired);
  const subject = inPath === undefined ? [] : [subjectParameter(operation, inPath)];
  return {
    operationId,
    tags: ['writes'],
    summary: operation.summary,
    description: `${operation.summary}\n\n${describeReplay(operation.replay)}`,
    parameters: [portfolioParameter, ...subject, keyParameter(needsKey)],
    requestBody: {
      required: requiredFields(operation, inPath).length > 0,
      content: {
        'application/json': { schema: inputSchema(operation, inPath), ...examplesOf(operation, inPath) },
      },
    },
    responses: {
      ...successResponses(operation.replay),
      ...problemResponses(refusals, [...requestStatuses, ...bodyStatuses, ...failureStatuses]),
    },
    'x-fixpoint-replay': operation.replay,
    'x-fixpoint-refusals': refusals,
  };
}

function keyParameter(required: boolean): JsonObject {
  return {
    name: 'Idempotency-Key',
    in: 'header',
    required,
    description:
      'Names this one event; bare or in quotes. It may stand in the body as `idempotency_key` instead.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  };
}

function subjectParameter(operation: Operation, name: string): JsonObject {
  const schema = operation.fields[name]?.schema ?? {};
  return { name, in: 'path', required: true, description: operation.fields[name]?.about ?? name, schema };
}

function requiredFields(operation: Operation, inPath: string | undefined): readonly string[] {
  const names = Object.keys(operation.fields).filter((name) => name !== inPath);
  return names.filter((name) => operation.fields[name]?.need === 'required');
}

function inputSchema(operation: Operation, inPath?: string): JsonObject {
  const properties: Record<string, JsonValue> = {};
  for (const [name, field] of Object.entries(operation.fields)) {
    if (name !== inPath) properties[name] = field.schema;
  }
  const required = requiredFields(operation, inPath);
  return {
    type: 'object',
    properties: { ...properties, ...everyWrite },
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
}

const everyWrite: JsonObject = {
  idempotency_key: {
    type: 'string',
    minLength: 1,
    maxLength: 255,
    description: 'The key, when no header has it',
  },
  dry_run: { type: 'boolean', description: 'Show what would be booked, and book nothing' },
};

function examplesOf(operation: Operation, inPath: string | undefined): JsonObject {
  const accepted = operation.examples.filter(({ outcome }) => outcome === 'accepted');
  const examples = accepted.map(({ title, input }, index) => {
    const { [inPath ?? '']: _inPath, ...value } = input;
    return [`example_${index + 1}`, { summary: title, value }] as const;
  });
  return examples.length === 0 ? {} : { examples: Object.fromEntries(examples) };
}

const replayed: JsonObject = {
  'Idempotency-Replayed': {
    description: '`true` when the outcome is `duplicate`.',
    schema: { type: 'string' },
  },
};

function successResponses(replay: ReplayContract): JsonObject {
  const again = {
    description: 'Nothing new was booked, or a dry run was shown.',
    headers: replayed,
    content: jsonContent({ oneOf: ['Accepted', 'Duplicate', 'Unchanged'].map(schemaRef) }),
  };
  const accepted = { content: jsonContent(schemaRef('Accepted')) };
  const held = { 202: { description: 'Kept for review; not booked yet.', ...accepted } };
  return {
    200: replay === 'by-value' ? { ...again, description: 'Done, or nothing had to be done.' } : again,
    ...(replay === 'by-value' ? {} : { 201: { description: 'Booked.', ...accepted } }),
    ...(replay === 'by-source' ? held : {}),
  };
}

export function describeBatch(operations: readonly Operation[]): DescribedPath {
  const element = {
    type: 'object',
    required: ['operation'],
    properties: {
      operation: { type: 'string', enum: operations.map(({ name }) => name) },
      input: {
        type: 'object',
        description: "The operation's fields, when they do not stand in the element itself",
      },
      ...everyWrite,
    },
  };
  const summary = 'Carry out many operations in one request.';
  const rest =
    'Each has its own key and its own outcome; what is refused stops no other. They are decided in order.';
  return {
    path: batchRoute,
    method: 'post',
    description: {
      operationId: 'batch',
      tags: ['writes'],
      summary,
      description: `${summary}\n\n${rest}`,
      parameters: [portfolioParameter],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: { type: 'array', minItems: 1, maxItems: batchElementsMax, items: element },
            ...batchExample(operations),
          },
        },
      },
      responses: {
        200: { description: 'The outcomes, good and bad.', content: jsonContent(schemaRef('BatchOutcomes')) },
        ...problemResponses(['invalid_input'], [...requestStatuses, ...bodyStatuses, ...failureStatuses]),
      },
    },
  };
}

/** The first example that any operation has, as the one element of a batch. */
function batchExample(operations: readonly Operation[]): JsonObject {
  for (const { name, examples } of operations) {
    const example = examples.find(({ outcome }) => outcome === 'accepted');
    if (example === undefined) continue;
    const value = [{ operation: name, idempotency_key: 'a-name-for-this-event', ...example.input }];
    return { examples: { example_1: { summary: example.title, value } } };
  }
  return {};
}
