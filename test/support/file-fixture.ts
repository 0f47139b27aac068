import { readFileSync } from 'node:fs';
import { parseCurrency } from '../../src/money/currency.ts';
import type { Currency } from '../../src/money/currency.ts';

/** The text of a made-up file in test/fixtures/files. */
export function readFixture(name: string): string {
  return readFileSync(new URL(`../fixtures/files/${name}`, import.meta.url), 'utf8');
}

export function currencyOf(code: string): Currency {
  const currency = parseCurrency(code);
  if (currency === undefined) throw new Error(`${code} is no currency`);
  return currency;
}
