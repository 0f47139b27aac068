import { describe, expect, it } from 'vitest';
import { operations } from '../../src/operations/registry.ts';
import { readBooks } from '../support/books.ts';
import { openLazily } from '../support/lazy-store.ts';
import { openTestHub } from '../support/test-hub.ts';
import type { OpenStore } from './opened-store.ts';

/** Every example of every operation: what it answers, and the books after it. */
export function describeExamples(name: string, open: OpenStore): void {
  describe.each(operations.map((operation) => [operation.name, operation] as const))(
    '%s',
    (operationName, operation) => {
      it.each(operation.examples.map((example) => [example.title, example] as const))(
        '%s',
        async (_, example) => {
          const tested = openTestHub(openLazily(name, open));
          for (const [index, { operation: before, input, import: importId }] of (
            example.given ?? []
          ).entries()) {
            const outcome = await tested.write(
              before,
              input,
              `given-${index}`,
              importId === undefined ? {} : { importId },
            );
            expect(['accepted', 'matched', 'held'], JSON.stringify(outcome)).toContain(outcome.status);
          }
          const outcome = await tested.write(operationName, example.input, 'example');
          expect(tested.defects).toEqual([]);
          const said = outcome.status === 'refused' ? outcome.code : outcome.status;
          expect(said, JSON.stringify(outcome)).toBe(example.outcome);
          const books = await readBooks(tested);
          if (example.after?.cash !== undefined) expect(books.cash).toEqual(example.after.cash);
          for (const [instrument, holding] of Object.entries(example.after?.holdings ?? {})) {
            expect(books.holdings[instrument]).toMatchObject(holding);
          }
          const verified = await tested.ask('verify');
          expect(verified).toMatchObject({ ok: true, problems: [] });
        },
      );
    },
  );
}
