import type { FaultCode, Outcome } from '../../engine/outcome.ts';
import type { TypedWish } from './ledger.ts';

/** What a write is answered with when the world failed before an answer came. */
export function failWish(
  { operation, portfolio, key }: TypedWish,
  code: FaultCode,
  message: string,
): Outcome {
  return {
    status: 'failed',
    operation: operation.name,
    portfolio,
    ...(key === undefined ? {} : { idempotency_key: key }),
    code,
    message,
  };
}
