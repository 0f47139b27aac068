/** Finds what stands at a path, without patterns: paths are regular, so two look-ups do. */
import { suggestName } from '../suggest-name.ts';
import type { Endpoint } from './endpoint.ts';
import { decodePercent } from './query-string.ts';

/** The endpoints of one path, by method. `HEAD` is answered by `GET`. */
export interface PathMethods {
  readonly byMethod: ReadonlyMap<string, Endpoint>;
  /** The value of the `Allow` header. */
  readonly allow: string;
}

export type FoundRoute =
  | {
      readonly kind: 'found';
      readonly methods: PathMethods;
      readonly portfolio: string;
      readonly subject: string | undefined;
    }
  /** `hint` says which name may have been meant, as the end of a message; it may be empty. */
  | { readonly kind: 'nothing'; readonly hint: string };

export interface RouteEntry {
  readonly method: string;
  /** A whole path (`/healthz`), or a noun below a portfolio. */
  readonly place:
    | { readonly kind: 'path'; readonly path: string }
    | { readonly kind: 'noun'; readonly noun: string }
    | { readonly kind: 'noun_and_subject'; readonly noun: string };
  readonly endpoint: Endpoint;
}

export interface RouteTable {
  readonly find: (path: string) => FoundRoute;
}

const portfoliosPrefix = '/v1/portfolios/';
const nothing: FoundRoute = { kind: 'nothing', hint: '' };

/** Throws when two endpoints claim one method of one path. */
export function createRouteTable(entries: readonly RouteEntry[]): RouteTable {
  const paths = collect(entries, 'path', ({ place }) => (place.kind === 'path' ? [place.path] : []));
  const nouns = collect(entries, 'noun', ({ place }) => (place.kind === 'noun' ? spellings(place.noun) : []));
  const withSubject = collect(entries, 'noun with subject', ({ place }) =>
    place.kind === 'noun_and_subject' ? spellings(place.noun) : [],
  );
  const names = [...nouns.keys()].filter((name) => !name.includes('_'));
  const findBelowPortfolio = (path: string): FoundRoute => {
    const portfolioEnd = path.indexOf('/', portfoliosPrefix.length);
    if (portfolioEnd === -1) return nothing;
    const written = path.slice(portfoliosPrefix.length, portfolioEnd);
    if (written === '') return nothing;
    // What cannot be decoded is no portfolio's name as it stands, and the hub says so.
    const portfolio = decodePercent(written) ?? written;
    const nounEnd = path.indexOf('/', portfolioEnd + 1);
    const noun = nounEnd === -1 ? path.slice(portfolioEnd + 1) : path.slice(portfolioEnd + 1, nounEnd);
    if (nounEnd === -1) {
      const methods = nouns.get(noun);
      if (methods === undefined) return { kind: 'nothing', hint: suggestName(noun, names) };
      return { kind: 'found', methods, portfolio, subject: undefined };
    }
    const methods = withSubject.get(noun);
    const subject = path.includes('/', nounEnd + 1) ? undefined : decodePercent(path.slice(nounEnd + 1));
    if (methods === undefined || subject === undefined || subject === '') return nothing;
    return { kind: 'found', methods, portfolio, subject };
  };
  return {
    find: (path) => {
      if (path.startsWith(portfoliosPrefix)) return findBelowPortfolio(path);
      const methods = paths.get(path);
      return methods === undefined ? nothing : { kind: 'found', methods, portfolio: '', subject: undefined };
    },
  };
}

/** A name as it may stand in a path: `record-dividend` and `record_dividend`. */
function spellings(noun: string): readonly string[] {
  return [...new Set([noun.replaceAll('_', '-'), noun.replaceAll('-', '_')])];
}

function collect(
  entries: readonly RouteEntry[],
  what: string,
  keysOf: (entry: RouteEntry) => readonly string[],
): ReadonlyMap<string, PathMethods> {
  const collected = new Map<string, Map<string, Endpoint>>();
  for (const entry of entries) {
    for (const key of keysOf(entry)) {
      const methods = collected.get(key) ?? new Map<string, Endpoint>();
      collected.set(key, methods);
      if (methods.has(entry.method))
        throw new Error(`Two endpoints claim ${entry.method} of the ${what} "${key}"`);
      methods.set(entry.method, entry.endpoint);
    }
  }
  return new Map([...collected].map(([key, methods]) => [key, toPathMethods(methods)]));
}

function toPathMethods(methods: Map<string, Endpoint>): PathMethods {
  const get = methods.get('GET');
  if (get !== undefined) methods.set('HEAD', get);
  return { byMethod: methods, allow: [...methods.keys()].sort().join(', ') };
}
