import { optional } from '../engine/field.ts';
import { textField } from '../engine/field-kinds.ts';
import type { Operation } from '../engine/operation.ts';
import { answered, defineQuery, type QueryAnswer } from '../engine/query.ts';
import { loadFacts, type StoreScript } from '../engine/store-protocol.ts';
import { describeReplay, requiresKey } from '../engine/replay-contract.ts';
import { operations } from '../operations/registry.ts';
import type { JsonObject } from '../ledger/json-value.ts';
import { rowsSchema, textSchema } from './query-fields.ts';

/** Suites that every operation passes, generated from its contract and examples. */
const suites = {
  conformance: 'test/conformance/operation-suite.ts',
  crash: 'test/crash/interrupted-batch-suite.ts',
  order: 'test/property/any-order.test.ts',
} as const;

/** The audit table: every way in which something can be written, and what keeps it from happening twice. */
export const writePaths = defineQuery({
  name: 'write-paths',
  summary:
    'Every way to write to the books: doors, triggers, what a repeat does, and the tests that prove it.',
  fields: {
    operation: optional(textField('Only this operation', { lengthMax: 64, placeholder: 'OPERATION' })),
  },
  positional: ['operation'],
  body: rowsSchema({
    operation: textSchema,
    doors: textSchema,
    contract: textSchema,
    key: textSchema,
    repeat: textSchema,
    tests: textSchema,
  }),
  table: {
    columns: [
      { member: 'operation', title: 'Operation' },
      { member: 'doors', title: 'Doors' },
      { member: 'triggers', title: 'What may repeat it' },
      { member: 'contract', title: 'Contract' },
      { member: 'key', title: 'Key' },
    ],
    whenEmpty: 'There is no such operation.',
  },
  *answer({ operation: wanted }): StoreScript<QueryAnswer> {
    yield* loadFacts([]); // it is read off the registry and asks the store for nothing
    const name = wanted?.replaceAll('-', '_');
    return answered(
      operations.filter((operation) => name === undefined || operation.name === name).map(describeWritePath),
    );
  },
  examples: [{}],
});

/** One row of the table. */
export function describeWritePath(operation: Operation): JsonObject {
  const { name, replay, exposure } = operation;
  const internal = exposure === 'internal';
  return {
    operation: name,
    doors: internal ? 'file' : 'cli, http, mcp',
    triggers: internal
      ? 'the same file again, overlapping files, a crash between chunks'
      : 'double click, time-out and resend, a script or agent run again, two callers at once',
    contract: replay,
    key: internal ? 'source and source id' : requiresKey(replay) ? 'required' : 'accepted',
    repeat: describeReplay(replay),
    refusals: operation.refusals.join(', '),
    tests: [suites.conformance, suites.crash, ...(replay === 'by-source' ? [suites.order] : [])].join(', '),
  };
}
