/** Reads the books through the questions, in a form that tests compare. */
import { isJsonArray, isJsonObject, type JsonValue } from '../../src/ledger/json-value.ts';
import { fail } from './fail.ts';
import type { TestHub } from './test-hub.ts';

export interface Books {
  readonly cash: Readonly<Record<string, string>>;
  readonly holdings: Readonly<
    Record<string, { readonly units: string; readonly cost: string; readonly gain: string }>
  >;
}

export async function readBooks({ ask }: Pick<TestHub, 'ask'>): Promise<Books> {
  const cash: Record<string, string> = {};
  for (const row of rowsOf(await ask('cash'))) cash[String(row['currency'])] = String(row['amount']);
  const holdings: Record<string, Books['holdings'][string]> = {};
  for (const row of rowsOf(await ask('holdings', { closed: true }))) {
    const key =
      holdings[String(row['instrument'])] === undefined
        ? String(row['instrument'])
        : `${row['instrument']} ${row['currency']}`;
    holdings[key] = {
      units: String(row['units']),
      cost: String(row['cost']),
      gain: String(row['realized_gain']),
    };
  }
  return { cash, holdings };
}

export function rowsOf(body: JsonValue) {
  const rows = isJsonArray(body) ? body : fail('the answer is no list');
  return rows.map((row) => (isJsonObject(row) ? row : fail('a row is no object')));
}

/** Everything that could change when something is booked: counts, balances, positions, held facts. */
export async function readEverything({ ask }: Pick<TestHub, 'ask'>): Promise<JsonValue> {
  const [verify, cash, holdings, review] = await Promise.all([
    ask('verify'),
    ask('cash'),
    ask('holdings', { closed: true }),
    ask('review', { state: 'all' }),
  ]);
  return { verify, cash, holdings, review };
}
