import type { Operation } from '../engine/operation.ts';
import { type RefusalCode, refusalCodes } from '../engine/refusal-code.ts';
import { requiresKey } from '../engine/replay-contract.ts';

/** The operation's own refusals, and those that the hub and the engine give before it is asked. */
export function listRefusals(operation: Operation, keysRequired: boolean): readonly RefusalCode[] {
  const possible = new Set<RefusalCode>([
    'invalid_input',
    'idempotency_key_invalid',
    'idempotency_key_reused',
  ]);
  if (keysRequired && requiresKey(operation.replay)) possible.add('idempotency_key_required');
  if (!operation.makesPortfolio) possible.add('portfolio_not_found');
  for (const code of operation.refusals) possible.add(code);
  return refusalCodes.filter((code) => possible.has(code));
}
