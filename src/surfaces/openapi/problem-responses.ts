/** The answers to what goes wrong, by status. */
import type { RefusalCode } from '../../engine/refusal-code.ts';
import type { JsonObject } from '../../ledger/json-value.ts';
import { translateRefusal } from '../outcome-table.ts';
import { apiCodes, codesWithStatus } from './api-codes.ts';
import { schemaRef } from './described-path.ts';

/** The members of `responses`: what these refusals lead to, and references for the other statuses. */
export function problemResponses(refusals: readonly RefusalCode[], statuses: readonly number[]): JsonObject {
  const responses: Record<string, JsonObject> = {};
  for (const status of statuses)
    responses[status] = { $ref: `#/components/responses/${responseName(status)}` };
  for (const { http } of refusals.map(translateRefusal)) {
    responses[http] = refusalResponse(codesWithStatus(http, refusals));
  }
  return responses;
}

function refusalResponse(codes: readonly string[]): JsonObject {
  return {
    description: `Refused: ${codes.map((code) => `\`${code}\``).join(', ')}.`,
    content: problemContent,
  };
}

const problemContent: JsonObject = { 'application/problem+json': { schema: schemaRef('Problem') } };

function responseName(status: number): string {
  return `Status${status}`;
}

/** The reusable response of each status. */
export function sharedResponses(): JsonObject {
  const statuses = new Set(apiCodes.map(({ http }) => http));
  return Object.fromEntries([...statuses].map((status) => [responseName(status), sharedResponse(status)]));
}

function sharedResponse(status: number): JsonObject {
  const codes = apiCodes.filter(({ http }) => http === status);
  const description = codes.map(({ code, about }) => `\`${code}\`: ${about}`).join('\n\n');
  return { description, ...headersOf(status), content: problemContent };
}

function headersOf(status: number): JsonObject {
  if (status === 503) return { headers: { 'Retry-After': header('integer', 'Seconds to wait.') } };
  if (status === 405) return { headers: { Allow: header('string', 'The methods of the path.') } };
  if (status === 401)
    return { headers: { 'WWW-Authenticate': header('string', 'Asks for a bearer token.') } };
  return {};
}

function header(type: 'integer' | 'string', description: string): JsonObject {
  return { description, schema: { type } };
}
