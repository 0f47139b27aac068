/**
 * The only place that knows HTTP statuses and exit codes. Every outcome and every refusal code has a row; a new one
 * does not compile until it has one here.
 */
import type { FaultCode, Outcome } from '../engine/outcome.ts';
import type { RefusalCode } from '../engine/refusal-code.ts';
import type { ReplayContract } from '../engine/replay-contract.ts';
import type { QueryAnswer } from '../engine/query.ts';

/** What kind of answer a refusal is. */
export type RefusalClass = 'bad_input' | 'not_found' | 'conflict' | 'rule';

export const refusalClasses = {
  invalid_input: 'bad_input',
  idempotency_key_required: 'bad_input',
  idempotency_key_invalid: 'bad_input',
  idempotency_key_reused: 'rule',
  portfolio_not_found: 'not_found',
  already_exists: 'conflict',
  not_found: 'not_found',
  entry_not_found: 'not_found',
  import_not_found: 'not_found',
  review_not_found: 'not_found',
  date_in_future: 'rule',
  insufficient_cash: 'rule',
  insufficient_units: 'rule',
  nothing_held: 'rule',
  net_mismatch: 'rule',
  alias_loop: 'rule',
  possible_duplicate: 'conflict',
  split_already_recorded: 'conflict',
  not_reversible: 'conflict',
  reversal_blocked: 'conflict',
  already_resolved: 'conflict',
  incomplete_fact: 'rule',
  lease_lost: 'conflict',
} as const satisfies Record<RefusalCode, RefusalClass>;

const refusals = {
  bad_input: { http: 400, exit: 2 },
  not_found: { http: 404, exit: 1 },
  conflict: { http: 409, exit: 1 },
  rule: { http: 422, exit: 1 },
} as const satisfies Record<RefusalClass, Translation>;

const faults = {
  unavailable: { http: 503, exit: 3 },
  outcome_unknown: { http: 503, exit: 3 },
  disk_full: { http: 507, exit: 3 },
} as const satisfies Record<FaultCode, Translation>;

export interface Translation {
  readonly http: number;
  readonly exit: number;
}

/** Seconds after which a caller should send the same key again. */
export const retryAfterSeconds = 1;

export function translateOutcome(outcome: Outcome, replay: ReplayContract): Translation {
  switch (outcome.status) {
    case 'accepted':
      return { http: outcome.dry_run === true || replay === 'by-value' ? 200 : 201, exit: 0 };
    case 'duplicate':
    case 'unchanged':
    case 'matched':
      return { http: 200, exit: 0 };
    case 'held':
      return { http: 202, exit: 0 };
    case 'refused':
      return translateRefusal(outcome.code);
    case 'failed':
      return faults[outcome.code];
    case 'defect':
      return { http: 500, exit: 70 };
    default:
      return outcome satisfies never;
  }
}

export function translateRefusal(code: RefusalCode): Translation {
  return refusals[refusalClasses[code]];
}

export function translateAnswer(answer: QueryAnswer): Translation {
  if (answer.kind === 'refuse') return translateRefusal(answer.code);
  return { http: 200, exit: answer.failed === true ? 1 : 0 };
}

/** Exit codes and statuses of failures that never became an outcome. */
export const translateFault = (code: FaultCode): Translation => faults[code];
export const usageError: Translation = { http: 400, exit: 2 };
export const defect: Translation = { http: 500, exit: 70 };

/** Exit codes of the guard: a workflow must be able to tell "not for us" from "something is wrong". */
export const guardExits = { run: 0, ignore: 10, unreadable: usageError.exit } as const;
