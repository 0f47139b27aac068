/**
 * Where the books are: in a store on this machine or behind a remote hub. Commands talk to a `Ledger` and do not know
 * which it is.
 */
import type { Question } from '../../engine/hub.ts';
import type { Operation } from '../../engine/operation.ts';
import type { Outcome } from '../../engine/outcome.ts';
import type { QueryAnswer } from '../../engine/query.ts';
import type { JsonObject } from '../../ledger/json-value.ts';

/** A write as it was typed. */
export interface TypedWish {
  readonly operation: Operation;
  readonly portfolio: string;
  readonly input: JsonObject;
  readonly key: string | undefined;
  readonly dryRun: boolean;
}

export interface Ledger {
  readonly submit: (wish: TypedWish) => Promise<Outcome>;
  /** In this order, each with its own outcome. */
  readonly submitAll: (wishes: readonly TypedWish[]) => Promise<readonly Outcome[]>;
  /** Throws a `Fault` when the books do not answer. */
  readonly ask: (question: Question) => Promise<QueryAnswer>;
  readonly close: () => Promise<void>;
}
