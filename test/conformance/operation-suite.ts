/**
 * What every operation must keep on every store, generated from the registry: the contract about repeats, keys and
 * restarts. Nothing here knows which store it runs on or which operation it tests.
 */
import { describe, expect, it } from 'vitest';
import type { Example, Operation } from '../../src/engine/operation.ts';
import type { Outcome } from '../../src/engine/outcome.ts';
import type { Store } from '../../src/engine/store-protocol.ts';
import type { JsonObject } from '../../src/ledger/json-value.ts';
import { parsePortfolioName } from '../../src/ledger/portfolio.ts';
import { operations } from '../../src/operations/registry.ts';
import { readEverything } from '../support/books.ts';
import type { DoorAdapter } from '../support/door-adapters.ts';
import { otherValue } from '../support/other-value.ts';
import { fail } from '../support/fail.ts';
import { openTestHub, type TestHub } from '../support/test-hub.ts';

export interface StoreUnderTest {
  readonly store: Store;
  /** Closes the store and opens it again, as a restart would. A store without a disk keeps its data. */
  readonly reopen: () => Promise<Store>;
  readonly dispose: () => Promise<void>;
}

/** With a `via`, everything goes through that surface. */
export function describeOperations(
  name: string,
  open: () => Promise<StoreUnderTest>,
  via?: DoorAdapter,
): void {
  const tested = operations.filter(({ exposure }) => via === undefined || exposure === 'everywhere');
  describe(`operations on ${name}`, () => {
    describe.each(tested.map((operation) => [operation.name, operation] as const))('%s', (_, operation) => {
      const example = acceptedExample(operation);
      const run = (test: (prepared: Prepared) => Promise<void>) => () =>
        runPrepared({ open, via }, operation, example, test);

      it('answers a repeat with the first outcome and books nothing', run(repeatsAsDuplicate));
      it('books once when twenty callers send one key at once', run(booksOnceForTwentyCallers));
      it('refuses the key with any other field, names the field and writes nothing', run(refusesOtherInput));
      it('refuses the key for another operation', run(refusesOtherOperation));
      it(
        'recognises the key after a restart, after midnight and after the state moved on',
        run(recognisesLater),
      );
      it('shows in a dry run what it would book, books nothing and leaves the key free', run(dryRuns));
      it.each(refusedExamples(operation))(
        'leaves the key free when it is refused: %s',
        async (_title, refused) => {
          await runPrepared({ open, via }, operation, refused, leavesKeyFree);
        },
      );
    });

    it('recognises every first key after 10,000 other writes and a restart', async () => {
      await recognisesAfterManyWrites({ open, via });
    });
  });
}

interface Setup {
  readonly open: () => Promise<StoreUnderTest>;
  readonly via: DoorAdapter | undefined;
}

interface Prepared {
  readonly reopen: () => Promise<TestHub>;
  readonly door: string;
  readonly hub: TestHub;
  readonly operation: Operation;
  readonly example: Example;
  readonly send: (key: string, more?: { input?: JsonObject; dryRun?: boolean }) => Promise<Outcome>;
}

async function runPrepared(
  { open, via }: Setup,
  operation: Operation,
  example: Example,
  test: (prepared: Prepared) => Promise<void>,
): Promise<void> {
  const under = await open();
  try {
    const hub = openTestHub(under.store, {}, via);
    await playGiven(hub, example);
    const send: Prepared['send'] = (key, { input = example.input, dryRun = false } = {}) =>
      hub.write(operation.name, input, key, { dryRun });
    const reopen = async (): Promise<TestHub> => openTestHub(await under.reopen(), {}, via);
    await test({ hub, reopen, door: via?.door ?? 'cli', operation, example, send });
    expect(hub.defects).toEqual([]);
    const { ask } = await reopen();
    expect(await ask('verify')).toMatchObject({ ok: true, problems: [] });
  } finally {
    await under.dispose();
  }
}

export async function playGiven(hub: TestHub, example: Example, portfolio = 'main'): Promise<void> {
  for (const [index, { operation, input, import: importId }] of (example.given ?? []).entries()) {
    const more = importId === undefined ? { portfolio } : { portfolio, importId };
    const outcome = await hub.write(operation, input, `given-${index}`, more);
    expect(['accepted', 'matched', 'held'], JSON.stringify(outcome)).toContain(outcome.status);
  }
}

async function repeatsAsDuplicate({ hub, door, send, example }: Prepared): Promise<void> {
  const first = await send('once');
  expect(first.status).toBe(example.outcome);
  const before = await readEverything(hub);
  expect(await send('once')).toEqual(duplicateOf(first, door, hub.clock.now));
  expect(await readEverything(hub)).toEqual(before);
}

async function booksOnceForTwentyCallers({ hub, send, example }: Prepared): Promise<void> {
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => send('raced')));
  const statuses = outcomes.map(({ status }) => status).sort();
  const expected = [example.outcome, ...Array.from({ length: 19 }, () => 'duplicate')].sort();
  expect(statuses).toEqual(expected);
  const after = await readEverything(hub);
  await send('raced');
  expect(await readEverything(hub)).toEqual(after);
}

async function refusesOtherInput({ hub, send, operation, example }: Prepared): Promise<void> {
  expect((await send('reused')).status).toBe(example.outcome);
  const before = await readEverything(hub);
  const { canonical } = preparedInput(operation, example.input);
  for (const [name, field] of Object.entries(operation.fields)) {
    const input = { ...example.input, [name]: otherValue(name, field, canonical[name]) };
    if (operation.prepare(input).kind === 'problems') continue; // fields that exclude each other
    const outcome = await send('reused', { input });
    expect(outcome, `${name} changed`).toMatchObject({ status: 'refused', code: 'idempotency_key_reused' });
    expect(outcome.status === 'refused' && outcome.detail['fields']).toEqual([name]);
  }
  expect(await readEverything(hub)).toEqual(before);
}

async function refusesOtherOperation({ hub, send, operation }: Prepared): Promise<void> {
  await send('taken');
  const before = await readEverything(hub);
  const other = operation.name === 'deposit' ? 'withdraw' : 'deposit';
  const outcome = await hub.write(other, { amount: '1', currency: 'USD' }, 'taken');
  expect(outcome).toMatchObject({
    status: 'refused',
    code: 'idempotency_key_reused',
    detail: { fields: ['operation'] },
  });
  expect(await readEverything(hub)).toEqual(before);
}

async function recognisesLater({ hub, reopen, door, operation, example, send }: Prepared): Promise<void> {
  const undated = Object.fromEntries(Object.entries(example.input).filter(([name]) => name !== 'on'));
  const input = operation.fields['on']?.need === 'optional' ? undated : example.input;
  const { now } = hub.clock;
  const first = await send('late', { input });
  expect(first.status).toBe(example.outcome);
  await moveOn(hub, operation, input);
  const moved = await readEverything(hub);
  const restarted = await reopen();
  restarted.clock.now = '2026-06-02T00:00:01.000Z';
  const { reversed_by: _, ...again } = {
    reversed_by: undefined,
    ...(await restarted.write(operation.name, input, 'late')),
  };
  expect(again).toEqual(duplicateOf(first, door, now));
  expect(await readEverything(restarted)).toEqual(moved);
}

/** Sends the same wish with other values under another key: what was set is set again, what was added is added to. */
async function moveOn(hub: TestHub, operation: Operation, input: JsonObject): Promise<void> {
  const { canonical } = preparedInput(operation, input);
  const changing = Object.entries(operation.fields).filter(([name]) =>
    ['units', 'price', 'rate', 'amount', 'cost_method'].includes(name),
  );
  const [changed] = changing;
  if (changed === undefined) return;
  const [name, field] = changed;
  await hub.write(operation.name, { ...input, [name]: otherValue(name, field, canonical[name]) }, 'moved-on');
}

async function dryRuns({ hub, send, example }: Prepared): Promise<void> {
  const before = await readEverything(hub);
  const shown = await send('dry', { dryRun: true });
  expect(shown).toMatchObject({ status: example.outcome, dry_run: true });
  expect(await readEverything(hub)).toEqual(before);
  const { dry_run: _, ...expected } = shown as Outcome & { dry_run?: true };
  expect(await send('dry')).toEqual(expected);
}

async function leavesKeyFree({ hub, send, operation, example }: Prepared): Promise<void> {
  const before = await readEverything(hub);
  const outcome = await send('free');
  expect(outcome).toMatchObject({ status: 'refused', code: example.outcome });
  expect(await readEverything(hub)).toEqual(before);
  const portfolio = 'elsewhere';
  await hub.write('create_portfolio', {}, 'made', { portfolio });
  const answer = await hub.write('deposit', { amount: '1', currency: 'USD', on: '2026-05-01' }, 'free');
  expect(answer, `${operation.name} kept its key`).toMatchObject({ status: 'accepted' });
}

async function recognisesAfterManyWrites({ open, via }: Setup): Promise<void> {
  const door = via?.door ?? 'cli';
  const tested = operations.filter(({ exposure }) => via === undefined || exposure === 'everywhere');
  const under = await open();
  try {
    const { now } = openTestHub(under.store).clock;
    const firsts = new Map<Operation, Outcome>();
    for (const operation of tested) {
      const { hub, portfolio, example } = openOwnPortfolio(under.store, operation, via);
      await playGiven(hub, example, portfolio);
      firsts.set(operation, await hub.write(operation.name, example.input, 'first', { portfolio }));
    }
    const others = Math.ceil(10_000 / tested.length);
    for (const operation of tested) {
      const { hub, portfolio } = openOwnPortfolio(under.store, operation);
      const writes = Array.from({ length: others }, (_, index) =>
        hub.write('deposit', { amount: '0.01', currency: 'NZD', on: '2026-05-01' }, `other-${index}`, {
          portfolio,
        }),
      );
      expect((await Promise.all(writes)).every(({ status }) => status === 'accepted')).toBe(true);
    }
    const reopened = await under.reopen();
    for (const [operation, first] of firsts) {
      const { hub, portfolio, example } = openOwnPortfolio(reopened, operation, via);
      const again = await hub.write(operation.name, example.input, 'first', { portfolio });
      expect(again, operation.name).toEqual(duplicateOf(first, door, now));
    }
  } finally {
    await under.dispose();
  }
}

/** A portfolio of the operation's own, made on first use, so that examples find their entries numbered as they expect. */
function openOwnPortfolio(store: Store, operation: Operation, via?: DoorAdapter) {
  const portfolio = operation.name.replaceAll('_', '-');
  const name = parsePortfolioName(portfolio) ?? fail(`${portfolio} is no name for a portfolio`);
  return {
    hub: openTestHub(store, { defaultPortfolio: name }, via),
    portfolio,
    example: acceptedExample(operation),
  };
}

/** What a repeat of an accepted command must be answered with. */
function duplicateOf(first: Outcome, door: string, at: string) {
  if (!('result' in first) || first.status === 'duplicate')
    return fail(`${JSON.stringify(first)} was not accepted`);
  const { status, operation, portfolio, idempotency_key: key, result } = first;
  const entry = 'entry_id' in first && first.entry_id !== undefined ? { entry_id: first.entry_id } : {};
  const review = 'review_id' in first && first.review_id !== undefined ? { review_id: first.review_id } : {};
  const said = status === 'accepted' ? {} : { status };
  return {
    status: 'duplicate',
    operation,
    portfolio,
    idempotency_key: key,
    ...entry,
    ...review,
    result,
    first: { at, door, ...said },
  };
}

function preparedInput(operation: Operation, input: JsonObject) {
  const prepared = operation.prepare(input);
  return prepared.kind === 'prepared'
    ? prepared
    : fail(`${operation.name}: ${JSON.stringify(prepared.problems)}`);
}

/** The first example that books, matches or holds something. Every operation must have one. */
export function acceptedExample(operation: Operation): Example {
  const found = operation.examples.find(({ outcome }) => ['accepted', 'matched', 'held'].includes(outcome));
  return found ?? fail(`${operation.name} has no example that is accepted`);
}

function refusedExamples(operation: Operation): readonly (readonly [string, Example])[] {
  return operation.examples
    .filter(({ outcome }) => !['accepted', 'matched', 'held', 'unchanged'].includes(outcome))
    .map((example) => [example.title, example] as const);
}
