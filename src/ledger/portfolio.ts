import { type Currency, parseCurrency } from '../money/currency.ts';

/** The unit that is locked, numbered and hash-chained. Keys are scoped to it. */
export type PortfolioName = string & { readonly __brand: 'PortfolioName' };

/** 1 to 64 characters: a letter or digit first, then letters, digits, `.`, `_` and `-`. */
export function parsePortfolioName(text: string): PortfolioName | undefined {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(text) ? (text as PortfolioName) : undefined; // brand: made only here
}

export const costMethods = ['average', 'fifo'] as const;
export type CostMethod = (typeof costMethods)[number];

export const permissions = ['refuse', 'allow'] as const;
export type Permission = (typeof permissions)[number];

/** How a portfolio keeps its books. They are read when positions are folded, so changing one re-reads history. */
export interface PortfolioSettings {
  readonly baseCurrency: Currency;
  readonly costMethod: CostMethod;
  /** May commands make cash negative? Facts always may, and are flagged. */
  readonly overdraft: Permission;
  /** May commands sell more than is held? Facts always may, and are flagged. */
  readonly shorts: Permission;
  /** True: a buy's fee goes into cost and a sell's fee off its proceeds. False: fees only count as expenses. */
  readonly feesInCost: boolean;
}

/** What a portfolio starts with when nothing else is said. */
export const defaultSettings: PortfolioSettings = {
  baseCurrency: parseCurrency('USD') ?? unreachableCurrency(),
  costMethod: 'average',
  overdraft: 'refuse',
  shorts: 'refuse',
  feesInCost: true,
};

function unreachableCurrency(): never {
  throw new Error('USD is a currency');
}
