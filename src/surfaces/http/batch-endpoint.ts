/**
 * Many writes in one request. Each is decided by itself, in the order of the array, and has its own outcome: an element
 * that cannot be read, or is refused, stops no other.
 */
import type { Hub, Wish } from '../../engine/hub.ts';
import type { Operation } from '../../engine/operation.ts';
import type { Outcome } from '../../engine/outcome.ts';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../ledger/json-value.ts';
import { suggestName } from '../suggest-name.ts';
import { translateOutcome, translateRefusal } from '../outcome-table.ts';
import { jsonBody } from './body-rule.ts';
import { type Call, type Endpoint, mayUse } from './endpoint.ts';
import { headerOf, type HttpReply } from './http-message.ts';
import { jsonReply, refusalReply } from './reply.ts';
import { readStrictJson } from './strict-json.ts';
import {
  type ReadWish,
  type RefusedOutcome,
  readWish,
  refuseAbsentPortfolio,
  splitMembers,
  type WishParts,
} from './write-endpoint.ts';

/** As many as the writer takes into one transaction. */
export const batchElementsMax = 1_000;

export const batchRoute = '/v1/portfolios/{portfolio}/batch';

export function batchEndpoint(
  hub: Pick<Hub, 'submitAll'>,
  operations: readonly Operation[],
  bytesMax: number,
): Endpoint {
  const byName = new Map(operations.map((operation) => [operation.name, operation]));
  return {
    route: batchRoute,
    scope: 'write',
    body: jsonBody(bytesMax),
    answer: async (call, body) => {
      const elements = readElements(call, body);
      if (!isElements(elements)) return elements;
      const read = elements.map((element, index) => readElement(byName, call, element, index));
      const wishes = read.flatMap((element) => (element.kind === 'wish' ? [element.wish] : []));
      const outcomes = await submitAll(hub, call, wishes);
      let answered = 0;
      const rows = read.map((element) => {
        if (element.kind === 'refused') return refusedRow(element.outcome);
        const outcome = outcomes[answered];
        answered += 1;
        return outcome === undefined ? undefined : outcomeRow(outcome, element.wish.operation);
      });
      return { ...jsonReply(200, {}), body: JSON.stringify({ outcomes: rows }) };
    },
  };
}

async function submitAll(
  hub: Pick<Hub, 'submitAll'>,
  call: Call,
  wishes: readonly Wish[],
): Promise<readonly Outcome[]> {
  return mayUse(call.caller, call.portfolio) ? hub.submitAll(wishes) : wishes.map(refuseAbsentPortfolio);
}

function readElements(call: Call, body: Uint8Array): readonly JsonValue[] | HttpReply {
  const about = { portfolio: call.portfolio };
  if (headerOf(call.head.headers, 'idempotency-key') !== undefined) {
    const message =
      'A batch has no key of its own. Give each element its "idempotency_key" instead of the header.';
    return refusalReply({ code: 'invalid_input', message, detail: { field: 'idempotency_key' } }, about);
  }
  const read = readStrictJson(body);
  if (read.kind === 'json_problem') return refusalReply({ ...read, code: 'invalid_input' }, about);
  const { value } = read;
  if (isJsonArray(value) && value.length >= 1 && value.length <= batchElementsMax) return value;
  const found = isJsonArray(value) ? `an array of ${value.length}` : `no array`;
  const message = `The body is ${found}. It must be an array of 1 to ${batchElementsMax} operations.`;
  return refusalReply({ code: 'invalid_input', message, detail: {} }, about);
}

function isElements(read: readonly JsonValue[] | HttpReply): read is readonly JsonValue[] {
  return Array.isArray(read);
}

function readElement(
  byName: ReadonlyMap<string, Operation>,
  call: Call,
  element: JsonValue,
  index: number,
): ReadWish {
  const refuse = (name: string, message: string, detail: JsonObject): ReadWish => {
    const base = { operation: name, portfolio: call.portfolio, ...keyOf(element) };
    const outcome = { ...base, status: 'refused', code: 'invalid_input', message, detail } as const;
    return { kind: 'refused', outcome };
  };
  if (!isJsonObject(element) || typeof element['operation'] !== 'string') {
    const message = `Element ${index} must be an object with "operation": the operation's name.`;
    return refuse('', message, { index, field: 'operation' });
  }
  const { operation: name, ...members } = element;
  const operation = byName.get(name.replaceAll('-', '_'));
  if (operation === undefined) {
    const found = name.slice(0, 100);
    const names = [...byName.keys()].map((known) => known.replaceAll('_', '-'));
    const message = `There is no operation "${found}".${suggestName(name, names)}`;
    return refuse(found, message, { index, field: 'operation' });
  }
  const parts = splitElement(operation, members);
  if (parts === undefined) {
    const message = `"input" of element ${index} must be an object, and then no field may stand beside it.`;
    return refuse(operation.name, message, { index, field: 'input' });
  }
  return readWish(operation, call, parts, undefined);
}

function keyOf(element: JsonValue): { readonly idempotency_key?: string } {
  const key = isJsonObject(element) ? element['idempotency_key'] : undefined;
  return typeof key === 'string' ? { idempotency_key: key } : {};
}

/** Fields may stand in the element itself or under `input`. Undefined when they stand in both places. */
function splitElement(operation: Operation, members: JsonObject): WishParts | undefined {
  const parts = splitMembers(members);
  if (!Object.hasOwn(parts.input, 'input') || Object.hasOwn(operation.fields, 'input')) return parts;
  const { input, ...beside } = parts.input;
  return isJsonObject(input) && Object.keys(beside).length === 0 ? { ...parts, input } : undefined;
}

function outcomeRow(outcome: Outcome, operation: Operation): object {
  const { http } = translateOutcome(outcome, operation.replay);
  // To an object that begins with a spread V8 adds members many times more slowly.
  return Object.assign({}, outcome, { http_status: http });
}

function refusedRow(outcome: RefusedOutcome): object {
  return { ...outcome, http_status: translateRefusal(outcome.code).http };
}
