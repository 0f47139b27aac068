/**
 * Promise P1 with several hubs on one PostgreSQL: keys that several of them send at once have one effect, in a portfolio
 * that all of them write to as in a thousand that are rarely touched; no caller hears of the hubs' waiting for each
 * other, and a reader of live events at one more hub sees every entry in order.
 */
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import type { Hub } from '../../src/engine/hub.ts';
import { Decimal } from '../../src/money/decimal.ts';
import { findQuery } from '../../src/queries/registry.ts';
import { openPostgresStore } from '../../src/store/postgres/postgres-store.ts';
import { bundleProgram } from '../support/bundle-program.ts';
import { startProcess } from '../support/child-process.ts';
import { type EventReader, readEvents } from '../support/event-reader.ts';
import { fail } from '../support/fail.ts';
import type { HubTally, HubTask } from '../support/hub-clients-main.ts';
import { hotPortfolio, listPortfolios, portfolioOf } from '../support/many-portfolios.ts';
import { type Deal, listKeys } from '../support/shared-keys.ts';
import { makeTestDatabase } from '../support/temporary-postgres.ts';
import { openTestHub } from '../support/test-hub.ts';

/** A thousand wishes a hub, 30 % of them with keys that some hub has as its own. */
const deal: Deal = { seed: 20_260_602, processes: 4, wishesEach: 1_000, repeatsOfTen: 3 };
const clients = 64;
/** Questions that are asked at once; a hub has eight connections. */
const together = 8;

it('books each key once when four hubs of 64 clients write to one hot portfolio and a thousand cold ones', async () => {
  const { url, target } = await makeTestDatabase();
  const store = await openPostgresStore(target);
  onTestFinished(store.close);
  const { hub, write } = openTestHub(store);
  const portfolios = listPortfolios();
  const made = await Promise.all(
    portfolios.map((portfolio) =>
      write('create_portfolio', { overdraft: 'allow' }, `make-${portfolio}`, { portfolio }),
    ),
  );
  expect(made.every(({ status }) => status === 'accepted')).toBe(true);

  const reader = await followElsewhere(url);
  const tallies = await runHubs(url);
  expect(tallies.flatMap(({ odd, defects }) => [...odd, ...defects])).toEqual([]);
  const keys = listKeys(deal);
  const count = (status: 'accepted' | 'duplicate') => tallies.reduce((sum, tally) => sum + tally[status], 0);
  expect(count('accepted')).toBe(keys.length);
  expect(count('duplicate')).toBe(deal.processes * deal.wishesEach - keys.length);

  const expected = expectedBooks();
  const hotEntries = expected.get(hotPortfolio)?.entries ?? 0;
  await reader.done;
  expect(reader.seqs).toEqual(Array.from({ length: hotEntries }, (_, index) => index + 1));
  expect(expected.size).toBe(portfolios.length);
  const found = new Map(await readAll(hub, portfolios));
  for (const portfolio of portfolios)
    expect(found.get(portfolio), portfolio).toEqual(expected.get(portfolio));
  expect(await readServer(url)).toEqual({ deadlocks: '0', gaps: '0' });
}, 180_000);

/** Somebody who follows the live events of the hot portfolio at a hub that books nothing itself. */
async function followElsewhere(url: string): Promise<EventReader> {
  const program = await bundleProgram('support/event-hub-main.ts');
  onTestFinished(program.dispose);
  const [port] = await startProcess(program.path, [url]).lines(1);
  const wanted = expectedBooks().get(hotPortfolio)?.entries ?? 0;
  const reader = readEvents({ port: () => Number(port), portfolio: hotPortfolio, since: '0', wanted });
  onTestFinished(reader.stop);
  await reader.following;
  return reader;
}

/** All begin at the same time. */
async function runHubs(url: string): Promise<readonly HubTally[]> {
  const program = await bundleProgram('support/hub-clients-main.ts');
  onTestFinished(program.dispose);
  const hubs = Array.from({ length: deal.processes }, (_, process) => {
    const task: HubTask = { deal, process, clients };
    return startProcess(program.path, [url, JSON.stringify(task)]);
  });
  await Promise.all(hubs.map((hub) => hub.lines(1)));
  for (const hub of hubs) hub.say('go');
  const outputs = await Promise.all(hubs.map((hub) => hub.finish()));
  return outputs.map((output) => JSON.parse(output.split('\n')[1] ?? '') as HubTally); // printed by hub-clients-main.ts
}

interface PortfolioBooks {
  readonly cash: string;
  readonly entries: number;
  readonly ok: boolean;
}

/** From the keys alone, whoever sent them and however often. */
function expectedBooks(): ReadonlyMap<string, PortfolioBooks> {
  const books = new Map<string, PortfolioBooks>();
  for (const { key, effect } of listKeys(deal)) {
    const portfolio = portfolioOf(key);
    const before = books.get(portfolio) ?? { cash: '0', entries: createdEntries, ok: true };
    const cash = Decimal.of(before.cash).plus(Decimal.of(effect)).toString();
    books.set(portfolio, { cash, entries: before.entries + 1, ok: true });
  }
  return books;
}

/** Making a portfolio is an entry of its own. */
const createdEntries = 1;

async function readAll(
  hub: Hub,
  portfolios: readonly string[],
): Promise<readonly (readonly [string, PortfolioBooks])[]> {
  const found: (readonly [string, PortfolioBooks])[] = [];
  const left = [...portfolios];
  const readSome = async (): Promise<void> => {
    for (let portfolio = left.pop(); portfolio !== undefined; portfolio = left.pop())
      found.push([portfolio, await readPortfolio(hub, portfolio)]);
  };
  await Promise.all(Array.from({ length: together }, readSome));
  return found;
}

async function readPortfolio(hub: Hub, portfolio: string): Promise<PortfolioBooks> {
  const ask = async (name: string): Promise<unknown> => {
    const query = findQuery(name) ?? fail(`there is no question ${name}`);
    const answer = await hub.ask({ query, portfolio, parameters: {} });
    return answer.kind === 'answer' ? answer.body : fail(`${name} was refused: ${answer.message}`);
  };
  const [cash] = (await ask('cash')) as readonly { readonly amount: string }[]; // as the question describes it
  const { entries, ok } = (await ask('verify')) as { readonly entries: number; readonly ok: boolean }; // the same
  return { cash: cash?.amount ?? '0', entries, ok };
}

/** What the server itself counted, and portfolios whose entries are not numbered 1, 2, 3… up to the last. */
async function readServer(url: string): Promise<unknown> {
  const db = new pg.Client(url);
  await db.connect();
  onTestFinished(() => db.end());
  const { rows } = await db.query(`SELECT
    (SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()) AS deadlocks,
    (SELECT count(*) FROM fixpoint.portfolio AS p WHERE p.seq <> (
      SELECT count(DISTINCT e.seq) FROM fixpoint.entry AS e WHERE e.portfolio = p.id AND e.seq BETWEEN 1 AND p.seq
    )) AS gaps`);
  return rows[0];
}
