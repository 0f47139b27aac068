/** The time of day of a trade and the details of true twins, told differently by several sources. */
import { describe, expect, it } from 'vitest';
import { loadFact } from '../../../src/engine/store-protocol.ts';
import type { JsonObject } from '../../../src/ledger/json-value.ts';
import { openCaseOn } from '../../support/case-books.ts';
import type { CaseStores } from '../../support/case-stores.ts';
import { fail } from '../../support/fail.ts';
import { instrumentOf } from '../../support/ledger-entries.ts';
import { main } from '../../support/test-hub.ts';
import { bought, plain, take, tell, withFee } from '../../support/trade-books.ts';

export function describeDetailsByInstantAndTwin({ openTradeBooks, open }: CaseStores): void {
  describe('the instant', () => {
    const at = (fact: JsonObject, time: string) => ({ ...fact, instant: `2026-05-01T${time}:00.000Z` });
    const sold = { ...bought, side: 'sell', amount: '3000', fee: '0' };

    it('orders the trades of a day, whoever knows of it and whenever it is told', async () => {
      // Bought at 15:00 and sold short at 14:00: the sale opens a short position, which the purchase covers.
      const tellings = [tell('a', at(bought, '15:00')), tell('a', sold, '2'), tell('b', at(sold, '14:00'))];
      for (const order of [tellings, tellings.toReversed(), [tellings[2], tellings[0], tellings[1]]]) {
        const books = openTradeBooks();
        for (const telling of order) await books.write('record_fact', telling ?? fail('there is no telling'));
        expect(await books.rows('gains')).toMatchObject([{ reason: 'cover', gain: '1099' }]);
        expect(await books.ask('verify')).toMatchObject({ ok: true });
      }
    });

    it('is asked of Alpaca before a file, and then the earlier one counts', async () => {
      const tellings = [
        tell('file:csv:A', at(bought, '13:00')),
        tell('alpaca:live:1', at(bought, '15:30'), '2'),
        tell('alpaca:live:2', at(bought, '15:00'), '3'),
      ];
      for (const order of [tellings, tellings.toReversed()]) {
        const books = openTradeBooks();
        for (const telling of order) await books.write('record_fact', telling);
        await books.write('record_fact', tell('c', at(sold, '14:00'), '4'));
        expect(await books.rows('gains')).toMatchObject([{ reason: 'cover' }]);
      }
    });

    it('of a split leaves it before the trades of its day', async () => {
      // Ten units bought on the day of two for one stay ten, whatever times are told of both.
      const doubled = { kind: 'split', instrument: 'A', ratio: '2:1', currency: 'USD', date: '2026-05-01' };
      const books = openTradeBooks();
      await books.book('record_fact', tell('a', bought));
      await books.book('record_fact', tell('a', doubled, '2'));
      await books.write('record_fact', tell('b', at(bought, '14:00')));
      await books.write('record_fact', tell('b', at(doubled, '16:00'), '2'));
      expect(await books.holding('A')).toMatchObject({ units: '10' });
      expect(await books.ask('verify')).toMatchObject({ ok: true });
    });

    it('moves a purchase behind what was stated to be held earlier that day', async () => {
      // Stated at 14:00: 5 units. A purchase without a time counts before the statement, one at 15:00 after it.
      const books = openTradeBooks({ overdraft: 'allow' });
      books.clock.now = '2026-05-01T14:00:00.000Z';
      await books.book('set_holding', { instrument: 'A', units: '5', cost: '50', currency: 'USD' });
      await books.book('record_fact', tell('a', bought));
      expect(await books.holding('A')).toMatchObject({ units: '5', cost: '50' });
      await books.write('record_fact', tell('b', at(bought, '15:00')));
      expect(await books.holding('A')).toMatchObject({ units: '15', cost: '1951' });
      expect(await books.ask('verify')).toMatchObject({ ok: true });
      const sale = { instrument: 'A', units: '15', amount: '3000', currency: 'USD', on: '2026-05-01' };
      books.clock.now = '2026-05-01T16:00:00.000Z';
      expect(await books.write('sell', sale, 'k')).toMatchObject({ status: 'accepted' });
    });

    it('counts although what it belongs to was folded and kept before', async () => {
      const books = openTradeBooks({ feesInCost: false });
      for (let day = 1; day <= 70; day += 1) {
        const date = `2026-0${day <= 35 ? 2 : 3}-${String(((day - 1) % 28) + 1).padStart(2, '0')}`;
        await books.book('record_fact', tell('a', { ...bought, amount: `${1000 + day}`, date }, `${day}`));
      }
      await books.book('record_fact', tell('a', bought, 'last'));
      // 1001 + 1002 + … + 1070 = 72485, and 1901 for the last.
      expect(await books.holding('A')).toMatchObject({ units: '710', cost: '74386' });
      await books.write('record_fact', tell('b', { ...at(bought, '15:00'), fee: '1' }));
      expect(await books.holding('A')).toMatchObject({ units: '710', cost: '74385' });
    });
  });

  describe('a store', () => {
    it('keeps details when it is opened again', async () => {
      const opened = await open();
      try {
        for (const next of [() => opened.store, opened.reopen]) {
          const store = await next();
          const books = openCaseOn(store, { feesInCost: false });
          await books.write('record_fact', plain);
          await books.write('record_fact', withFee);
          expect(await books.holding('A')).toMatchObject({ units: '10', cost: '1900' });
          const history = await store.read(() =>
            loadFact(main, { kind: 'history', instrument: instrumentOf('A') }),
          );
          expect(history.map(({ seq, restates }) => [seq, restates])).toEqual([
            [1, undefined],
            [2, 1],
          ]);
          expect(await books.ask('verify')).toMatchObject({ ok: true, entries: 2 });
        }
      } finally {
        await opened.dispose();
      }
    });
  });

  describe('true twins', () => {
    const two = (source: string, fees: readonly [string, string]) =>
      fees.map((fee, index) => tell(source, { ...bought, fee }, `${index}`));

    it('keep what their one source says of each', async () => {
      const books = openTradeBooks();
      for (const telling of two('a', ['1', '0'])) await books.book('record_fact', telling);
      expect(await books.journal()).toHaveLength(2);
      expect(await books.balances()).toMatchObject({ 'expenses:fee': '1' });
    });

    it('are paired by content when two sources tell of both', async () => {
      // The greater fees of both sources belong together: 7 and 2, not 7 and 1 or 2.
      const [a1, a2] = two('a', ['2', '1']);
      const [b1, b2] = two('b', ['0', '7']);
      const rows = [a1, a2, b1, b2].map((row) => row ?? fail('there is no telling'));
      for (const order of [
        [0, 1, 2, 3],
        [0, 2, 1, 3],
        [3, 2, 1, 0],
        [2, 0, 3, 1],
        [0, 3, 1, 2],
      ]) {
        const books = openTradeBooks();
        for (const index of order) await books.write('record_fact', rows[index] ?? fail('there is no row'));
        expect(await books.balances(), `${order}`).toMatchObject({ 'expenses:fee': '8' });
        await books.write('withdraw_fact', take(rows[3] ?? fail('there is no row')));
        expect(await books.balances(), `${order}`).toMatchObject({ 'expenses:fee': '3' });
        expect(await books.ask('verify')).toMatchObject({ ok: true });
      }
    });
  });
}
