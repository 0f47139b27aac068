import type Database from 'better-sqlite3';
import type { PortfolioState } from '../../engine/store-protocol.ts';
import type { PortfolioName, PortfolioSettings } from '../../ledger/portfolio.ts';
import { packHash, unpackHash } from './codec.ts';
import { prepareOnce } from './prepare-once.ts';

/** The number of no portfolio: whatever is asked of it finds no rows. */
const noPortfolio = 0;

export type PortfolioAnswers = ReturnType<typeof answerPortfolios>;

interface PortfolioRow {
  readonly id: number;
  readonly name: string;
  readonly settings: string;
  readonly seq: number;
  readonly head: Buffer;
}

export function answerPortfolios(db: Database.Database) {
  const selectId = prepareOnce<[string], { readonly id: number }>(
    db,
    'SELECT id FROM portfolio WHERE name = ?',
  );
  const selectOne = prepareOnce<[string], PortfolioRow>(
    db,
    'SELECT id, name, settings, seq, head FROM portfolio WHERE name = ?',
  );
  const selectAll = prepareOnce<[], PortfolioRow>(
    db,
    'SELECT id, name, settings, seq, head FROM portfolio ORDER BY name',
  );
  const insert = prepareOnce<[string, string, number, Buffer]>(
    db,
    'INSERT INTO portfolio (name, settings, seq, head) VALUES (?, ?, ?, ?)',
  );
  const update = prepareOnce<[string, number, Buffer, number]>(
    db,
    'UPDATE portfolio SET settings = ?, seq = ?, head = ? WHERE id = ?',
  );
  const ids = new Map<string, number>();

  return {
    /** The number that stands for the portfolio in every table; one that no row has when it does not exist. */
    idOf: (name: PortfolioName): number => {
      const known = ids.get(name);
      if (known !== undefined) return known;
      const id = selectId().get(name)?.id;
      if (id !== undefined) ids.set(name, id);
      return id ?? noPortfolio;
    },
    /** A portfolio that this transaction adds may be rolled back, so numbers are not kept beyond it. */
    forget: (): void => ids.clear(),
    portfolio: (name: string): PortfolioState | undefined => {
      const row = selectOne().get(name);
      return row === undefined ? undefined : unpackPortfolio(row);
    },
    all: (): readonly PortfolioState[] => selectAll().all().map(unpackPortfolio),
    /** Returns the portfolio's number. Throws when it exists although it is said to be new, or the other way round. */
    put: ({ name, settings, seq, head }: PortfolioState, isNew: boolean): number => {
      if (isNew) {
        const { lastInsertRowid } = insert().run(name, JSON.stringify(settings), seq, packHash(head));
        ids.set(name, Number(lastInsertRowid));
        return Number(lastInsertRowid);
      }
      const id = ids.get(name) ?? selectId().get(name)?.id ?? noPortfolio;
      const { changes } = update().run(JSON.stringify(settings), seq, packHash(head), id);
      if (changes !== 1) throw new Error(`There is no portfolio "${name}" to append to`);
      return id;
    },
  };
}

function unpackPortfolio({ name, settings, seq, head }: PortfolioRow): PortfolioState {
  return {
    name: name as PortfolioName, // was one when it was written
    settings: JSON.parse(settings) as PortfolioSettings, // likewise
    seq,
    head: unpackHash(head),
  };
}
