/** Requests to one hub: address, token, time-out, and further attempts where the user allows them. */
import { setTimeout as startTimer, clearTimeout as stopTimer } from 'node:timers';
import type { FaultCode } from '../../engine/outcome.ts';
import type { JsonValue } from '../../ledger/json-value.ts';
import { type CliWorld, UsageError } from './cli-world.ts';
import type { GlobalValues } from './global-flags.ts';

export interface HubRequest {
  readonly method: 'GET' | 'POST';
  /** With its leading slash, encoded. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text. */
  readonly body?: string;
}

export interface HubReply {
  readonly kind: 'reply';
  readonly status: number;
  /** Null when the reply was not JSON. */
  readonly body: JsonValue;
}

/** Nothing came back that could be read. `unavailable`: the hub was not reached. */
export interface NoReply {
  readonly kind: 'no_reply';
  readonly code: Extract<FaultCode, 'unavailable' | 'outcome_unknown'>;
  readonly message: string;
}

interface Attempt {
  readonly reply: HubReply | NoReply;
  /** What the hub said about when to come back. */
  readonly retryAfterMs: number | undefined;
}

/** The first pause when the hub names none; it doubles with each attempt. */
const pauseMsFirst = 500;
/** No pause is longer, also when the hub asks for more: whoever waits at a terminal would rather be told. */
const pauseMsMax = 60_000;
/** After these the same request may be taken later. */
const passingStatuses: ReadonlySet<number> = new Set([408, 425, 429, 502, 503, 504, 507]);

export class HubConnection {
  readonly #base: string;
  readonly #world: Pick<CliWorld, 'fetch' | 'wait'>;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #timeoutMs: number;
  readonly #retries: number;

  constructor(base: string, world: CliWorld, globals: Pick<GlobalValues, 'timeoutSeconds' | 'retries'>) {
    this.#base = readBase(base);
    this.#world = world;
    this.#headers = headersFor(world.env['FIXPOINT_TOKEN']);
    this.#timeoutMs = Math.ceil(globals.timeoutSeconds * 1_000);
    this.#retries = globals.retries;
  }

  /** Sends it, and again as often as `--retries` allows while the hub is unreachable, silent or busy. */
  async send(request: HubRequest): Promise<HubReply | NoReply> {
    let { reply, retryAfterMs } = await this.#attempt(request);
    for (let attempt = 0; attempt < this.#retries && mayPass(reply); attempt += 1) {
      await this.#world.wait(pauseMs(attempt, retryAfterMs));
      ({ reply, retryAfterMs } = await this.#attempt(request));
    }
    return reply;
  }

  async #attempt({ method, path, headers, body }: HubRequest): Promise<Attempt> {
    const abort = new AbortController();
    const timer = startTimer(() => abort.abort(), this.#timeoutMs);
    try {
      const response = await this.#world.fetch(`${this.#base}${path}`, {
        method,
        headers: {
          ...this.#headers,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body }),
        redirect: 'manual',
        signal: abort.signal,
      });
      const text = await response.text();
      const reply = { kind: 'reply', status: response.status, body: readJson(text) } as const;
      return { reply, retryAfterMs: readRetryAfter(response.headers.get('retry-after')) };
    } catch (error) {
      const waited = abort.signal.aborted ? this.#timeoutMs / 1_000 : undefined;
      return { reply: describeBreak(error, this.#base, waited), retryAfterMs: undefined };
    } finally {
      stopTimer(timer);
    }
  }
}

function readBase(base: string): string {
  const url = URL.canParse(base) ? new URL(base) : undefined;
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new UsageError('FIXPOINT_API_BASE must be an address such as http://127.0.0.1:7171.');
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new UsageError(
      'FIXPOINT_API_BASE may hold no password, query or fragment. FIXPOINT_TOKEN holds the token.',
    );
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

function headersFor(token: string | undefined): Readonly<Record<string, string>> {
  const accept = { accept: 'application/json, application/problem+json' };
  if (token === undefined || token === '') return accept;
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw new UsageError('FIXPOINT_TOKEN has blanks or other characters that no token has.');
  }
  return { ...accept, authorization: `Bearer ${token}` };
}

function readJson(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue; // brand: JSON.parse gives JSON data and nothing else
  } catch {
    return null;
  }
}

function mayPass(reply: HubReply | NoReply): boolean {
  return reply.kind === 'no_reply' || passingStatuses.has(reply.status);
}

/** The hub's own wish, or a growing pause; somewhat longer by chance, so that many callers do not come back together. */
function pauseMs(attempt: number, retryAfterMs: number | undefined): number {
  const wanted = retryAfterMs ?? pauseMsFirst * 2 ** Math.min(attempt, 10);
  return Math.round(Math.min(wanted * (1 + Math.random() / 4), pauseMsMax));
}

/** Seconds. A date is not read: clocks differ, and the growing pause does as well. */
function readRetryAfter(header: string | null): number | undefined {
  return header !== null && /^\d{1,9}$/.test(header) ? Number(header) * 1_000 : undefined;
}

/** A connection that was never made cannot have carried a write. */
const unreachedCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

function describeBreak(error: unknown, base: string, waitedSeconds: number | undefined): NoReply {
  if (waitedSeconds !== undefined) {
    const message = `The hub at ${base} did not answer within ${waitedSeconds} s. It may have seen this or not.`;
    return { kind: 'no_reply', code: 'outcome_unknown', message };
  }
  const code = codeOf(error);
  if (code !== undefined && unreachedCodes.has(code)) {
    return {
      kind: 'no_reply',
      code: 'unavailable',
      message: `The hub at ${base} cannot be reached (${code}).`,
    };
  }
  const message = `The connection to the hub at ${base} broke (${code ?? String(error)}). It may have seen this or not.`;
  return { kind: 'no_reply', code: 'outcome_unknown', message };
}

/** Node's fetch hides the code of a failed connection in the cause; with several addresses, in the errors of that. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return codeOf(error.cause);
}
