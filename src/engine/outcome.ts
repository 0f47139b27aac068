/**
 * What came of a write, in one shape for every door. A refusal is an answer; a failure means that the world failed
 * and the same key may be sent again; a defect is our own mistake and answers only its own command.
 */
import type { PortfolioName } from '../ledger/portfolio.ts';
import type { EntryId } from '../ledger/entry.ts';
import type { JsonObject } from '../ledger/json-value.ts';
import type { RefusalCode } from './refusal-code.ts';

interface OutcomeBase {
  readonly operation: string;
  readonly portfolio: PortfolioName | string;
  readonly idempotency_key?: string;
}

/** Members are named as they go over the wire. */
export type Outcome =
  | (OutcomeBase & {
      readonly status: 'accepted' | 'matched' | 'held';
      readonly entry_id?: EntryId;
      readonly review_id?: string;
      readonly result: JsonObject;
      readonly dry_run?: true;
      /** Said when an accumulating write came without a key, so that a repeat of it would be a new event. */
      readonly notice?: string;
    })
  | (OutcomeBase & {
      readonly status: 'duplicate';
      readonly entry_id?: EntryId;
      readonly review_id?: string;
      readonly result: JsonObject;
      readonly first: { readonly at: string; readonly door: string; readonly status?: string };
      readonly reversed_by?: EntryId;
    })
  | (OutcomeBase & { readonly status: 'unchanged'; readonly code: string; readonly result: JsonObject })
  | (OutcomeBase & {
      readonly status: 'refused';
      readonly code: RefusalCode;
      readonly message: string;
      readonly detail: JsonObject;
    })
  | (OutcomeBase & {
      readonly status: 'failed';
      readonly code: FaultCode;
      readonly message: string;
      readonly retry?: string;
    })
  | (OutcomeBase & { readonly status: 'defect'; readonly code: 'defect'; readonly message: string });

export type OutcomeStatus = Outcome['status'];

export const faultCodes = ['unavailable', 'outcome_unknown', 'disk_full'] as const;
export type FaultCode = (typeof faultCodes)[number];

/**
 * The world failed: a database that does not answer, a full disk, a commit whose result was lost. Never remembered.
 * After `outcome_unknown` the write may or may not be in the books; the same key finds out.
 */
export class Fault extends Error {
  readonly code: FaultCode;

  constructor(code: FaultCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'Fault';
    this.code = code;
  }
}
