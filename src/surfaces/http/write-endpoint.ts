/** One operation at one path: the body becomes a wish, the outcome becomes the reply. */
import type { Hub, Wish } from '../../engine/hub.ts';
import type { Operation } from '../../engine/operation.ts';
import type { Outcome } from '../../engine/outcome.ts';
import type { RefusalCode } from '../../engine/refusal-code.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../ledger/json-value.ts';
import { jsonBody } from './body-rule.ts';
import { type Call, type Endpoint, mayUse } from './endpoint.ts';
import { headerOf, type HttpReply } from './http-message.ts';
import { readKey } from './read-key.ts';
import { outcomeReply } from './reply.ts';
import type { ActiveAlias } from './route-aliases.ts';
import { readStrictJson } from './strict-json.ts';

export function writeEndpoint(hub: Pick<Hub, 'submit'>, operation: Operation, bytesMax: number): Endpoint {
  return {
    route: `/v1/portfolios/{portfolio}/${operation.name.replaceAll('_', '-')}`,
    scope: 'write',
    body: jsonBody(bytesMax),
    answer: (call, body) => answerWrite(hub, operation, call, readMembers(body)),
  };
}

/** The same operation at a path of habit. What the path says counts like a field of the body. */
export function aliasEndpoint(hub: Pick<Hub, 'submit'>, alias: ActiveAlias, bytesMax: number): Endpoint {
  const { target, subject, noun, method } = alias;
  return {
    route: `/v1/portfolios/{portfolio}/${noun}/{${subject}}`,
    scope: 'write',
    body: jsonBody(bytesMax, method === 'DELETE'),
    answer: (call, body) => {
      const members = body.byteLength === 0 && method === 'DELETE' ? noMembers : readMembers(body);
      return answerWrite(hub, target, call, addSubject(members, subject, call.subject));
    },
  };
}

async function answerWrite(
  hub: Pick<Hub, 'submit'>,
  operation: Operation,
  call: Call,
  read: ReadMembers,
): Promise<HttpReply> {
  if (read.kind === 'unreadable') {
    const { message, detail } = read;
    const refused = { operation: operation.name, portfolio: call.portfolio, status: 'refused' } as const;
    return outcomeReply({ ...refused, code: 'invalid_input', message, detail }, operation.replay);
  }
  const keyHeader = headerOf(call.head.headers, 'idempotency-key');
  const wish = readWish(operation, call, splitMembers(read.members), keyHeader);
  if (wish.kind === 'refused') return outcomeReply(wish.outcome, operation.replay);
  const allowed = mayUse(call.caller, call.portfolio);
  const outcome = allowed ? await hub.submit(wish.wish) : refuseAbsentPortfolio(wish.wish);
  return outcomeReply(outcome, operation.replay);
}

/** The members of a JSON object, or why there are none. */
type ReadMembers =
  | { readonly kind: 'members'; readonly members: JsonObject }
  | { readonly kind: 'unreadable'; readonly message: string; readonly detail: JsonObject };

const noMembers: ReadMembers = { kind: 'members', members: {} };

function readMembers(body: Uint8Array): ReadMembers {
  const read = readStrictJson(body);
  if (read.kind === 'json_problem') return { kind: 'unreadable', message: read.message, detail: read.detail };
  if (isJsonObject(read.value)) return { kind: 'members', members: read.value };
  return {
    kind: 'unreadable',
    message: "The body must be a JSON object with the operation's fields.",
    detail: {},
  };
}

function addSubject(read: ReadMembers, field: string, subject: string | undefined): ReadMembers {
  if (read.kind === 'unreadable' || subject === undefined) return read;
  const { members } = read;
  const given = Object.hasOwn(members, field) ? members[field] : undefined;
  if (given === undefined || given === null || given === subject) {
    return { kind: 'members', members: { ...members, [field]: subject } };
  }
  const shown = JSON.stringify(given).slice(0, 100);
  const message = `The path says "${subject}" and the body's "${field}" says ${shown}. Send one of them.`;
  return { kind: 'unreadable', message, detail: { field, found: given } };
}

export type RefusedOutcome = Extract<Outcome, { readonly status: 'refused' }>;

export type ReadWish =
  | { readonly kind: 'wish'; readonly wish: Wish }
  | { readonly kind: 'refused'; readonly outcome: RefusedOutcome };

/** A write as it was sent: what every write may have, apart from the operation's own fields. */
export interface WishParts {
  readonly key: JsonValue | undefined;
  readonly dryRun: JsonValue | undefined;
  readonly input: JsonObject;
}

export function splitMembers(members: JsonObject): WishParts {
  if (!Object.hasOwn(members, 'idempotency_key') && !Object.hasOwn(members, 'dry_run')) {
    return { key: undefined, dryRun: undefined, input: members };
  }
  const { idempotency_key: key, dry_run: dryRun, ...input } = members;
  return { key, dryRun, input };
}

/** Reads the key and the dry run. The fields are the hub's to read. */
export function readWish(
  operation: Operation,
  call: Call,
  parts: WishParts,
  keyHeader: string | undefined,
): ReadWish {
  const { dryRun, input } = parts;
  const base = { operation: operation.name, portfolio: call.portfolio };
  const read = readKey(keyHeader, parts.key);
  if (read.kind === 'unusable') return refuse(base, read.code, read.message, read.detail);
  const { key } = read;
  if (dryRun !== undefined && dryRun !== null && typeof dryRun !== 'boolean') {
    const keyed = key === undefined ? base : { ...base, idempotency_key: key };
    const message = `"dry_run" is ${JSON.stringify(dryRun).slice(0, 100)}. It must be true or false.`;
    return refuse(keyed, 'invalid_input', message, { field: 'dry_run', found: dryRun });
  }
  const wish = {
    operation,
    portfolio: call.portfolio,
    input,
    door: 'http',
    actor: call.caller.actor,
    ...(key === undefined ? {} : { key }),
    ...(dryRun === true ? { dryRun } : {}),
  } as const;
  return { kind: 'wish', wish };
}

function refuse(
  base: { readonly operation: string; readonly portfolio: string; readonly idempotency_key?: string },
  code: RefusalCode,
  message: string,
  detail: JsonObject,
): ReadWish {
  return { kind: 'refused', outcome: { ...base, status: 'refused', code, message, detail } };
}

/** What the engine answers when there is no such portfolio, so that a token does not learn which others there are. */
export function refuseAbsentPortfolio({ operation, portfolio, key }: Wish): Outcome {
  return {
    operation: operation.name,
    portfolio,
    ...(key === undefined ? {} : { idempotency_key: key }),
    status: 'refused',
    code: 'portfolio_not_found',
    message: `There is no portfolio "${portfolio}". Make it with create_portfolio first.`,
    detail: { portfolio },
  };
}
