/** Schemas, parameters and responses that the document's paths share. */
import { faultCodes } from '../../engine/outcome.ts';
import type { JsonObject } from '../../ledger/json-value.ts';
import { apiCodes } from './api-codes.ts';
import { schemaRef } from './described-path.ts';
import { sharedResponses } from './problem-responses.ts';

const text = (description: string): JsonObject => ({ type: 'string', description });
const data = (description: string): JsonObject => ({ type: 'object', description });

const everyOutcome: JsonObject = {
  operation: text('Its name, with underscores'),
  portfolio: text('As it was asked for'),
  idempotency_key: text('The key that was sent'),
};

const booked: JsonObject = {
  entry_id: { type: 'string', pattern: '^ent_[1-9][0-9]*$', description: 'The entry in the journal' },
  review_id: text('What waits for a person, when something does'),
  result: data('What was booked, in the terms of the operation'),
};

function outcome(
  statuses: readonly string[],
  required: readonly string[],
  properties: JsonObject,
): JsonObject {
  return {
    type: 'object',
    required: ['status', 'operation', 'portfolio', ...required],
    properties: { status: { type: 'string', enum: statuses }, ...everyOutcome, ...properties },
  };
}

const message = text('What was asked, what was found and what to do');
const detail = data('The same for programs');

const schemas: JsonObject = {
  Accepted: outcome(['accepted', 'matched', 'held'], ['result'], {
    ...booked,
    dry_run: { const: true, description: 'Present when nothing was booked because a dry run was asked for' },
    notice: text('What to know about a write without a key'),
  }),
  Duplicate: outcome(['duplicate'], ['result', 'first'], {
    ...booked,
    first: {
      type: 'object',
      description: 'When and where the key came first',
      required: ['at', 'door'],
      properties: {
        at: { type: 'string', format: 'date-time' },
        door: { type: 'string' },
        status: { type: 'string' },
      },
    },
    reversed_by: text('The entry that has taken it back since'),
  }),
  Unchanged: outcome(['unchanged'], ['code', 'result'], {
    code: text('Why nothing was to be done'),
    result: data('What stands already'),
  }),
  Refused: outcome(['refused'], ['code', 'message', 'detail'], { code: text('Why'), message, detail }),
  Failed: outcome(['failed'], ['code', 'message'], {
    code: { type: 'string', enum: faultCodes },
    message,
    retry: text('The command that sends the same key again'),
  }),
  Defect: outcome(['defect'], ['code', 'message'], { code: { const: 'defect' }, message }),
  BatchOutcomes: {
    type: 'object',
    required: ['outcomes'],
    properties: {
      outcomes: {
        type: 'array',
        description: 'One for each element, in its order',
        items: {
          oneOf: ['Accepted', 'Duplicate', 'Unchanged', 'Refused', 'Failed', 'Defect'].map(schemaRef),
          required: ['http_status'],
          properties: {
            http_status: { type: 'integer', description: 'The status it would have had by itself' },
          },
        },
      },
    },
  },
  Problem: {
    type: 'object',
    description: 'Of RFC 9457, except that `status` says what came of it and `detail` is data.',
    required: ['type', 'title', 'status', 'code', 'message'],
    properties: {
      type: { type: 'string', format: 'uri-reference', description: 'Where the code is explained' },
      title: text('The code in words'),
      status: { type: 'string', enum: ['refused', 'failed', 'defect'] },
      code: { type: 'string', enum: apiCodes.map(({ code }) => code) },
      message,
      detail,
      ...everyOutcome,
      query: text('The question, when it was one'),
      retry: text('The command that sends the same key again'),
    },
  },
};

export const components: JsonObject = {
  schemas,
  parameters: {
    Portfolio: {
      name: 'portfolio',
      in: 'path',
      required: true,
      description:
        'The portfolio: a letter or digit, then up to 63 letters, digits, dots, underscores or hyphens',
      schema: { type: 'string', pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$', examples: ['main'] },
    },
  },
  responses: sharedResponses(),
  securitySchemes: {
    token: {
      type: 'http',
      scheme: 'bearer',
      description: 'Needed when the hub has tokens; scopes read, write, admin',
    },
  },
};
