/**
 * Bearer tokens. The configuration holds SHA-256 hashes, so a stolen file gives no token away; what a caller sends is
 * hashed and compared with every hash in constant time.
 */
import { createHash, timingSafeEqual } from 'node:crypto';

export const scopes = ['read', 'write', 'admin'] as const;
/** `admin` includes the two others; `write` does not include `read`. */
export type Scope = (typeof scopes)[number];

export interface TokenSettings {
  /** Stands in the journal as the actor of what the token wrote. */
  readonly name: string;
  /** The hash of the token in 64 hexadecimal digits. */
  readonly sha256: string;
  readonly scopes: readonly Scope[];
  /** The portfolios the token is good for; all of them when it is absent. */
  readonly portfolios?: readonly string[];
}

export interface Grant {
  readonly kind: 'granted';
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly portfolios?: readonly string[];
}

/**
 * - `open`: no token is configured, so everybody may do everything.
 * - `missing`: no bearer token was sent.
 * - `unknown`: one was sent that is not configured.
 */
export type TokenVerdict = { readonly kind: 'open' } | Grant | { readonly kind: 'missing' | 'unknown' };

/** Judges an `Authorization` header. */
export type TokenCheck = (authorization: string | undefined) => TokenVerdict;

/** The name of the one token that `FIXPOINT_TOKEN` gives, which may do everything. */
export const plainTokenName = 'default';

const tokenLengthMax = 512;

/** Throws when a configured hash cannot be one: starting without that token would lock its owner out silently. */
export function createTokenCheck(settings: readonly TokenSettings[], plain?: string): TokenCheck {
  const known = settings.map(({ name, sha256, scopes: granted, portfolios }) => ({
    hash: parseHash(name, sha256),
    grant: toGrant(name, granted, portfolios),
  }));
  if (plain !== undefined)
    known.push({ hash: hashToken(plain), grant: toGrant(plainTokenName, ['admin'], undefined) });
  if (known.length === 0) return () => ({ kind: 'open' });
  return (authorization) => {
    const token = readBearerToken(authorization);
    if (token === undefined) return { kind: 'missing' };
    const hash = hashToken(token);
    let verdict: TokenVerdict = { kind: 'unknown' };
    // Every hash is compared, so that the time taken does not tell which one matched.
    for (const candidate of known) {
      if (timingSafeEqual(candidate.hash, hash)) verdict = candidate.grant;
    }
    return verdict;
  };
}

export function includesScope(granted: readonly Scope[], scope: Scope): boolean {
  return granted.includes(scope) || granted.includes('admin');
}

function toGrant(name: string, granted: readonly Scope[], portfolios: readonly string[] | undefined): Grant {
  const grant = { kind: 'granted', name, scopes: granted } as const;
  return portfolios === undefined ? grant : { ...grant, portfolios };
}

function parseHash(name: string, text: string): Buffer {
  if (!/^[0-9a-f]{64}$/i.test(text)) {
    throw new Error(`The sha256 of token "${name}" must be 64 hexadecimal digits.`);
  }
  return Buffer.from(text, 'hex');
}

function hashToken(token: string): Buffer {
  return createHash('sha256').update(token, 'utf8').digest();
}

function readBearerToken(authorization: string | undefined): string | undefined {
  if (authorization === undefined || authorization.slice(0, 7).toLowerCase() !== 'bearer ') return undefined;
  const token = authorization.slice(7).trim();
  return token === '' || token.length > tokenLengthMax ? undefined : token;
}
