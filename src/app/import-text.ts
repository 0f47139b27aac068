/** Imports as people ask for them, by command line or over HTTP: choices are checked, the format found, the result shown. */
import { basename } from 'node:path';
import { readFile, stat } from 'node:fs/promises';
import type { Hub } from '../engine/hub.ts';
import type { Outcome } from '../engine/outcome.ts';
import type { Door } from '../ledger/entry.ts';
import { isJsonObject, type JsonObject } from '../ledger/json-value.ts';
import { parseCurrency } from '../money/currency.ts';
import { findQuery } from '../queries/registry.ts';
import { parseColumnMapping } from '../doors/files/column-mapping.ts';
import type { FileFormat, FormatOptions } from '../doors/files/format.ts';
import { importFile, type ImportResult } from '../doors/files/import-file.ts';
import { detectFormat, fileFormats, findFormat } from '../doors/files/registry.ts';
import { UsageError } from '../surfaces/cli/cli-world.ts';
import { translateOutcome, translateRefusal, type Translation } from '../surfaces/outcome-table.ts';

/** A larger file is refused before it is read. */
export const importBytesMax = 50 * 1024 * 1024;

/** What may be said about a file, by flag or URL parameter. */
export interface ImportChoices {
  readonly format?: string | undefined;
  readonly account?: string | undefined;
  readonly zone?: string | undefined;
  readonly currency?: string | undefined;
  readonly funding?: string | undefined;
  /** A column mapping as YAML or JSON text. */
  readonly mapping?: string | undefined;
  readonly rebook: boolean;
  readonly dryRun: boolean;
}

export interface NamedText {
  readonly name: string;
  readonly text: string;
}

export interface Importer {
  readonly portfolio: string;
  readonly door: Door;
  readonly actor: string;
  readonly onProgress?: (done: number, rows: number) => void;
}

/** Throws `UsageError` when a choice is wrong or no format fits. */
export async function importText(
  hub: Hub,
  file: NamedText,
  choices: ImportChoices,
  importer: Importer,
): Promise<ImportResult> {
  const format = chooseFormat(file, choices.format);
  const funding = choices.funding ?? 'cash';
  if (funding !== 'cash' && funding !== 'external') {
    throw new UsageError(`"funding" is "${funding}". It must be cash or external.`);
  }
  const options = await readOptions(hub, importer.portfolio, choices);
  const { rebook, dryRun } = choices;
  return importFile(hub, {
    ...importer,
    fileName: file.name,
    text: file.text,
    format,
    options,
    funding,
    rebook,
    dryRun,
  });
}

/** Reads a file from disk as UTF-8. */
export async function readNamedText(path: string): Promise<NamedText> {
  const { size } = await stat(path).catch(() => {
    throw new UsageError(`The file ${path} cannot be read. Check its name and permissions.`);
  });
  if (size > importBytesMax) {
    throw new UsageError(
      `The file ${path} has ${size} bytes; at most ${importBytesMax} are read. Split it by year.`,
    );
  }
  return { name: basename(path), text: decodeText(await readFile(path)) };
}

export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError('The file is not UTF-8 text. Save it as UTF-8 and import it again.');
  }
}

/** Exit code and HTTP status of an import. */
export function translateImport(result: ImportResult): Translation {
  switch (result.kind) {
    case 'imported':
      return { http: 200, exit: 0 };
    case 'refused':
      return translateRefusal('invalid_input');
    case 'incomplete':
      return translateOutcome(result.failure, 'by-source');
    default:
      return result satisfies never;
  }
}

/** The report as JSON, with what stopped it when it is incomplete. */
export function describeImport(result: ImportResult): JsonObject {
  if (result.kind !== 'incomplete') return result.report;
  return { ...result.report, state: 'incomplete', failure: describeFailure(result.failure) };
}

function describeFailure(failure: Outcome): JsonObject {
  const code = 'code' in failure ? failure.code : failure.status;
  return { status: failure.status, code, message: 'message' in failure ? failure.message : '' };
}

function chooseFormat(file: NamedText, name: string | undefined): FileFormat {
  if (file.text.trim() === '') throw new UsageError(`${file.name} is empty. There is nothing to import.`);
  const names = fileFormats.map((format) => format.name).join(', ');
  if (name !== undefined) {
    const format = findFormat(name, file.text);
    if (format === undefined) throw new UsageError(`"format" is "${name}". It must be one of ${names}.`);
    return format;
  }
  const format = detectFormat(file.text);
  if (format === undefined) {
    throw new UsageError(
      `${file.name} is in no format that is recognised by itself. Name it with --format, or format over HTTP: ${names}.`,
    );
  }
  return format;
}

async function readOptions(hub: Hub, portfolio: string, choices: ImportChoices): Promise<FormatOptions> {
  const { account, zone, mapping } = choices;
  const text = choices.currency ?? (await baseCurrencyOf(hub, portfolio));
  const currency = parseCurrency(text);
  if (currency === undefined) throw new UsageError(`"currency" is "${text}". It must be a code such as USD.`);
  return {
    currency,
    ...(account === undefined ? {} : { account }),
    ...(zone === undefined ? {} : { zone: checkZone(zone) }),
    ...(mapping === undefined ? {} : { mapping: await readMapping(mapping) }),
  };
}

async function readMapping(text: string) {
  const { parse } = await import('yaml');
  let data: unknown;
  try {
    data = parse(text);
  } catch (error) {
    throw new UsageError(`The mapping cannot be read as YAML or JSON: ${String(error)}`);
  }
  const parsed = parseColumnMapping(data);
  if (parsed.kind === 'mapping') return parsed.mapping;
  throw new UsageError(
    `The mapping is not right. ${parsed.problems.map(({ message }) => message).join(' ')}`,
  );
}

async function baseCurrencyOf(hub: Hub, portfolio: string): Promise<string> {
  const query = findQuery('portfolios');
  const answer = query === undefined ? undefined : await hub.ask({ query, portfolio, parameters: {} });
  const rows = answer?.kind === 'answer' && Array.isArray(answer.body) ? answer.body : [];
  const row: unknown = rows.find(
    (candidate: unknown) => isJsonObject(candidate) && candidate['portfolio'] === portfolio,
  );
  const currency = isJsonObject(row) ? row['base_currency'] : undefined;
  return typeof currency === 'string' ? currency : 'USD';
}

function checkZone(zone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    throw new UsageError(`"zone" is "${zone}". It must be an IANA time zone such as Australia/Sydney.`);
  }
}
