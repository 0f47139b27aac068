/** Runs `verify` on every portfolio of a store, as somebody would by hand. */
import { loadFact, type Store } from '../engine/store-protocol.ts';
import { isJsonArray, isJsonObject, type JsonValue } from '../ledger/json-value.ts';
import { parsePortfolioName, type PortfolioName } from '../ledger/portfolio.ts';
import { latestDateOnEarth } from '../ledger/calendar-date.ts';
import { verify } from '../queries/verify.ts';

export interface VerifiedPortfolio {
  readonly portfolio: PortfolioName;
  readonly entries: number;
  readonly head: string;
  /** Sentences; none when it is in order. */
  readonly problems: readonly string[];
}

/** `at` is an instant. Throws a `Fault` when the store does not answer. */
export async function verifyStore(store: Store, at: string): Promise<readonly VerifiedPortfolio[]> {
  const states = await store.read(() => loadFact(anyPortfolio, { kind: 'portfolios' }));
  const found: VerifiedPortfolio[] = [];
  for (const { name, seq, head } of states) {
    found.push({ portfolio: name, entries: seq, head, problems: await verifyOne(store, name, at) });
  }
  return found;
}

/** The list of portfolios does not depend on the portfolio it is asked of, which need not exist. */
const anyPortfolio = parsePortfolioName('main') ?? unnamed();

function unnamed(): never {
  throw new Error('main is no name of a portfolio');
}

async function verifyOne(store: Store, portfolio: PortfolioName, at: string): Promise<readonly string[]> {
  const prepared = verify.prepare({});
  if (prepared.kind === 'problems') throw new Error('verify does not take an empty input');
  const today = latestDateOnEarth(at);
  const answer = await store.read(() => prepared.answer({ portfolio, at, today }));
  if (answer.kind === 'refuse') return [answer.message];
  return problemsOf(answer.body);
}

function problemsOf(body: JsonValue): readonly string[] {
  const problems = isJsonObject(body) ? body['problems'] : undefined;
  if (problems === undefined || !isJsonArray(problems)) throw new Error('verify answered in another shape');
  return problems.map((problem) => {
    const message = isJsonObject(problem) ? problem['message'] : undefined;
    return typeof message === 'string' ? message : JSON.stringify(problem);
  });
}
