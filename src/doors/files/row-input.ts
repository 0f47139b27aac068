import type { Operation } from '../../engine/operation.ts';
import { encodeFact } from '../../ledger/fact-codec.ts';
import type { JsonObject } from '../../ledger/json-value.ts';
import { unreachable } from '../../ledger/unreachable.ts';
import { holdFact } from '../../operations/ledger/hold-fact.ts';
import { recordFact } from '../../operations/ledger/record-fact.ts';
import { withdrawFact } from '../../operations/ledger/withdraw-fact.ts';
import type { NumberedRow } from './number-rows.ts';

/** What a row asks of the engine. */
export function toRowInput(
  { row, sourceId }: NumberedRow,
  source: string,
  { funding, rebook }: { readonly funding: 'cash' | 'external'; readonly rebook: boolean },
): { readonly operation: Operation; readonly input: JsonObject } {
  const telling = { source, source_id: sourceId, told: row.told };
  const { event } = row;
  switch (event.kind) {
    case 'fact':
      return { operation: recordFact, input: { ...telling, fact: encodeFact(event.fact), funding, rebook } };
    case 'incomplete': {
      const missing = event.missing.join(',');
      return {
        operation: holdFact,
        input: { ...telling, reason: 'incomplete', missing, known: event.known },
      };
    }
    case 'pending':
      return { operation: holdFact, input: { ...telling, reason: 'pending', fact: encodeFact(event.fact) } };
    case 'cancel':
      return { operation: withdrawFact, input: { source, source_id: event.cancels } };
    default:
      return unreachable(event);
  }
}
