/**
 * Reads that are answered many at a time: all of one kind in one statement, whatever portfolios they are about. Each
 * asked read is a row with its number `i` and its portfolio `p`; rows that answer it carry the number.
 */
import type { Answer, Answers, Candidate, PlacedRead, Read } from '../../engine/store-protocol.ts';
import { noUnits } from '../../ledger/units-timeline.ts';
import { Decimal } from '../../money/decimal.ts';
import { packAccount, packDate, unpackDate, unpackJson } from '../codec-value.ts';
import { type ReceiptRow, receiptColumns, receiptJoins, unpackReceipt } from './answer-receipts.ts';
import { type BalanceRow, type UnitsRow, unpackBalance, unpackUnitsState } from './answer-projections.ts';
import { claimsOf, inForce, type SightingRow, sightingColumns, unpackSighting } from './answer-sightings.ts';
import { packIdentity, packKey } from './codec.ts';
import { type EntryRow, entryColumns, unpackEntry, unpackJournalEntry } from './codec-entry.ts';
import { type ColumnOf, rowSource, rowValues, type Statement } from './statement.ts';

type SetKind =
  | 'balance'
  | 'cash_days'
  | 'units'
  | 'history'
  | 'entry'
  | 'record'
  | 'newest_record'
  | 'sighting'
  | 'matches'
  | 'near'
  | 'sightings_of_entry'
  | 'entries_of_import'
  | 'receipt'
  | 'fold_cache';

type ReadOf<Kind extends Read['kind']> = Extract<Read, { kind: Kind }>;

interface SetAnswer<Kind extends SetKind, Row> {
  /** What a read asks for, besides its portfolio. */
  readonly asks: readonly ColumnOf<ReadOf<Kind>>[];
  /** What is selected for each read, `a`. */
  readonly select: string;
  readonly order?: string;
  readonly answer: (rows: readonly Row[], read: ReadOf<Kind>) => Answers[Kind];
}

/** The rows that answer a set of reads of one kind, and how they are dealt out again. */
export interface AskedSet {
  readonly statement: Statement;
  readonly answers: (rows: readonly object[]) => readonly unknown[];
}

const fromEntries = `FROM fixpoint.entry AS e
  JOIN fixpoint.origin AS o ON o.portfolio = e.portfolio AND o.id = e.origin WHERE e.portfolio = a.p`;
const bySeq = 'seq';

type CandidateRow = EntryRow & { readonly claims: readonly string[] };

const setAnswers: { readonly [Kind in SetKind]: SetAnswer<Kind, never> } = {
  balance: {
    asks: [
      { name: 'account', type: 'integer', of: ({ account }) => packAccount(account) },
      { name: 'currency', type: 'text', of: ({ currency }) => currency },
    ],
    select: `b.amount, b.last_date FROM fixpoint.balance AS b
      WHERE b.portfolio = a.p AND b.account = a.account AND b.currency = a.currency`,
    answer: ([row]: readonly BalanceRow[]) =>
      row === undefined ? { amount: Decimal.zero, lastDate: '' } : unpackBalance(row),
  },
  cash_days: {
    asks: [
      { name: 'currency', type: 'text', of: ({ currency }) => currency },
      { name: 'after', type: 'integer', of: ({ after }) => packDate(after) },
    ],
    select: `d.date, d.net FROM fixpoint.cash_day AS d
      WHERE d.portfolio = a.p AND d.currency = a.currency AND d.date > a.after`,
    order: 'date',
    answer: (rows: readonly { readonly date: number; readonly net: string }[]) =>
      rows.map(({ date, net }) => ({ date: unpackDate(date), net: Decimal.of(net) })),
  },
  units: {
    asks: [{ name: 'instrument', type: 'text', of: ({ instrument }) => instrument }],
    select: `u.units, u.last_date, u.last_rule FROM fixpoint.units AS u
      WHERE u.portfolio = a.p AND u.instrument = a.instrument`,
    answer: ([row]: readonly UnitsRow[]) => (row === undefined ? noUnits : unpackUnitsState(row)),
  },
  history: {
    asks: [{ name: 'instrument', type: 'text', of: ({ instrument }) => instrument }],
    select: `${entryColumns} ${fromEntries} AND e.subject = a.instrument`,
    order: bySeq,
    answer: (rows: readonly EntryRow[]) => rows.map(unpackEntry),
  },
  entry: {
    asks: [{ name: 'seq', type: 'bigint', of: ({ seq }) => seq }],
    select: `${entryColumns} ${fromEntries} AND e.seq = a.seq`,
    answer: ([row]: readonly EntryRow[]) => (row === undefined ? undefined : unpackJournalEntry(row)),
  },
  record: {
    asks: [
      { name: 'kind', type: 'text', of: ({ record }) => record },
      { name: 'id', type: 'text', of: ({ id }) => id },
    ],
    select: `n.value FROM fixpoint.record AS n WHERE n.portfolio = a.p AND n.kind = a.kind AND n.id = a.id`,
    answer: ([row]: readonly { readonly value: string }[]) =>
      row === undefined ? undefined : unpackJson(row.value),
  },
  newest_record: {
    asks: [
      { name: 'kind', type: 'text', of: ({ record }) => record },
      { name: 'lowest', type: 'text', of: ({ from }) => from },
      { name: 'highest', type: 'text', of: ({ to }) => to },
    ],
    select: `n.id, n.value FROM fixpoint.record AS n
      WHERE n.portfolio = a.p AND n.kind = a.kind AND n.id BETWEEN a.lowest AND a.highest ORDER BY n.id DESC LIMIT 1`,
    answer: ([row]: readonly { readonly id: string; readonly value: string }[]) =>
      row === undefined ? undefined : { id: row.id, value: unpackJson(row.value) },
  },
  sighting: {
    asks: [
      { name: 'source', type: 'text', of: ({ source }) => source },
      { name: 'source_id', type: 'text', of: ({ sourceId }) => sourceId },
    ],
    select: `${sightingColumns} FROM fixpoint.sighting AS s
      WHERE s.portfolio = a.p AND s.source = a.source AND s.source_id = a.source_id`,
    order: 'revision',
    answer: (rows: readonly SightingRow[]) => rows.map(unpackSighting),
  },
  matches: {
    asks: [
      { name: 'subject', type: 'text', of: ({ subject }) => subject },
      { name: 'date', type: 'integer', of: ({ date }) => packDate(date) },
      { name: 'identity', type: 'bytea', of: ({ identity }) => packIdentity(identity) },
    ],
    select: `${entryColumns}, ${claimsOf} ${fromEntries}
      AND e.subject = a.subject AND e.date = a.date AND e.identity = a.identity`,
    order: bySeq,
    answer: (rows: readonly CandidateRow[]) => rows.map(toCandidate),
  },
  near: {
    asks: [
      { name: 'subject', type: 'text', of: ({ subject }) => subject },
      { name: 'earliest', type: 'integer', of: ({ from }) => packDate(from) },
      { name: 'latest', type: 'integer', of: ({ to }) => packDate(to) },
    ],
    select: `${entryColumns}, ${claimsOf} ${fromEntries}
      AND e.subject = a.subject AND e.date BETWEEN a.earliest AND a.latest AND e.identity IS NOT NULL
      AND e.reverses IS NULL AND NOT EXISTS (
        SELECT FROM fixpoint.entry AS r WHERE r.portfolio = e.portfolio AND r.reverses = e.seq
      )`,
    order: bySeq,
    answer: (rows: readonly CandidateRow[]) => rows.map(toCandidate),
  },
  sightings_of_entry: {
    asks: [{ name: 'seq', type: 'bigint', of: ({ seq }) => seq }],
    select: `${sightingColumns} FROM fixpoint.sighting AS s
      WHERE s.portfolio = a.p AND s.seq = a.seq AND ${inForce}`,
    order: 'source, r.source_id',
    answer: (rows: readonly SightingRow[]) => rows.map(unpackSighting),
  },
  entries_of_import: {
    asks: [{ name: 'import', type: 'text', of: ({ importId }) => importId }],
    select: `${entryColumns} ${fromEntries} AND e.import = a.import`,
    order: bySeq,
    answer: (rows: readonly EntryRow[]) => rows.map(unpackJournalEntry),
  },
  receipt: {
    asks: [{ name: 'key', type: 'bytea', of: ({ key }) => packKey(key) }],
    select: `${receiptColumns} FROM fixpoint.receipt AS t ${receiptJoins}
      WHERE t.portfolio = a.p AND t.key = a.key`,
    answer: ([row]: readonly ReceiptRow[]) => (row === undefined ? undefined : unpackReceipt(row)),
  },
  fold_cache: {
    asks: [{ name: 'instrument', type: 'text', of: ({ instrument }) => instrument }],
    select: `f.seq, f.state FROM fixpoint.fold_cache AS f
      WHERE f.portfolio = a.p AND f.instrument = a.instrument`,
    answer: ([row]: readonly { readonly seq: number; readonly state: string }[]) =>
      row === undefined ? undefined : { seq: row.seq, state: unpackJson(row.state) },
  },
};

export function isAskedInSets(kind: Read['kind']): kind is SetKind {
  return kind in setAnswers;
}

/** All reads must be of this kind. */
export function askSet(kind: SetKind, reads: readonly PlacedRead[]): AskedSet {
  // The kinds of what was asked and of how it is answered are the same here, which the table's type cannot say.
  const { asks, select, order, answer } = setAnswers[kind] as unknown as SetAnswer<SetKind, object>;
  const columns: readonly ColumnOf<readonly [number, PlacedRead]>[] = [
    { name: 'i', type: 'integer', of: ([index]) => index },
    { name: 'portfolio', type: 'text', of: ([, { portfolio }]) => portfolio },
    ...asks.map(({ name, type, of }) => ({
      name,
      type,
      of: ([, { read }]: readonly [number, PlacedRead]) => of(read as ReadOf<SetKind>),
    })),
  ];
  // OFFSET 0 keeps the planner from joining the other way round: without statistics it walked the whole portfolio once
  // for each read, which at 1,300 entries took a hundred times as long.
  const text = `SELECT a.i, r.* FROM (
      SELECT w.*, p.id AS p FROM ${rowSource('w', columns)} JOIN fixpoint.portfolio AS p ON p.name = w.portfolio OFFSET 0
    ) AS a CROSS JOIN LATERAL (SELECT ${select} OFFSET 0) AS r ${order === undefined ? '' : `ORDER BY a.i, r.${order}`}`;
  return {
    statement: { text, values: rowValues(columns, [...reads.entries()]) },
    answers: (rows) => {
      const dealt = reads.map((): object[] => []);
      for (const row of rows) dealt[(row as { readonly i: number }).i]?.push(row);
      return reads.map(
        ({ read }, index): Answer<Read> => answer(dealt[index] ?? [], read as ReadOf<SetKind>),
      );
    },
  };
}

function toCandidate(row: CandidateRow): Candidate {
  return {
    entry: unpackEntry(row),
    live: row.reversed_by === null && row.reverses === null,
    claims: row.claims,
  };
}
