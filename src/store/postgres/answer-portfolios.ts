import type { PortfolioState } from '../../engine/store-protocol.ts';
import type { PortfolioName, PortfolioSettings } from '../../ledger/portfolio.ts';
import { packHash, unpackHash } from './codec.ts';
import type { Statement } from './statement.ts';

export interface PortfolioRow {
  readonly id: number;
  readonly name: PortfolioName;
  readonly settings: string;
  readonly seq: number;
  readonly head: Buffer;
}

const columns = 'id, name, settings, seq, head';

/** Waits for whoever else writes to them. In the order of their numbers, so that two who lock several never wait in a circle. */
export function lockPortfolios(names: readonly PortfolioName[]): Statement {
  return {
    text: `SELECT ${columns} FROM fixpoint.portfolio WHERE name = ANY($1::text[]) ORDER BY id FOR UPDATE`,
    values: [names],
  };
}

export function selectPortfolio(name: PortfolioName): Statement {
  return { text: `SELECT ${columns} FROM fixpoint.portfolio WHERE name = $1`, values: [name] };
}

export function selectPortfolios(): Statement {
  return { text: `SELECT ${columns} FROM fixpoint.portfolio ORDER BY name`, values: [] };
}

/** Fails when somebody else has just made one of this name, for which it waits. */
export function insertPortfolio({ name, settings, seq, head }: PortfolioState): Statement {
  return {
    text: 'INSERT INTO fixpoint.portfolio (name, settings, seq, head) VALUES ($1, $2, $3, $4) RETURNING id',
    values: [name, JSON.stringify(settings), seq, packHash(head)],
  };
}

export function unpackPortfolio({ name, settings, seq, head }: PortfolioRow): PortfolioState {
  return {
    name,
    settings: JSON.parse(settings) as PortfolioSettings, // was one when it was written
    seq,
    head: unpackHash(head),
  };
}
