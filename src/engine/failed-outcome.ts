import type { Command } from './command.ts';
import { Fault, type Outcome } from './outcome.ts';

/** The world failed before the command could be answered. The same key may be sent again. */
export function failedOutcome(command: Command, error: unknown): Outcome {
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
