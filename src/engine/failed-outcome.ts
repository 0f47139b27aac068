import type { Command } from './command.ts';
import { StaleFence } from './lease.ts';
import { Fault, type Outcome } from './outcome.ts';

/**
 * The world failed before the command could be answered, and the same key may be sent again; or the command came from a
 * holder whose lease was given on, which is an answer.
 */
export function failedOutcome(command: Command, error: unknown): Outcome {
  if (error instanceof StaleFence) return refuseStale(command, error);
  const fault = error instanceof Fault ? error : undefined;
  return {
    operation: command.operation.name,
    portfolio: command.portfolio,
    ...(command.key === undefined ? {} : { idempotency_key: command.key }),
    status: 'failed',
    code: fault?.code ?? 'unavailable',
    message:
      fault?.message ??
      `The store could not take ${command.operation.name}: ${String(error)}. Nothing was booked.`,
  };
}

function refuseStale(command: Command, { fence, newest, message }: StaleFence): Outcome {
  return {
    operation: command.operation.name,
    portfolio: command.portfolio,
    ...(command.key === undefined ? {} : { idempotency_key: command.key }),
    status: 'refused',
    code: 'lease_lost',
    message: `${message} Nothing was booked. Leave the work to the holder.`,
    detail: { lease: fence.lease, fence: fence.number, newest: newest ?? null },
  };
}
