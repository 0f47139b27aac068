/**
 * Brings a file into the books. The whole file is read and checked first; a bad one books nothing. Its rows are then
 * booked in chunks under one import id, each recognised by its source's id, or by its content and how often that
 * occurred before it in the file. So the same command finishes an import that a crash cut off, and a file that comes
 * again changes nothing, while true twins in it survive.
 *
 * Invariants: (1) refused whole or read whole; (2) a row is counted as what its outcome says, never guessed; (3) the
 * import is `complete` only after every row was answered.
 */
import type { Hub, Wish } from '../../engine/hub.ts';
import type { Operation } from '../../engine/operation.ts';
import type { Outcome } from '../../engine/outcome.ts';
import type { Door } from '../../ledger/entry.ts';
import type { JsonObject } from '../../ledger/json-value.ts';
import { beginImport } from '../../operations/ledger/begin-import.ts';
import { finishImport } from '../../operations/ledger/finish-import.ts';
import type { FileFormat, FileRow, FormatOptions } from './format.ts';
import { deriveImportId, numberRows, type NumberedRow } from './number-rows.ts';
import { refuseFile, type ImportReport, reportOf, RowTally } from './import-report.ts';
import { toRowInput } from './row-input.ts';

/** Rows that are submitted together. Small enough to show progress, large enough for one flush to be worth it. */
const chunkRows = 500;

export interface ImportRequest {
  readonly portfolio: string;
  readonly fileName: string;
  readonly text: string;
  readonly format: FileFormat;
  readonly options: FormatOptions;
  /** With `external` the rows' cash comes from and goes to outside: for files that carry no cash events. */
  readonly funding: 'cash' | 'external';
  /** Book again what was reversed here. */
  readonly rebook: boolean;
  readonly dryRun: boolean;
  readonly door: Door;
  readonly actor: string;
  readonly onProgress?: (done: number, rows: number) => void;
}

export type ImportResult =
  | { readonly kind: 'imported'; readonly report: ImportReport }
  | { readonly kind: 'refused'; readonly report: ImportReport }
  /** A row could not be answered; the same command goes on from there. */
  | { readonly kind: 'incomplete'; readonly report: ImportReport; readonly failure: Outcome };

export async function importFile(
  hub: Pick<Hub, 'submit' | 'submitAll'>,
  request: ImportRequest,
): Promise<ImportResult> {
  const { format, options, text } = request;
  const parsed = format.parse(text, options);
  if (parsed.kind === 'problems') return { kind: 'refused', report: refuseFile(parsed.problems) };
  const source = `file:${format.name}:${options.account ?? 'default'}`;
  const importId = deriveImportId(source, text);
  const rows = numberRows(parsed.rows);
  const tally = new RowTally(importId, rows);
  const wish = (operation: Operation, input: JsonObject): Wish => ({
    operation,
    portfolio: request.portfolio,
    input,
    dryRun: request.dryRun,
    door: request.door,
    actor: request.actor,
    importId,
  });
  if (!request.dryRun) {
    const begun = await hub.submit(wish(beginImport, describeImport(importId, request, parsed.rows)));
    if (isFailure(begun)) return { kind: 'incomplete', report: reportOf(tally), failure: begun };
  }
  for (let start = 0; start < rows.length; start += chunkRows) {
    const chunk = rows.slice(start, start + chunkRows);
    const failure = await submitChunk(hub, chunk, tally, (row) => {
      const { operation, input } = toRowInput(row, source, request);
      return wish(operation, input);
    });
    if (failure !== undefined) return { kind: 'incomplete', report: reportOf(tally), failure };
    request.onProgress?.(Math.min(start + chunkRows, rows.length), rows.length);
  }
  const report = reportOf(tally);
  if (!request.dryRun) {
    const finished = await hub.submit(
      wish(finishImport, { import: importId, report: { ...report, refused: [] } }),
    );
    if (isFailure(finished)) return { kind: 'incomplete', report, failure: finished };
  }
  return { kind: 'imported', report };
}

async function submitChunk(
  hub: Pick<Hub, 'submitAll'>,
  chunk: readonly NumberedRow[],
  tally: RowTally,
  toWish: (row: NumberedRow) => Wish,
): Promise<Outcome | undefined> {
  const outcomes = await hub.submitAll(chunk.map(toWish));
  for (const [index, row] of chunk.entries()) {
    const outcome = outcomes[index];
    if (outcome === undefined || isFailure(outcome)) return outcome;
    tally.count(row, outcome);
  }
  return undefined;
}

function describeImport(
  importId: string,
  { fileName, format, options }: ImportRequest,
  rows: readonly FileRow[],
): JsonObject {
  return {
    import: importId,
    file: fileName.slice(-300),
    format: format.name,
    ...(options.account === undefined ? {} : { account: options.account }),
    rows: rows.length,
  };
}

/** Did the world or Fixpoint itself fail, so that the row has no answer? A refused row has one. */
function isFailure(outcome: Outcome): boolean {
  return outcome.status === 'failed' || outcome.status === 'defect' || outcome.status === 'refused';
}
