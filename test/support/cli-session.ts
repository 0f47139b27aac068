/** Runs command lines inside the test, with captured output, on one hub with a memory store. */
import { defineQuery, type Query, type QueryAnswer } from '../../src/engine/query.ts';
import { optional } from '../../src/engine/field.ts';
import { countField, currencyField, dateField, textField } from '../../src/engine/field-kinds.ts';
import type { Hub } from '../../src/engine/hub.ts';
import { type Store, type StoreScript, loadFact } from '../../src/engine/store-protocol.ts';
import { operations } from '../../src/operations/registry.ts';
import { queries } from '../../src/queries/registry.ts';
import type { CliWorld, StorePlace } from '../../src/surfaces/cli/cli-world.ts';
import { runCli } from '../../src/surfaces/cli/run-cli.ts';
import { openMcpTestHub } from './mcp-hub.ts';

export interface CliRun {
  readonly exit: number;
  readonly out: string;
  readonly err: string;
}

export interface CliSession {
  readonly run: (...argv: string[]) => Promise<CliRun>;
  /** The one JSON document that a run with `--json` prints; throws when there is more or less. */
  readonly runJson: (...argv: string[]) => Promise<{ readonly exit: number; readonly document: unknown }>;
  /** Presses Ctrl-C as soon as the command listens for it. */
  readonly interrupt: () => Promise<void>;
  readonly hub: Hub;
  /** What `openHub` was called with, in order. */
  readonly opened: readonly StorePlace[];
  /** The pauses that were asked for, in milliseconds. */
  readonly pauses: readonly number[];
  readonly world: CliWorld;
}

export interface CliSessionOptions extends Partial<Omit<CliWorld, 'stdout' | 'stderr'>> {
  readonly store?: Store;
  readonly isTTY?: boolean;
  /** Files that `readText` knows; `-` is standard input. */
  readonly files?: Readonly<Record<string, string>>;
}

/** The day on which all sessions take place: that of the hub's clock. */
export const sessionDate = '2026-11-30';

export function openCliSession(options: CliSessionOptions = {}): CliSession {
  const { store, isTTY = false, files = {}, ...overrides } = options;
  const { hub } = openMcpTestHub({}, store);
  const opened: StorePlace[] = [];
  const pauses: number[] = [];
  const listeners = new Set<() => void>();
  const captured = { out: '', err: '' };
  let keys = 0;
  let startListening = (): void => undefined;
  const listening = new Promise<void>((resolve) => {
    startListening = resolve;
  });
  const world: CliWorld = {
    env: {},
    stdout: { write: (text) => void (captured.out += text), isTTY, columns: 80 },
    stderr: { write: (text) => void (captured.err += text), isTTY, columns: 80 },
    version: '1.2.3',
    actor: 'tester',
    operations,
    queries: sampleQueries,
    extraCommands: [],
    openHub: (place) => {
      opened.push(place);
      return Promise.resolve({ hub, close: () => Promise.resolve() });
    },
    randomKey: () => {
      keys += 1;
      return `made-${keys}`;
    },
    localDate: () => sessionDate,
    fetch: () => Promise.reject(new Error('no network in this test')),
    wait: (milliseconds) => {
      pauses.push(milliseconds);
      return Promise.resolve();
    },
    readText: (path) => {
      const text = files[path];
      return text === undefined ? Promise.reject(new Error('no such file')) : Promise.resolve(text);
    },
    onInterrupt: (listener) => {
      listeners.add(listener);
      startListening();
      return () => void listeners.delete(listener);
    },
    ...overrides,
  };
  const run = async (...argv: string[]): Promise<CliRun> => {
    captured.out = '';
    captured.err = '';
    const exit = await runCli(argv, world);
    return { exit, out: captured.out, err: captured.err };
  };
  return {
    run,
    runJson: async (...argv) => {
      const { exit, out } = await run(...argv, '--json');
      if (!/^[^\n]+\n$/.test(out)) throw new Error(`stdout holds not one line but: ${out}`);
      const document: unknown = JSON.parse(out);
      return { exit, document };
    },
    interrupt: async () => {
      await listening;
      for (const listener of listeners) listener();
    },
    hub,
    opened,
    pauses,
    world,
  };
}

/** A session whose books are behind the hub at this address, reached over the real network. */
export function openRemoteSession(
  base: string,
  env: Readonly<Record<string, string>> = {},
  files: Readonly<Record<string, string>> = {},
): CliSession {
  return openCliSession({ env: { FIXPOINT_API_BASE: base, ...env }, fetch, queries, files });
}

/** Questions of every shape that an answer can have: a list, a list inside an object, members, bad news. */
export const sampleQueries: readonly Query[] = [
  defineQuery({
    name: 'cash',
    summary: 'List the cash of a portfolio by currency.',
    fields: {
      currency: optional(currencyField('Only this currency')),
      as_of: optional(dateField('Last day that counts')),
    },
    positional: [],
    body: { type: 'array' },
    table: {
      columns: [
        { member: 'currency', title: 'Currency' },
        { member: 'amount', title: 'Amount', align: 'right' },
      ],
      whenEmpty: 'There is no cash.',
    },
    *answer({ currency }, { portfolio }): StoreScript<QueryAnswer> {
      const balances = yield* loadFact(portfolio, { kind: 'balances' });
      const body = balances
        .filter(
          (balance) =>
            balance.account === 'assets:cash' && (currency ?? balance.currency) === balance.currency,
        )
        .map((balance) => ({ currency: balance.currency, amount: balance.amount.toString() }));
      return { kind: 'answer', body };
    },
    examples: [{}, { currency: 'USD' }],
  }),
  defineQuery({
    name: 'write_notes',
    summary: 'List what was noted.',
    fields: {
      text: textField('What the note says', { lengthMax: 100 }),
      limit: optional(countField('How many at most', { min: 1, max: 500 })),
    },
    positional: ['text'],
    body: { type: 'object' },
    table: {
      rows: 'notes',
      columns: [
        { member: 'name', title: 'Name' },
        { member: 'note', title: 'Note' },
        { member: 'units', title: 'Units', align: 'right' },
      ],
      whenEmpty: 'There is no note.',
    },
    *answer({ text, limit }): StoreScript<QueryAnswer> {
      yield* [];
      const notes = [
        { name: '贵州茅台', note: `${text}\u001b[31m`, units: '1500' },
        { name: 'AAPL', note: null, units: '2.5' },
      ];
      return { kind: 'answer', body: { notes: notes.slice(0, limit ?? 2), next: null, shown: limit ?? 2 } };
    },
    examples: [{ text: 'two words', limit: 1 }],
  }),
  defineQuery({
    name: 'verify',
    summary: 'Check the books.',
    fields: {
      anchor: optional(textField('What the anchor says', { lengthMax: 100, placeholder: 'FILE' })),
    },
    positional: [],
    body: { type: 'object' },
    *answer({ anchor }): StoreScript<QueryAnswer> {
      yield* [];
      if (anchor !== undefined) return { kind: 'answer', body: { ok: true, anchor } };
      const body = {
        ok: false,
        entries: 3,
        problems: [{ code: 'hash', entry: 'ent_2' }],
        nothing: [],
        about: { a: 'b' },
      };
      return { kind: 'answer', body, failed: true };
    },
    examples: [{}],
  }),
];
