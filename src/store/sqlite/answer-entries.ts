import type Database from 'better-sqlite3';
import type { Candidate, EntryFilter, JournalEntry, Read } from '../../engine/store-protocol.ts';
import { answerChain } from './answer-chain.ts';
import { type Packed, packDate, packIdentity } from './codec.ts';
import { type EntryRow, entryColumns, unpackEntry, unpackJournalEntry } from './codec-entry.ts';
import { prepareOnce } from './prepare-once.ts';

type ReadOf<Kind extends Read['kind']> = Extract<Read, { kind: Kind }>;

const entryRows = `SELECT ${entryColumns} FROM entry AS e JOIN origin AS o ON o.id = e.origin`;
// Named, because the planner otherwise walks the whole journal to have its rows in order without sorting them: at
// 10,000 entries that took a thousand times as long.
const rowsBySubject = `SELECT ${entryColumns} FROM entry AS e INDEXED BY entry_subject JOIN origin AS o ON o.id = e.origin`;
const rowsByImport = `SELECT ${entryColumns} FROM entry AS e INDEXED BY entry_import JOIN origin AS o ON o.id = e.origin`;
const notReversed =
  'NOT EXISTS (SELECT 1 FROM entry AS r WHERE r.portfolio = e.portfolio AND r.reverses = e.seq)';

export function answerEntries(
  db: Database.Database,
  claimsOn: (portfolio: number, seq: number) => readonly string[],
) {
  return { ...answerJournal(db), ...answerChain(db), ...answerCandidates(db, claimsOn) };
}

function answerJournal(db: Database.Database) {
  const selectOne = prepareOnce<[number, number], EntryRow>(
    db,
    `${entryRows} WHERE e.portfolio = ? AND e.seq = ?`,
  );
  const selectImport = prepareOnce<[number, string], EntryRow>(
    db,
    `${rowsByImport} WHERE e.portfolio = ? AND e.import = ? ORDER BY e.seq`,
  );
  const selectFiltered = selectByFilter(db);
  return {
    entry: (portfolio: number, seq: number): JournalEntry | undefined => {
      const row = selectOne().get(portfolio, seq);
      return row === undefined ? undefined : unpackJournalEntry(row);
    },
    ofImport: (portfolio: number, importId: string): readonly JournalEntry[] =>
      selectImport().all(portfolio, importId).map(unpackJournalEntry),
    after: (portfolio: number, { afterSeq, limit, filter }: ReadOf<'entries'>): readonly JournalEntry[] =>
      selectFiltered('e.seq > @seq ORDER BY e.seq', { portfolio, seq: afterSeq, limit }, filter),
    newestBefore: (
      portfolio: number,
      { beforeSeq, limit, filter }: ReadOf<'newest_entries'>,
    ): readonly JournalEntry[] =>
      selectFiltered('e.seq < @seq ORDER BY e.seq DESC', { portfolio, seq: beforeSeq, limit }, filter),
  };
}

function answerCandidates(
  db: Database.Database,
  claimsOn: (portfolio: number, seq: number) => readonly string[],
) {
  const selectMatches = prepareOnce<[number, string, number, Packed], EntryRow>(
    db,
    `${rowsBySubject} WHERE e.portfolio = ? AND e.subject = ? AND e.date = ? AND e.identity = ? ORDER BY e.seq`,
  );
  const selectNear = prepareOnce<[number, string, number, number], EntryRow>(
    db,
    `${rowsBySubject} WHERE e.portfolio = ? AND e.subject = ? AND e.date BETWEEN ? AND ?
     AND e.identity IS NOT NULL AND e.reverses IS NULL AND ${notReversed} ORDER BY e.seq`,
  );
  const toCandidate = (portfolio: number, row: EntryRow): Candidate => ({
    entry: unpackEntry(row),
    live: row.reversed_by === null && row.reverses === null,
    claims: claimsOn(portfolio, row.seq),
  });
  return {
    matches: (portfolio: number, { subject, date, identity }: ReadOf<'matches'>): readonly Candidate[] =>
      selectMatches()
        .all(portfolio, subject, packDate(date), packIdentity(identity))
        .map((row) => toCandidate(portfolio, row)),
    near: (portfolio: number, { subject, from, to }: ReadOf<'near'>): readonly Candidate[] =>
      selectNear()
        .all(portfolio, subject, packDate(from), packDate(to))
        .map((row) => toCandidate(portfolio, row)),
  };
}

interface Page {
  readonly portfolio: number;
  readonly seq: number;
  readonly limit: number;
}

/**
 * A statement per combination of filters. By an import through its index; by anything else along the journal, which ends
 * at the limit: a page of a common subject is found at once, of a rare one after reading what lies between.
 */
function selectByFilter(db: Database.Database) {
  const statements = new Map<string, () => Database.Statement<[FilterParameters], EntryRow>>();
  return (order: string, page: Page, filter: EntryFilter): readonly JournalEntry[] => {
    const { kinds, subject, importId, actor } = filter;
    const sql = [
      `${importId === undefined ? entryRows : rowsByImport} WHERE e.portfolio = @portfolio`,
      kinds === undefined ? '' : 'AND o.kind IN (SELECT value FROM json_each(@kinds))',
      subject === undefined ? '' : 'AND e.subject = @subject',
      importId === undefined ? '' : 'AND e.import = @importId',
      actor === undefined ? '' : 'AND o.actor = @actor',
      `AND ${order} LIMIT @limit`,
    ].join(' ');
    let statement = statements.get(sql);
    if (statement === undefined) {
      statement = prepareOnce<[FilterParameters], EntryRow>(db, sql);
      statements.set(sql, statement);
    }
    const parameters = {
      ...page,
      subject,
      importId,
      actor,
      kinds: kinds === undefined ? undefined : JSON.stringify(kinds),
    };
    return statement().all(parameters).map(unpackJournalEntry);
  };
}

interface FilterParameters extends Page {
  readonly kinds: string | undefined;
  readonly subject: string | undefined;
  readonly importId: string | undefined;
  readonly actor: string | undefined;
}
