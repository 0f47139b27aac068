/** A tool as this surface holds it: what clients are told about it, and how a call to it is answered. */
import { Fault } from '../../engine/outcome.ts';
import type { JsonObject } from '../../ledger/json-value.ts';

/** All four hints, because a client takes a missing one for "destructive" and "open world". */
export interface ToolHints {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

export interface McpTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema: JsonObject;
  readonly hints: ToolHints;
  /** `given` is what the caller sent; nothing about it has been checked. Never rejects. */
  readonly call: (given: JsonObject, actor: string) => Promise<ToolAnswer>;
}

/** `body` goes out as structured content and, as the same JSON, as text. */
export interface ToolAnswer {
  readonly body: object;
  readonly isError: boolean;
}

/** Told of a throw that was answered as a defect. */
export type ReportDefect = (tool: string, error: unknown) => void;

/** What a caller is told of a throw: a fault says what failed; anything else is our mistake and says nothing more. */
export function describeThrow(tool: string, error: unknown, reportDefect: ReportDefect) {
  if (error instanceof Fault) return { status: 'failed', code: error.code, message: error.message } as const;
  reportDefect(tool, error);
  const message = `${tool} failed by a fault of Fixpoint's own. Look at the entries before you take it for not done. Please report it.`;
  return { status: 'defect', code: 'defect', message } as const;
}
