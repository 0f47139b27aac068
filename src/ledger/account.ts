/**
 * Where money is posted. `assets:` is what the portfolio has, `equity:` where it came from or went to, `income:` and
 * `expenses:` why. Postings of one entry sum to zero per currency.
 */
export const accounts = [
  'assets:cash',
  'assets:pending',
  'equity:external',
  'equity:trading',
  'equity:conversion',
  'equity:transfer',
  'equity:adjustment',
  'income:dividend',
  'income:interest',
  'expenses:fee',
  'expenses:tax',
] as const;

export type Account = (typeof accounts)[number];

export function isAccount(text: string): text is Account {
  return accounts.some((account) => account === text);
}
