/** Makes replies. Statuses come from the outcome table, and for what is no outcome from the request problems. */
import { Fault, type Outcome } from '../../engine/outcome.ts';
import type { RefusalOf } from '../../engine/operation.ts';
import type { RefusalCode } from '../../engine/refusal-code.ts';
import type { ReplayContract } from '../../engine/replay-contract.ts';
import type { JsonObject, JsonValue } from '../../ledger/json-value.ts';
import {
  defect,
  retryAfterSeconds,
  translateFault,
  translateOutcome,
  translateRefusal,
} from '../outcome-table.ts';
import type { HttpReply, ReplyBody } from './http-message.ts';
import { type RequestProblemCode, requestProblems } from './request-problem.ts';

/** Sent with every reply: nothing is cached, guessed at, or lent to another site's page. */
const guardHeaders = [
  'cache-control',
  'no-store',
  'x-content-type-options',
  'nosniff',
  'cross-origin-resource-policy',
  'same-origin',
] as const;

const jsonHeaders = ['content-type', 'application/json', ...guardHeaders] as const;
const replayedHeaders = [...jsonHeaders, 'idempotency-replayed', 'true'] as const;
const problemHeaders = ['content-type', 'application/problem+json', ...guardHeaders] as const;
const retryHeaders = [...problemHeaders, 'retry-after', String(retryAfterSeconds)] as const;

export function jsonReply(status: number, body: JsonValue): HttpReply {
  return { status, headers: jsonHeaders, body: JSON.stringify(body) };
}

/** Any other content, with the headers that every reply has. */
export function contentReply(
  status: number,
  contentType: string | undefined,
  body: ReplyBody,
  headers: readonly string[] = [],
): HttpReply {
  const typed = contentType === undefined ? [] : ['content-type', contentType];
  return { status, headers: [...typed, ...guardHeaders, ...headers], body };
}

export function outcomeReply(outcome: Outcome, replay: ReplayContract): HttpReply {
  const { http } = translateOutcome(outcome, replay);
  switch (outcome.status) {
    case 'accepted':
    case 'matched':
    case 'held':
    case 'unchanged':
      return { status: http, headers: jsonHeaders, body: JSON.stringify(outcome) };
    case 'duplicate':
      return { status: http, headers: replayedHeaders, body: JSON.stringify(outcome) };
    case 'refused':
    case 'failed':
    case 'defect':
      return problemReply(http, outcome.code, outcome);
    default:
      return outcome satisfies never;
  }
}

/**
 * A problem document. `status` stays what the outcome says (`refused`), because clients tell outcomes apart by it; the
 * number stands in the status line only.
 */
export function problemReply(
  status: number,
  code: string,
  members: object,
  headers: readonly string[] = status === unavailableStatus ? retryHeaders : problemHeaders,
): HttpReply {
  return {
    status,
    headers,
    body: JSON.stringify({ type: problemType(code), title: problemTitle(code), ...members }),
  };
}

const unavailableStatus = translateFault('unavailable').http;

export function refusalReply(refusal: Omit<RefusalOf<RefusalCode>, 'kind'>, about: JsonObject): HttpReply {
  const { code, message, detail } = refusal;
  return problemReply(translateRefusal(code).http, code, {
    status: 'refused',
    ...about,
    code,
    message,
    detail,
  });
}

/** Refuses the request itself. */
export function requestProblemReply(
  code: RequestProblemCode,
  message: string,
  detail: JsonObject = {},
  headers: readonly string[] = [],
): HttpReply {
  const body = { status: 'refused', code, message, detail };
  return problemReply(requestProblems[code].http, code, body, [...problemHeaders, ...headers]);
}

/** The answer when something threw: a fault says that the world failed; all else is our mistake and says no more. */
export function errorReply(error: unknown, about: JsonObject): HttpReply {
  if (error instanceof Fault) {
    const body = { status: 'failed', ...about, code: error.code, message: error.message };
    return problemReply(translateFault(error.code).http, error.code, body);
  }
  const message = 'Fixpoint failed by a fault of its own. The log has the details. Please report it.';
  return problemReply(defect.http, 'defect', { status: 'defect', ...about, code: 'defect', message });
}

/** Where the documentation explains the code; relative to this hub. */
export function problemType(code: string): string {
  return `/docs#code-${code}`;
}

/** `insufficient_cash` as a person reads it. */
function problemTitle(code: string): string {
  const words = code.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
