/** Decides, from the head alone, whether a request goes on to an endpoint. */
import type { Call, Caller, Endpoint } from './endpoint.ts';
import type { HostGuard } from './host-guard.ts';
import { announcesBody, headerOf, type HttpReply, type RequestHead } from './http-message.ts';
import { requestProblemReply } from './reply.ts';
import type { FoundRoute, RouteTable } from './route-table.ts';
import { includesScope, type Scope, scopes, type TokenCheck } from './tokens.ts';

export type Admission =
  | { readonly kind: 'reply'; readonly route: string; readonly reply: HttpReply }
  | { readonly kind: 'admitted'; readonly endpoint: Endpoint; readonly call: Call };

export interface AdmissionRules {
  readonly routes: RouteTable;
  readonly tokens: TokenCheck;
  readonly guardOf: (port: number) => HostGuard;
  readonly warn: (entry: object) => void;
}

/** Labels of what has no route of its own. */
const refusedRoute = '(refused)';
const unknownRoute = '(unknown)';

export function admitRequest(rules: AdmissionRules, head: RequestHead): Admission {
  const foreign = rules.guardOf(head.port)(head.headers);
  if (foreign !== undefined) {
    rules.warn({ event: 'foreign_request', method: head.method, status: foreign.status });
    return { kind: 'reply', route: refusedRoute, reply: foreign };
  }
  const expectation = headerOf(head.headers, 'expect');
  if (expectation !== undefined && expectation.toLowerCase() !== '100-continue') {
    const message = `The Expect header says "${expectation.slice(0, 40)}". Only "100-continue" is understood.`;
    const reply = requestProblemReply('expectation_unsupported', message);
    return { kind: 'reply', route: refusedRoute, reply };
  }
  const found = rules.routes.find(head.path);
  const endpoint = found.kind === 'found' ? found.methods.byMethod.get(head.method) : undefined;
  const isOpen = endpoint !== undefined && endpoint.scope === undefined;
  const caller = isOpen ? everybody : identify(rules.tokens, head);
  if ('status' in caller) return { kind: 'reply', route: refusedRoute, reply: caller };
  if (found.kind === 'nothing') return { kind: 'reply', route: unknownRoute, reply: refusePath(found.hint) };
  if (endpoint === undefined) return { kind: 'reply', route: unknownRoute, reply: refuseMethod(head, found) };
  const { scope } = endpoint;
  if (scope !== undefined && !includesScope(caller.scopes, scope)) {
    return { kind: 'reply', route: endpoint.route, reply: refuseScope(scope) };
  }
  const badBody = checkBody(endpoint, head);
  if (badBody !== undefined) return { kind: 'reply', route: endpoint.route, reply: badBody };
  const { portfolio, subject } = found;
  return { kind: 'admitted', endpoint, call: { head, caller, portfolio, subject } };
}

/** Who calls when no token is configured. */
const everybody: Caller = { actor: 'anonymous', scopes, portfolios: undefined };

function identify(tokens: TokenCheck, head: RequestHead): Caller | HttpReply {
  const verdict = tokens(headerOf(head.headers, 'authorization'));
  switch (verdict.kind) {
    case 'open':
      return everybody;
    case 'granted': {
      const portfolios = verdict.portfolios === undefined ? undefined : new Set(verdict.portfolios);
      return { actor: verdict.name, scopes: verdict.scopes, portfolios };
    }
    case 'missing': {
      const message = 'This hub wants a bearer token. Send "Authorization: Bearer TOKEN".';
      return requestProblemReply('token_missing', message, {}, [
        'www-authenticate',
        'Bearer realm="fixpoint"',
      ]);
    }
    case 'unknown': {
      const message = 'The bearer token is not one of this hub, or was revoked.';
      const challenge = 'Bearer realm="fixpoint", error="invalid_token"';
      return requestProblemReply('token_unknown', message, {}, ['www-authenticate', challenge]);
    }
    default:
      return verdict satisfies never;
  }
}

function refusePath(hint: string): HttpReply {
  const message = `There is nothing at this path.${hint} GET /docs lists what there is.`;
  return requestProblemReply('route_not_found', message);
}

function refuseMethod(head: RequestHead, found: Extract<FoundRoute, { readonly kind: 'found' }>): HttpReply {
  const { allow } = found.methods;
  const method = head.method.slice(0, 20);
  const message = `The path does not take ${method}. It takes ${allow}.`;
  return requestProblemReply('method_not_allowed', message, { method, allow }, ['allow', allow]);
}

function refuseScope(scope: Scope): HttpReply {
  const message = `This needs a token with the scope "${scope}".`;
  const challenge = `Bearer realm="fixpoint", error="insufficient_scope", scope="${scope}"`;
  return requestProblemReply('scope_insufficient', message, { scope }, ['www-authenticate', challenge]);
}

function checkBody({ body }: Endpoint, { headers }: RequestHead): HttpReply | undefined {
  if (body === undefined) return undefined;
  const contentType = headerOf(headers, 'content-type');
  const isAbsent = body.optional && contentType === undefined && !announcesBody(headers);
  const badType = isAbsent ? undefined : body.check(contentType);
  if (badType !== undefined) return badType;
  const encoding = headerOf(headers, 'content-encoding');
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    const message = `The body is encoded as "${encoding.slice(0, 40)}". Send it as it is.`;
    return requestProblemReply('content_type_unsupported', message, { encoding: encoding.slice(0, 40) });
  }
  const length = headerOf(headers, 'content-length');
  return length !== undefined && Number(length) > body.bytesMax ? refuseLength(body.bytesMax) : undefined;
}

export function refuseLength(bytesMax: number): HttpReply {
  return requestProblemReply('body_too_large', `The body may have at most ${bytesMax} bytes.`, {
    bytes_max: bytesMax,
  });
}
