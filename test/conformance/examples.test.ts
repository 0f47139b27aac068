import { describe, expect, it } from 'vitest';
import { operations } from '../../src/operations/registry.ts';
import { openMemoryStore } from '../../src/store/memory/memory-store.ts';
import { readBooks } from '../support/books.ts';
import { openTestHub } from '../support/test-hub.ts';

describe.each(operations.map((operation) => [operation.name, operation] as const))(
  '%s',
  (name, operation) => {
    it.each(operation.examples.map((example) => [example.title, example] as const))(
      '%s',
      async (_, example) => {
        const tested = openTestHub(openMemoryStore());
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
        const outcome = await tested.write(name, example.input, 'example');
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
