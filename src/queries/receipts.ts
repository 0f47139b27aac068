import { textField } from '../engine/field-kinds.ts';
import { answered, defineQuery } from '../engine/query.ts';
import { readReceipt } from '../engine/receipt.ts';
import { loadFact } from '../engine/store-protocol.ts';
import { toEntryId } from '../ledger/entry.ts';
import { textSchema } from './query-fields.ts';

/** What a key did. */
export const receipts = defineQuery({
  name: 'receipts',
  summary: 'What a key led to: the operation, its input, the outcome, when and through which door.',
  fields: { key: textField('The key', { lengthMax: 255, placeholder: 'KEY' }) },
  positional: ['key'],
  body: {
    type: 'object',
    properties: {
      idempotency_key: textSchema,
      operation: textSchema,
      status: textSchema,
      at: textSchema,
      door: textSchema,
    },
    required: ['idempotency_key', 'operation', 'status', 'at', 'door'],
  },
  *answer({ key }, { portfolio }) {
    const stored = yield* loadFact(portfolio, { kind: 'receipt', key });
    if (stored === undefined) {
      const message = `No write with the key ${key} is in ${portfolio}. It may be sent.`;
      return { kind: 'refuse', code: 'not_found', message, detail: { idempotency_key: key } };
    }
    const receipt = readReceipt(stored);
    return answered({
      idempotency_key: receipt.key,
      operation: receipt.operation,
      status: receipt.status,
      ...(receipt.code === undefined ? {} : { code: receipt.code }),
      ...(receipt.seq === undefined ? {} : { entry_id: toEntryId(receipt.seq) }),
      ...(receipt.reversedBy === undefined ? {} : { reversed_by: toEntryId(receipt.reversedBy) }),
      at: receipt.at,
      door: receipt.door,
      actor: receipt.actor,
      input: receipt.input,
      result: receipt.result,
    });
  },
  examples: [{ key: 'deposit-2026-05' }],
});
