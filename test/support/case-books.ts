/** Books for tests by value: commands under keys of their own, and small CSV files through the importer. */
import { expect } from 'vitest';
import { importText } from '../../src/app/import-text.ts';
import type { ImportReport } from '../../src/doors/files/import-report.ts';
import type { HubOptions } from '../../src/engine/hub.ts';
import type { Outcome } from '../../src/engine/outcome.ts';
import { loadFact, type Store } from '../../src/engine/store-protocol.ts';
import type { Sighting } from '../../src/engine/sighting.ts';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../src/ledger/json-value.ts';
import { defaultSettings, type PortfolioSettings } from '../../src/ledger/portfolio.ts';
import { rowsOf } from './books.ts';
import { fail } from './fail.ts';
import { main, openTestHub, type TestHub } from './test-hub.ts';

/** Cells of a made-up CSV row by the name of their column. */
export type Row = Readonly<Record<string, string>>;

export interface FileChoices {
  /** `csv` with the columns described below unless another one is named. */
  readonly format?: string;
  readonly account?: string;
  readonly zone?: string;
  readonly funding?: string;
  /** Another description of the columns. */
  readonly mapping?: string;
  readonly rebook?: boolean;
  readonly dryRun?: boolean;
}

export interface CaseBooks extends TestHub {
  /** Books a command that must be accepted, under a key of its own. */
  readonly book: (operation: string, input: JsonObject) => Promise<Booked>;
  /** Imports rows as a CSV file; a row has what it needs, the other cells are blank. */
  readonly bring: (rows: readonly Row[], choices?: FileChoices) => Promise<ImportReport>;
  /** Imports a file as it is. */
  readonly bringText: (text: string, choices: FileChoices) => Promise<ImportReport>;
  readonly cash: (parameters?: JsonObject) => Promise<Readonly<Record<string, string>>>;
  /** The one holding of the instrument, also when it is closed. */
  readonly holding: (instrument: string, parameters?: JsonObject) => Promise<JsonObject>;
  readonly rows: (query: string, parameters?: JsonObject) => Promise<readonly JsonObject[]>;
  /** What a source has told under an id, newest last. */
  readonly sightings: (source: string, sourceId: string) => Promise<readonly Sighting[]>;
  /** The flags of an entry. */
  readonly flags: (entryId: string) => Promise<JsonValue>;
}

export type Booked = Extract<Outcome, { readonly status: 'accepted' | 'matched' | 'held' }>;

const columns = [
  'date',
  'type',
  'instrument',
  'units',
  'price',
  'fee',
  'amount',
  'withheld',
  'ratio',
  'currency',
  'account',
  'id',
  'status',
  'cancels',
  'note',
] as const;
const mapping = JSON.stringify({
  columns: Object.fromEntries(columns.map((name) => [name, name])),
  pending: ['pending'],
});

export function openCaseOn(
  store: Store,
  settings: Partial<PortfolioSettings> = {},
  more: Partial<HubOptions> = {},
): CaseBooks {
  const tested = openTestHub(store, { portfolioDefaults: { ...defaultSettings, ...settings }, ...more });
  let commands = 0;
  const bringText: CaseBooks['bringText'] = async (text, { rebook = false, dryRun = false, ...choices }) => {
    const importer = { portfolio: main, door: 'file', actor: 'tester' } as const;
    const withMapping = choices.format === 'csv' && choices.mapping === undefined ? { mapping } : {};
    const named = { name: 'case.csv', text };
    const result = await importText(
      tested.hub,
      named,
      { ...choices, ...withMapping, rebook, dryRun },
      importer,
    );
    return result.report;
  };
  return {
    ...tested,
    bringText,
    book: async (operation, input) => {
      commands += 1;
      const outcome = await tested.write(operation, input, `command-${commands}`);
      expect(outcome, JSON.stringify(outcome)).toMatchObject({ status: 'accepted' });
      return outcome.status === 'accepted' ? outcome : fail('it was not accepted');
    },
    bring: async (rows, choices = {}) => {
      const report = await bringText(toCsv(rows), { format: 'csv', ...choices });
      expect(report.refused).toEqual([]);
      return report;
    },
    cash: async (parameters = {}) => toCash(rowsOf(await tested.ask('cash', parameters))),
    holding: async (instrument, parameters = {}) => {
      const rows = rowsOf(await tested.ask('holdings', { instrument, closed: true, ...parameters }));
      expect(rows, `holdings of ${instrument}`).toHaveLength(1);
      return rows[0] ?? fail(`nothing of ${instrument} was ever held`);
    },
    rows: async (query, parameters = {}) => rowsOf(await tested.ask(query, parameters)),
    sightings: (source, sourceId) => store.read(() => loadFact(main, { kind: 'sighting', source, sourceId })),
    flags: async (entryId) => {
      const journal = await tested.ask('entries', { limit: 500 });
      const entries = isJsonObject(journal) ? (journal['entries'] ?? null) : null;
      const rows = isJsonArray(entries) ? entries.filter(isJsonObject) : [];
      const entry = rows.find((row) => row['entry_id'] === entryId) ?? fail(`there is no entry ${entryId}`);
      return entry['flags'] ?? [];
    },
  };
}

export function toCsv(rows: readonly Row[]): string {
  for (const name of rows.flatMap((row) => Object.keys(row))) {
    if (!columns.some((column) => column === name)) fail(`there is no column ${name}`);
  }
  return [columns.join(','), ...rows.map((row) => columns.map((name) => row[name] ?? '').join(','))].join(
    '\n',
  );
}

function toCash(rows: readonly JsonObject[]): Readonly<Record<string, string>> {
  return Object.fromEntries(rows.map(({ currency, amount }) => [String(currency), String(amount)]));
}
