import { createHash } from 'node:crypto';
import { toCanonicalJson } from '../../ledger/json-value.ts';
import type { FileRow } from './format.ts';

/** A row with the id by which its source is taken to name it. */
export interface NumberedRow {
  readonly row: FileRow;
  readonly sourceId: string;
  /** True for the second and later of equal rows in one file. */
  readonly twin: boolean;
}

/** How ids of rows without one are made; stands in front of them, so that a later recipe can look up older forms. */
const recipeVersion = 1;

/**
 * Gives every row an id. A source without ids numbers its equal rows within one file: content, then occurrence. The
 * same file gives the same ids again, and two true twins get two.
 */
export function numberRows(rows: readonly FileRow[]): readonly NumberedRow[] {
  const occurrences = new Map<string, number>();
  return rows.map((row) => {
    if (row.sourceId !== undefined) return { row, sourceId: row.sourceId, twin: false };
    const content = digest(toCanonicalJson(row.told)).slice(0, 24);
    const occurrence = (occurrences.get(content) ?? 0) + 1;
    occurrences.set(content, occurrence);
    return { row, sourceId: `row:${recipeVersion}:${content}:${occurrence}`, twin: occurrence > 1 };
  });
}

/** The same file of the same source is the same import. */
export function deriveImportId(source: string, text: string): string {
  return `imp_${digest(`${source}\n${text}`).slice(0, 12)}`;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
