/** The fee inside the amount of a trade, told differently by several sources, and the entries that restate it. */
import { describe, expect, it } from 'vitest';
import type { CaseStores } from '../../support/case-stores.ts';
import { bought, plain, take, tell, withFee } from '../../support/trade-books.ts';

const split = { 'assets:cash': '-1901', 'equity:trading': '1900', 'expenses:fee': '1' };

export function describeDetailsOfTrades({ openTradeBooks }: CaseStores): void {
  describe('the fee inside the amount', () => {
    it.each([
      ['without it first', plain, withFee],
      ['with it first', withFee, plain],
    ])('is what the source says that knows of one, told %s', async (_, first, second) => {
      const books = openTradeBooks({ feesInCost: false });
      await books.book('record_fact', first);
      expect(await books.write('record_fact', second)).toMatchObject({
        status: 'matched',
        entry_id: 'ent_1',
      });
      expect(await books.balances()).toEqual(split);
      expect(await books.holding('A')).toMatchObject({ units: '10', cost: '1900' });
      expect(await books.ask('verify')).toMatchObject({ ok: true });
    });

    it('leaves the whole amount in cost where fees are part of it', async () => {
      const books = openTradeBooks();
      await books.book('record_fact', plain);
      await books.write('record_fact', withFee);
      expect(await books.holding('A')).toMatchObject({ units: '10', cost: '1901' });
    });

    it('is gone again when the source that told of it takes its telling back', async () => {
      const books = openTradeBooks({ feesInCost: false });
      await books.book('record_fact', plain);
      await books.write('record_fact', withFee);
      await books.book('withdraw_fact', take(withFee));
      expect(await books.balances()).toEqual({ ...split, 'equity:trading': '1901', 'expenses:fee': '0' });
      expect(await books.holding('A')).toMatchObject({ cost: '1901' });
      expect(await books.ask('verify')).toMatchObject({ ok: true });
    });

    it('is gone too when the source that told of it had brought the entry', async () => {
      const books = openTradeBooks({ feesInCost: false });
      await books.book('record_fact', withFee);
      await books.write('record_fact', plain);
      expect(await books.write('withdraw_fact', take(withFee))).toMatchObject({ entry_id: 'ent_1' });
      expect(await books.balances()).toEqual({ ...split, 'equity:trading': '1901', 'expenses:fee': '0' });
      expect(await books.holding('A')).toMatchObject({ cost: '1901' });
    });

    it.each([
      ['Alpaca before a file', 'alpaca:live:1', '2', 'file:csv:A', '5', '2'],
      ['a file before a mail', 'mail:broker:C', '5', 'file:csv:A', '2', '2'],
      ['a mail before anybody else', 'mail:broker:C', '2', 'commsec', '5', '2'],
      ['the greater of two files', 'file:csv:B', '5', 'file:csv:A', '2', '5'],
      ['a fee before none', 'alpaca:live:1', '0', 'commsec', '2', '2'],
    ])('goes by source: %s', async (_, left, leftFee, right, rightFee, expected) => {
      const tellings = [tell(left, { ...bought, fee: leftFee }), tell(right, { ...bought, fee: rightFee })];
      for (const order of [tellings, tellings.toReversed()]) {
        const books = openTradeBooks();
        for (const telling of order) await books.write('record_fact', telling);
        expect(await books.balances()).toMatchObject({ 'expenses:fee': expected });
      }
    });

    it('is what a person said, whether the command or the file came first', async () => {
      const command = {
        instrument: 'A',
        units: '10',
        amount: '1901',
        fee: '3',
        on: '2026-05-01',
        currency: 'USD',
      };
      const first = openTradeBooks({ overdraft: 'allow' });
      await first.book('buy', command);
      await first.write('record_fact', withFee);
      const second = openTradeBooks({ overdraft: 'allow' });
      await second.book('record_fact', withFee);
      expect(await second.write('buy', { ...command, link: 'ent_1' }, 'k')).toMatchObject({
        status: 'matched',
      });
      for (const books of [first, second]) {
        expect(await books.balances()).toMatchObject({ 'expenses:fee': '3' });
        expect(await books.ask('verify')).toMatchObject({ ok: true });
      }
    });

    it('of a sale is part of what the units brought', async () => {
      const sold = { ...bought, side: 'sell', amount: '99', fee: '0', date: '2026-05-02' };
      for (const order of [
        [tell('a', sold), tell('b', { ...sold, fee: '1' })],
        [tell('b', { ...sold, fee: '1' }), tell('a', sold)],
      ]) {
        const books = openTradeBooks({ feesInCost: false });
        await books.book('record_fact', tell('c', bought));
        for (const telling of order) await books.write('record_fact', telling);
        expect(await books.rows('gains')).toMatchObject([{ proceeds: '100', cost: '1901', gain: '-1801' }]);
        expect(await books.balances()).toEqual({
          'assets:cash': '-1802',
          'equity:trading': '1801',
          'expenses:fee': '1',
        });
      }
    });
  });

  describe('the entry that restates another', () => {
    it('says what it restates, moves no cash, and is shown by the outcome', async () => {
      const books = openTradeBooks();
      await books.book('record_fact', plain);
      const outcome = await books.write('record_fact', withFee);
      const restated = { entry_id: 'ent_1', fee: '1', restated_by: 'ent_2' };
      expect(outcome).toMatchObject({
        status: 'matched',
        entry_id: 'ent_1',
        result: { restated: [restated] },
      });
      expect(await books.journal()).toMatchObject([
        { entry_id: 'ent_1' },
        {
          entry_id: 'ent_2',
          kind: 'reclassification',
          restates: 'ent_1',
          date: '2026-05-01',
          what: 'ent_1 · fee 1 USD',
          postings: [
            { account: 'equity:trading', amount: '-1' },
            { account: 'expenses:fee', amount: '1' },
          ],
        },
      ]);
    });

    it('is shown and not booked by a dry run', async () => {
      const books = openTradeBooks();
      await books.book('record_fact', plain);
      const outcome = await books.write('record_fact', withFee, undefined, { dryRun: true });
      expect(outcome).toMatchObject({
        status: 'matched',
        dry_run: true,
        result: { restated: [{ fee: '1' }] },
      });
      expect(await books.journal()).toHaveLength(1);
    });

    it('counts from when it was recorded', async () => {
      const books = openTradeBooks({ feesInCost: false });
      await books.book('record_fact', plain);
      books.clock.now = '2026-06-15T12:00:00.000Z';
      await books.write('record_fact', withFee);
      expect(await books.holding('A', { known_at: '2026-06-10T00:00:00Z' })).toMatchObject({ cost: '1901' });
      expect(await books.holding('A', { as_of: '2026-05-01' })).toMatchObject({ cost: '1900' });
    });

    it('goes with its original and not by itself', async () => {
      const books = openTradeBooks();
      await books.book('record_fact', plain);
      await books.write('record_fact', withFee);
      expect(await books.write('reverse_entry', { entry: 'ent_2' }, 'k')).toMatchObject({
        code: 'not_reversible',
        detail: { restates: 'ent_1' },
      });
      expect(await books.book('reverse_entry', { entry: 'ent_1' })).toMatchObject({
        entry_id: 'ent_3',
        result: { reverses: 'ent_1' },
      });
      expect(await books.balances()).toEqual({
        'assets:cash': '0',
        'equity:trading': '0',
        'expenses:fee': '0',
      });
      expect(await books.rows('holdings', { closed: true })).toEqual([]);
      expect(await books.ask('verify')).toMatchObject({ ok: true });
    });

    it('goes when the last source takes its telling back', async () => {
      const books = openTradeBooks();
      await books.book('record_fact', plain);
      await books.write('record_fact', withFee);
      await books.book('withdraw_fact', take(plain));
      expect(await books.balances()).toEqual(split);
      await books.book('withdraw_fact', take(withFee));
      expect(await books.balances()).toEqual({
        'assets:cash': '0',
        'equity:trading': '0',
        'expenses:fee': '0',
      });
    });

    it('goes with the import that booked its original, and stays with the one that only told of details', async () => {
      const books = openTradeBooks({ feesInCost: false });
      for (const [id, telling] of [
        ['imp_1', plain],
        ['imp_2', withFee],
      ] as const) {
        await books.book('begin_import', { import: id, file: 'year.csv', format: 'csv', rows: 1 });
        await books.write('record_fact', telling, undefined, { importId: id });
      }
      const told = { import: 'imp_2' };
      expect(await books.write('reverse_import', told, 'k')).toMatchObject({ code: 'already_reversed' });
      expect(await books.balances()).toEqual(split);
      await books.book('reverse_import', { import: 'imp_1' });
      expect(await books.balances()).toEqual({
        'assets:cash': '0',
        'equity:trading': '0',
        'expenses:fee': '0',
      });
    });

    it('is made anew when the event is booked again', async () => {
      const books = openTradeBooks({ feesInCost: false });
      await books.book('record_fact', plain);
      await books.write('record_fact', withFee);
      await books.book('reverse_entry', { entry: 'ent_1' });
      const again = await books.book('rebook', { fact: 'ent_1' });
      expect(await books.balances()).toEqual(split);
      expect(await books.write('rebook', { fact: 'ent_1' }, 'k')).toMatchObject({
        status: 'unchanged',
        code: 'already_booked',
        result: { entry_id: again.entry_id },
      });
      expect(await books.write('record_fact', withFee)).toMatchObject({ status: 'unchanged' });
      expect(await books.balances()).toEqual(split);
      expect(await books.ask('verify')).toMatchObject({ ok: true });
    });
  });
}
