/**
 * Recognises an outcome in what a hub sent. A hub may be newer than this program, so members that are not known here
 * stay where they are, and codes that are not known here are left to the caller.
 */
import { faultCodes, type Outcome, type OutcomeStatus } from '../../engine/outcome.ts';
import { type RefusalCode, refusalCodes } from '../../engine/refusal-code.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../ledger/json-value.ts';

/** The outcome without what only HTTP adds to it; undefined when it is none that is known here. */
export function readOutcome(body: JsonValue): Outcome | undefined {
  if (!isJsonObject(body)) return undefined;
  const { type: _type, title: _title, http_status: _httpStatus, ...outcome } = body;
  return isOutcome(outcome) ? outcome : undefined;
}

export function isRefusalCode(code: JsonValue | undefined): code is RefusalCode {
  return refusalCodes.some((known) => known === code);
}

export function isText(value: JsonValue | undefined): value is string {
  return typeof value === 'string';
}

function isOutcome(value: JsonObject | Outcome): value is Outcome {
  const members: Partial<JsonObject> = { ...value };
  const { operation, portfolio, status } = members;
  if (!isText(operation) || !isText(portfolio) || !isText(status) || !isStatus(status)) return false;
  return memberChecks[status](members);
}

function isStatus(text: string): text is OutcomeStatus {
  return Object.hasOwn(memberChecks, text);
}

type MemberCheck = (members: Partial<JsonObject>) => boolean;

const hasResult: MemberCheck = ({ result }) => isJsonObject(result);

const memberChecks = {
  accepted: hasResult,
  matched: hasResult,
  held: hasResult,
  duplicate: ({ result, first }) =>
    isJsonObject(result) && isJsonObject(first) && isText(first['at']) && isText(first['door']),
  unchanged: ({ code, result }) => isText(code) && isJsonObject(result),
  refused: ({ code, message, detail }) => isRefusalCode(code) && isText(message) && isJsonObject(detail),
  failed: ({ code, message }) => faultCodes.some((known) => known === code) && isText(message),
  defect: ({ code, message }) => code === 'defect' && isText(message),
} as const satisfies Record<OutcomeStatus, MemberCheck>;
