/** One question at one path: parameters come from the URL, the answer is the body. */
import type { Hub } from '../../engine/hub.ts';
import type { Query, QueryAnswer } from '../../engine/query.ts';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../ledger/json-value.ts';
import { translateAnswer } from '../outcome-table.ts';
import { type Call, type Caller, type Endpoint, mayUse } from './endpoint.ts';
import type { HttpReply } from './http-message.ts';
import { readQueryString } from './query-string.ts';
import { jsonReply, refusalReply } from './reply.ts';

export type AskingHub = Pick<Hub, 'ask' | 'defaultPortfolio'>;

export function queryEndpoint(hub: AskingHub, query: Query): Endpoint {
  return {
    route: `/v1/portfolios/{portfolio}/${query.name.replaceAll('_', '-')}`,
    scope: 'read',
    body: undefined,
    answer: (call) => answerQuery(hub, query, call, call.portfolio),
  };
}

/** The question that lists portfolios, asked without naming one. */
export const portfoliosQueryName = 'portfolios';
export const portfoliosRoute = '/v1/portfolios';

export function portfoliosEndpoint(hub: AskingHub, query: Query): Endpoint {
  return {
    route: portfoliosRoute,
    scope: 'read',
    body: undefined,
    answer: (call) => answerQuery(hub, query, call, undefined),
  };
}

/** @param named the portfolio that the path names; undefined when it names none */
async function answerQuery(
  hub: AskingHub,
  query: Query,
  call: Call,
  named: string | undefined,
): Promise<HttpReply> {
  const portfolio = named ?? hub.defaultPortfolio;
  const about = { query: query.name, portfolio };
  const read = readQueryString(call.head.query);
  if (read.kind === 'unusable') return refusalReply(read, about);
  if (named !== undefined && !mayUse(call.caller, named)) return refusalReply(refuseAbsent(named), about);
  const answer = await hub.ask({ query, portfolio, parameters: toParameters(query, read.parameters) });
  if (answer.kind === 'refuse') return refusalReply(answer, about);
  const body = query.name === portfoliosQueryName ? keepOwn(query, answer.body, call.caller) : answer.body;
  return jsonReply(translateAnswer(answer).http, body);
}

/** What the hub answers when there is no such portfolio. */
export function refuseAbsent(portfolio: string): Extract<QueryAnswer, { readonly kind: 'refuse' }> {
  const message = `There is no portfolio "${portfolio}".`;
  return { kind: 'refuse', code: 'portfolio_not_found', message, detail: { portfolio } };
}

/** Parameters are text; only a switch is something else in JSON. */
function toParameters(query: Query, given: Readonly<Record<string, string>>): JsonObject {
  const parameters = Object.create(null) as Record<string, JsonValue>; // brand: it has no members yet
  for (const [name, text] of Object.entries(given)) {
    const isSwitch = Object.hasOwn(query.fields, name) && query.fields[name]?.isSwitch === true;
    parameters[name] = isSwitch ? toSwitch(text) : text;
  }
  return parameters;
}

function toSwitch(text: string): JsonValue {
  if (text === 'true' || text === '') return true;
  return text === 'false' ? false : text;
}

/** A list of portfolios without those that the caller may not use. Its first column names the portfolio. */
function keepOwn(query: Query, body: JsonValue, caller: Caller): JsonValue {
  const { portfolios } = caller;
  if (portfolios === undefined) return body;
  const member = query.table?.columns[0]?.member ?? 'name';
  const isOwn = (row: JsonValue): boolean => {
    const name = isJsonObject(row) ? row[member] : row;
    return typeof name === 'string' && portfolios.has(name);
  };
  const rows = query.table?.rows;
  if (rows === undefined) return isJsonArray(body) ? body.filter(isOwn) : [];
  const list = isJsonObject(body) ? body[rows] : undefined;
  return { [rows]: list !== undefined && isJsonArray(list) ? list.filter(isOwn) : [] };
}
