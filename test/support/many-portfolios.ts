/** One portfolio that everybody writes to and many that are rarely touched. */

export const hotPortfolio = 'main';
const coldPortfolios = 1_000;

export function listPortfolios(): readonly string[] {
  return [hotPortfolio, ...Array.from({ length: coldPortfolios }, (_, number) => nameCold(number))];
}

/** Where a key of `shared-keys.ts` belongs: every second one is hot, the others go round the cold ones. */
export function portfolioOf(key: string): string {
  const number = Number(/\d+$/.exec(key)?.[0]);
  return number % 2 === 0 ? hotPortfolio : nameCold(((number - 1) / 2) % coldPortfolios);
}

function nameCold(number: number): string {
  return `cold-${number}`;
}
