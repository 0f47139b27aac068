import type { JsonSchemaType, JsonSchemaValidator } from '@modelcontextprotocol/client';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv';
import { beforeAll, describe, expect, it } from 'vitest';
import { connectInMemory } from '../../../test/support/mcp-client.ts';
import { bookBefore, openMcpTestHub } from '../../../test/support/mcp-hub.ts';
import type { Example, Operation } from '../../engine/operation.ts';
import type { JsonObject } from '../../ledger/json-value.ts';
import { operations } from '../../operations/registry.ts';
import { queries } from '../../queries/registry.ts';

const offered = operations.filter(({ exposure }) => exposure === 'everywhere');
const modes = ['direct', 'confirm'] as const;
type Mode = (typeof modes)[number];

/** By mode and tool, made from what the client is told. */
const validators = new Map<string, JsonSchemaValidator<unknown>>();

beforeAll(async () => {
  const maker = new AjvJsonSchemaValidator();
  for (const mode of modes) {
    const { client } = await connectInMemory({ ...openMcpTestHub(), writes: mode });
    const { tools } = await client.listTools();
    for (const { name, outputSchema } of tools) {
      // The client types a schema loosely; the validator reads it strictly.
      validators.set(`${mode} ${name}`, maker.getValidator(outputSchema as JsonSchemaType));
    }
  }
});

/** What the schema says against the answer; undefined when it is fine. */
function findFault(mode: Mode, tool: string, body: JsonObject): string | undefined {
  const verdict = validators.get(`${mode} ${tool}`)?.(body);
  if (verdict === undefined) return 'there is no such tool';
  return verdict.valid ? undefined : `${verdict.errorMessage} in ${JSON.stringify(body)}`;
}

async function openAfter({ given = [] }: Pick<Example, 'given'>, writes: Mode) {
  const test = openMcpTestHub();
  await bookBefore(test, given);
  return connectInMemory({ ...test, writes });
}

describe.each(offered.map((operation): [string, Operation] => [operation.name, operation]))(
  '%s',
  (name, operation) => {
    it.each(operation.examples.map((example): [string, Example] => [example.title, example]))(
      'answers as its output schema says: %s',
      async (_, example) => {
        const given = { ...example.input, idempotency_key: 'example' };
        const direct = await openAfter(example, 'direct');
        for (const call of [{ ...given, dry_run: true }, given, given, { ...given, unknown_field: 1 }]) {
          const { body } = await direct.call(name, call);
          expect(findFault('direct', name, body)).toBeUndefined();
        }
        const confirming = await openAfter(example, 'confirm');
        const { body, isError } = await confirming.call(name, given);
        expect(findFault('confirm', name, body)).toBeUndefined();
        expect(body['status'] === 'refused' ? body['code'] : body['status']).toBe(example.outcome);
        expect(isError).toBe(body['status'] === 'refused');
      },
    );
  },
);

describe.each(queries.map((query): [string, readonly JsonObject[]] => [query.name, query.examples]))(
  '%s',
  (name, examples) => {
    it.each(examples.map((example): [string, JsonObject] => [JSON.stringify(example), example]))(
      'answers as its output schema says: %s',
      async (_, example) => {
        const { call } = await openAfter({ given: story }, 'direct');
        const tool = `get_${name.replaceAll('-', '_')}`;
        for (const given of [
          example,
          { ...example, portfolio: 'nowhere' },
          { ...example, unknown_field: 1 },
        ]) {
          const { body } = await call(tool, given);
          expect(findFault('direct', tool, body)).toBeUndefined();
        }
      },
    );

    it('has an example', () => expect(examples).not.toEqual([]));
  },
);

describe('an output schema', () => {
  it.each([
    ['an unknown status', { status: 'done', result: {} }],
    ['an acceptance without a result', { status: 'accepted' }],
    ['a duplicate without the first', { status: 'duplicate', result: {} }],
    [
      'a refusal with a code that the operation does not have',
      { status: 'refused', code: 'alias_loop', message: '', detail: {} },
    ],
    ['a failure with a code of refusals', { status: 'failed', code: 'invalid_input', message: '' }],
    ['an unknown member', { status: 'accepted', result: {}, extra: 1 }],
    ['a token when nothing is to be confirmed', { status: 'accepted', result: {}, confirmation_token: 't' }],
  ])('is not met by %s', (_, body) => {
    expect(
      findFault('direct', 'deposit', { operation: 'deposit', portfolio: 'main', ...body }),
    ).toBeDefined();
  });

  it('is met by a token when writes are to be confirmed', () => {
    const body = {
      operation: 'deposit',
      portfolio: 'main',
      status: 'accepted',
      result: {},
      confirmation_token: 't',
    };
    expect(findFault('confirm', 'deposit', body)).toBeUndefined();
  });
});

const story = [
  { operation: 'deposit', input: { amount: '5000', currency: 'USD', on: '2026-05-01' } },
  {
    operation: 'buy',
    input: { instrument: 'AAPL', units: '10', price: '190', fee: '1', currency: 'USD', on: '2026-05-02' },
  },
  {
    operation: 'sell',
    input: { instrument: 'AAPL', units: '4', price: '200', currency: 'USD', on: '2026-05-03' },
  },
  { operation: 'set_price', input: { instrument: 'AAPL', price: '201.2', on: '2026-05-04' } },
];
