/**
 * The books behind a hub on another machine.
 *
 * Invariants: (1) what was asked once is sent once, unless `--retries` allows more, and then every attempt carries the
 * same key and the same body; (2) a key goes over the wire as it was given; (3) when it is not known whether the hub
 * got to see a write, its outcome is `outcome_unknown`, never a refusal; (4) the token goes to the hub and nowhere
 * else: redirects are not followed, and no message holds it.
 */
import type { Question } from '../../engine/hub.ts';
import { Fault, type Outcome } from '../../engine/outcome.ts';
import type { QueryAnswer } from '../../engine/query.ts';
import { isJsonArray, isJsonObject, type JsonValue } from '../../ledger/json-value.ts';
import { type CliWorld, UsageError } from './cli-world.ts';
import { failWish } from './fail-wish.ts';
import type { GlobalValues } from './global-flags.ts';
import { type HubReply, HubConnection } from './hub-connection.ts';
import type { Ledger, TypedWish } from './ledger.ts';
import { isRefusalCode, isText, readOutcome } from './read-outcome.ts';
import { splitBatch, toBatchElement } from './split-batch.ts';

/** Throws `UsageError` when the address or the token cannot be used. */
export function openRemoteHub(base: string, world: CliWorld, globals: GlobalValues): Ledger {
  const connection = new HubConnection(base, world, globals);
  return {
    submit: (wish) => submit(connection, wish),
    submitAll: async (wishes) => {
      const outcomes: Outcome[] = [];
      for (const batch of splitBatch(wishes)) outcomes.push(...(await submitBatch(connection, batch)));
      return outcomes;
    },
    ask: (question) => ask(connection, question),
    close: () => Promise.resolve(),
  };
}

async function submit(connection: HubConnection, wish: TypedWish): Promise<Outcome> {
  const { operation, portfolio, input, key, dryRun } = wish;
  const reply = await connection.send({
    method: 'POST',
    path: pathOf(portfolio, operation.name),
    headers: key === undefined ? {} : { 'idempotency-key': toKeyHeader(key) },
    body: JSON.stringify(dryRun ? { ...input, dry_run: true } : input),
  });
  if (reply.kind === 'no_reply') return failWish(wish, reply.code, reply.message);
  const outcome = readOutcome(reply.body);
  if (outcome !== undefined) return outcome;
  throwIfRefused(reply);
  return failWish(wish, 'outcome_unknown', strangeReply(reply));
}

async function submitBatch(
  connection: HubConnection,
  wishes: readonly TypedWish[],
): Promise<readonly Outcome[]> {
  const body = JSON.stringify(wishes.map(toBatchElement));
  const path = pathOf(wishes[0]?.portfolio ?? '', 'batch');
  const reply = await connection.send({ method: 'POST', path, headers: {}, body });
  if (reply.kind === 'no_reply') return wishes.map((wish) => failWish(wish, reply.code, reply.message));
  throwIfRefused(reply);
  const outcomes = isJsonObject(reply.body) ? reply.body['outcomes'] : undefined;
  const list = outcomes !== undefined && isJsonArray(outcomes) ? outcomes : [];
  return wishes.map((wish, index) => {
    const outcome = readOutcome(list[index] ?? null);
    return outcome ?? failWish(wish, 'outcome_unknown', strangeReply(reply));
  });
}

async function ask(
  connection: HubConnection,
  { query, portfolio, parameters }: Question,
): Promise<QueryAnswer> {
  const pairs = Object.entries(parameters).map(([name, value]): [string, string] => [name, toText(value)]);
  const search = new URLSearchParams(pairs).toString();
  const path = pathOf(portfolio, query.name);
  const reply = await connection.send({
    method: 'GET',
    path: search === '' ? path : `${path}?${search}`,
    headers: {},
  });
  if (reply.kind === 'no_reply') throw new Fault('unavailable', reply.message);
  const { status, body } = reply;
  // The status does not tell good news from bad; an answer that has two sides says it in its member "ok".
  if (status === 200) return { kind: 'answer', body, failed: isJsonObject(body) && body['ok'] === false };
  if (isJsonObject(body) && isRefusalCode(body['code']) && isText(body['message'])) {
    const detail = body['detail'] ?? null;
    return {
      kind: 'refuse',
      code: body['code'],
      message: body['message'],
      detail: isJsonObject(detail) ? detail : {},
    };
  }
  throwIfRefused(reply);
  throw new Fault('unavailable', messageIn(body) ?? strangeReply(reply));
}

/**
 * A hub that refuses the request itself (a wrong token, an unknown path, a body that is too large, a code from a newer
 * version) has booked nothing, and sending the same again changes nothing.
 */
function throwIfRefused({ status, body }: HubReply): void {
  if (!isJsonObject(body) || body['status'] !== 'refused' || status < 400 || passingStatuses.has(status))
    return;
  const code = isText(body['code']) ? body['code'] : 'invalid_input';
  const hint = status === 401 ? ' FIXPOINT_TOKEN holds the token that is sent.' : '';
  throw new UsageError(
    `The hub refuses this (${code}): ${messageIn(body) ?? 'it gives no reason'}${hint}`,
    code,
  );
}

/** Request time-out, too early and too many: the same request may be taken later. */
const passingStatuses: ReadonlySet<number> = new Set([408, 425, 429]);

function messageIn(body: JsonValue): string | undefined {
  return isJsonObject(body) && isText(body['message']) ? body['message'] : undefined;
}

function strangeReply({ status, body }: HubReply): string {
  const said = messageIn(body);
  return `The hub answered ${status} with something that is no outcome${said === undefined ? '' : `: ${said}`}. Is FIXPOINT_API_BASE the address of a Fixpoint hub?`;
}

function pathOf(portfolio: string, name: string): string {
  return `/v1/portfolios/${encodeURIComponent(portfolio)}/${name.replaceAll('_', '-')}`;
}

/** Bare, as it was given. Only a key that begins like a quoted one is quoted, because it would be read as that. */
function toKeyHeader(key: string): string {
  return key.startsWith('"') ? `"${key.replaceAll(/["\\]/g, '\\$&')}"` : key;
}

function toText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
