/** A store of trades over ten years: of every twenty about an instrument twelve buys, five sales and three dividends. */
import type { Wish } from '../../src/engine/hub.ts';
import { batchCommandsMax } from '../../src/engine/writer.ts';
import { addDays, dateOfInstant } from '../../src/ledger/calendar-date.ts';
import type { JsonObject } from '../../src/ledger/json-value.ts';
import { buy } from '../../src/operations/ledger/buy.ts';
import { deposit } from '../../src/operations/ledger/deposit.ts';
import { recordDividend } from '../../src/operations/ledger/record-dividend.ts';
import { sell } from '../../src/operations/ledger/sell.ts';
import { openingAmount, portfolio } from '../load/events.ts';
import { createKeySource } from '../load/keys.ts';
import { openBenchHub } from './bench-hub.ts';

export const tradedInstruments = 200;
const days = 3_650;

/** Returns how many entries the journal has: the trades, and the deposit that pays for them. */
export async function makeTradesStore(path: string, trades: number): Promise<number> {
  const bench = openBenchHub(path);
  const nextKey = createKeySource('random');
  const wishOf = (operation: Wish['operation'], input: JsonObject): Wish => {
    return { operation, portfolio, input, key: nextKey(), door: 'file', actor: 'bench' };
  };
  const firstDay = addDays(dateOfInstant(new Date().toISOString()), -days - 1);
  await bench.hub.submit(wishOf(deposit, { amount: openingAmount, on: firstDay }));
  for (let first = 0; first < trades; first += batchCommandsMax) {
    const count = Math.min(batchCommandsMax, trades - first);
    await bench.hub.submitAll(
      Array.from({ length: count }, (_, offset) => {
        const index = first + offset;
        const { operation, input } = tradeAt(index);
        return wishOf(operation, { ...input, on: addDays(firstDay, Math.floor((index / trades) * days)) });
      }),
    );
  }
  const entries = bench.accepted();
  await bench.close();
  if (entries !== trades + 1) throw new Error(`Of ${trades} trades only ${entries - 1} were accepted`);
  return entries;
}

/** A sale is never of more than a buy brought, so there is always enough to sell. */
function tradeAt(index: number): Pick<Wish, 'operation' | 'input'> {
  const instrument = `S${index % tradedInstruments}`;
  const turn = Math.floor(index / tradedInstruments) % 20;
  const price = `${((index * 7_907) % 490) + 10}.${(index % 90) + 10}`;
  if (turn < 12) {
    return { operation: buy, input: { instrument, units: `${(index % 50) + 10}`, price, fee: '1' } };
  }
  if (turn < 17) {
    return { operation: sell, input: { instrument, units: `${(index % 10) + 1}`, price, fee: '1' } };
  }
  return { operation: recordDividend, input: { instrument, gross: `${(index % 500) + 1}.37` } };
}
