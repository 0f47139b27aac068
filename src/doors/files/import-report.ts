import type { Outcome } from '../../engine/outcome.ts';
import type { JsonObject } from '../../ledger/json-value.ts';
import type { RowProblem } from './format.ts';
import type { NumberedRow } from './number-rows.ts';

/** What became of a file, the same for every format and door. Members are named as they go over the wire. */
export interface ImportReport extends JsonObject {
  readonly import_id: string | null;
  readonly rows: number;
  /** Rows that were booked by this run. */
  readonly new: number;
  /** Rows that this source had told of before. */
  readonly already: number;
  /** Rows whose event another door had brought. */
  readonly matched: number;
  /** Rows that wait in review. */
  readonly held: number;
  /** Rows by which the source takes back another. */
  readonly cancelled: number;
  /** Rows equal to an earlier one of the same file. */
  readonly twins: number;
  /** Why the file was refused; then nothing was booked. */
  readonly refused: readonly { readonly line: number; readonly code: string; readonly message: string }[];
}

type Count = 'new' | 'already' | 'matched' | 'held' | 'cancelled';

/** Counts rows as they are answered. */
export class RowTally {
  readonly importId: string;
  readonly rows: readonly NumberedRow[];
  readonly counts: Record<Count, number> = { new: 0, already: 0, matched: 0, held: 0, cancelled: 0 };

  constructor(importId: string, rows: readonly NumberedRow[]) {
    this.importId = importId;
    this.rows = rows;
  }

  count({ row }: NumberedRow, outcome: Outcome): void {
    this.counts[classify(row.event.kind === 'cancel', outcome)] += 1;
  }
}

export function reportOf({ importId, rows, counts }: RowTally): ImportReport {
  const twins = rows.filter(({ twin }) => twin).length;
  return { import_id: importId, rows: rows.length, ...counts, twins, refused: [] };
}

export function refuseFile(problems: readonly RowProblem[]): ImportReport {
  const refused = problems.map(({ line, code, field, message }) => ({
    line,
    code,
    ...(field === undefined ? {} : { field }),
    message,
  }));
  return {
    import_id: null,
    rows: 0,
    new: 0,
    already: 0,
    matched: 0,
    held: 0,
    cancelled: 0,
    twins: 0,
    refused,
  };
}

function classify(isCancel: boolean, outcome: Outcome): Count {
  if (outcome.status === 'held') return 'held';
  if (outcome.status === 'unchanged' && outcome.code === 'already_held') return 'held';
  if (outcome.status === 'accepted') return isCancel ? 'cancelled' : 'new';
  return outcome.status === 'matched' ? 'matched' : 'already';
}
