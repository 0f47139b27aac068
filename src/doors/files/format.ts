/**
 * What a file format is: a name, a way to recognise its files, and a parser from text to rows. Parsing is pure: the
 * same text and options give the same answer, without clock, disk or network.
 *
 * Invariants (tests refer to them by number):
 * 1. A file is read whole or refused whole: either every row is there, in file order, or every problem is.
 * 2. Parsing never throws, whatever the text is.
 * 3. A byte order mark, the kind of line ending, the delimiter and the order of columns make no difference.
 * 4. What is told of a row depends on the file alone: not on the options, and not on notes, tags and comments.
 */
import type { Fact } from '../../ledger/fact.ts';
import type { JsonObject } from '../../ledger/json-value.ts';
import type { Currency } from '../../money/currency.ts';
import type { ColumnMapping } from './column-mapping.ts';

export interface FormatOptions {
  /** What amounts are in where the file has no currency for them. */
  readonly currency: Currency;
  /** IANA name of the zone of times that are printed without an offset. UTC when absent; an unknown one is a problem. */
  readonly zone?: string;
  /** Put on every fact that does not name its own account. */
  readonly account?: string;
  /** Which column holds what; the format `csv` cannot read without one. */
  readonly mapping?: ColumnMapping;
}

/**
 * What one row says.
 *
 * - `fact`: something happened.
 * - `incomplete`: something happened, but what the file leaves out cannot be computed. `missing` names the members of
 *   the fact that it lacks (`instrument`, `units`, `amount`…), `known` holds the others as `encodeFact` writes them.
 * - `pending`: the source has not posted it yet.
 * - `cancel`: the source takes back its row with that source id.
 */
export type RowEvent =
  | { readonly kind: 'fact'; readonly fact: Fact }
  | { readonly kind: 'incomplete'; readonly missing: readonly string[]; readonly known: JsonObject }
  | { readonly kind: 'pending'; readonly fact: Fact }
  | { readonly kind: 'cancel'; readonly cancels: string };

export interface FileRow {
  /** The line on which the row starts, from 1. */
  readonly line: number;
  /** The source's own id of the row, when it has one. */
  readonly sourceId?: string;
  /**
   * The content as told: trimmed texts and canonical decimals, blank cells left out. Equal rows have equal content, so
   * it numbers them, and it shows when a source later tells a row differently. The source's id is not part of it.
   */
  readonly told: JsonObject;
  readonly event: RowEvent;
}

/** Why a file is refused. `code` is a stable snake_case word; `message` says what was found and what to do. */
export interface RowProblem {
  readonly line: number;
  readonly code: string;
  /** The column or member, as the file spells it. */
  readonly field?: string;
  readonly message: string;
}

export type ParsedFile =
  | {
      readonly kind: 'rows';
      readonly rows: readonly FileRow[];
      /** The accounts that the file names, in order of first appearance, whether or not the facts carry them. */
      readonly accounts?: readonly string[];
    }
  | { readonly kind: 'problems'; readonly problems: readonly RowProblem[] };

export interface FileFormat {
  /** What users write after `--format`. */
  readonly name: string;
  /** For people: what program or bank writes such files. */
  readonly title: string;
  /** Usual file name endings, without the point. */
  readonly extensions: readonly string[];
  /** Whether the text has the shape of this format; a yes does not promise that it parses. */
  readonly detect: (text: string) => boolean;
  readonly parse: (text: string, options: FormatOptions) => ParsedFile;
}

/** Rows a file may have. One more and it is refused, so that a wrong file cannot fill the memory. */
export const rowsMax = 1_000_000;

/** Problems that are listed; the next ones are only counted, in one last problem. */
export const problemsMax = 100;
