/** What stands at a path and method: who may call it, what body it takes, and how it answers. */
import type { HttpReply, RequestHead } from './http-message.ts';
import type { Scope } from './tokens.ts';

/** Who asks, as far as endpoints need to know. */
export interface Caller {
  /** The token's name, or `anonymous`. Stands in the journal. */
  readonly actor: string;
  readonly scopes: readonly Scope[];
  /** The portfolios the caller may use; undefined for all. */
  readonly portfolios: ReadonlySet<string> | undefined;
}

/** One request on its way to an endpoint. */
export interface Call {
  readonly head: RequestHead;
  readonly caller: Caller;
  /** As it stands in the path, decoded; empty where the path has none. */
  readonly portfolio: string;
  /** What follows the noun in the path, decoded. */
  readonly subject: string | undefined;
}

export interface BodyRule {
  /** A larger body is refused before it is read. */
  readonly bytesMax: number;
  /** May a request without a body and without a content type pass? */
  readonly optional: boolean;
  /** The reply to a content type that is not taken; undefined for a good one. */
  readonly check: (contentType: string | undefined) => HttpReply | undefined;
}

export interface Endpoint {
  /** The path with its variable parts in braces, for metrics and documentation. */
  readonly route: string;
  /** What the caller's token must allow; undefined when no token is needed. */
  readonly scope: Scope | undefined;
  /** Undefined when a body is ignored. */
  readonly body: BodyRule | undefined;
  readonly answer: (call: Call, body: Uint8Array) => HttpReply | Promise<HttpReply>;
}

export function mayUse(caller: Caller, portfolio: string): boolean {
  return caller.portfolios === undefined || caller.portfolios.has(portfolio);
}
