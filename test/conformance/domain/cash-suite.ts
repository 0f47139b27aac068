/** The money rules about cash, dividends, interest, fees and taxes. */
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/ledger/json-value.ts';
import type { CaseStores } from '../../support/case-stores.ts';

const usd = { currency: 'USD' };
const posting = (account: string, amount: string, currency = 'USD') => ({ account, currency, amount });

export function describeCash({ openCase }: CaseStores): void {
  describe('cash', () => {
    it('is not made negative by a command, which is told what is there', async () => {
      const books = openCase();
      await books.book('deposit', { amount: '10', on: '2026-05-01', ...usd });
      const wish = { amount: '10.01', on: '2026-05-02', ...usd };
      expect(await books.write('withdraw', wish, 'k')).toMatchObject({
        code: 'insufficient_cash',
        detail: { currency: 'USD', date: '2026-05-02', available: '10', needed: '10.01' },
      });
      await books.book('set_portfolio', { overdraft: 'allow' });
      expect(await books.write('withdraw', wish, 'k')).toMatchObject({ status: 'accepted' });
      expect(await books.cash()).toEqual({ USD: '-0.01' });
    });

    it('is looked at on every later day too, and the day that falls short is named', async () => {
      const books = openCase();
      await books.book('deposit', { amount: '100', on: '2026-05-01', ...usd });
      await books.book('withdraw', { amount: '80', on: '2026-05-10', ...usd });
      await books.book('deposit', { amount: '50', on: '2026-05-20', ...usd });
      expect(await books.write('withdraw', { amount: '30', on: '2026-05-05', ...usd }, 'k')).toMatchObject({
        code: 'insufficient_cash',
        detail: { date: '2026-05-10', available: '20', needed: '30' },
      });
    });

    it('may be made negative by a fact, which is flagged', async () => {
      const books = openCase();
      await books.bring([{ date: '2026-05-01', type: 'withdrawal', amount: '5', currency: 'USD' }]);
      expect(await books.cash()).toEqual({ USD: '-5' });
      expect(await books.flags('ent_1')).toEqual(['negative_cash']);
    });

    it('falls by a sale whose fee is more than its proceeds, and must be there for it', async () => {
      const books = openCase();
      const held = { instrument: 'A', units: '200', cost: '1', on: '2026-05-01', ...usd };
      await books.book('record_existing_position', held);
      const sale = { instrument: 'A', units: '200', price: '0.0005', fee: '6', on: '2026-05-02', ...usd };
      expect(await books.write('sell', sale, 'k')).toMatchObject({
        code: 'insufficient_cash',
        detail: { available: '0', needed: '5.9' },
      });
      await books.book('deposit', { amount: '6', on: '2026-05-01', ...usd });
      expect(await books.write('sell', sale, 'k')).toMatchObject({ status: 'accepted' });
      expect(await books.cash()).toEqual({ USD: '0.1' });
    });

    it('stays as it is when a file without cash events is imported with funding from outside', async () => {
      const text = [
        'Date,Code,DataSource,Currency,Price,Quantity,Action,Fee,Note',
        '05-01-2026,A,YAHOO,USD,5,10,buy,1,',
        '06-01-2026,A,YAHOO,USD,6,10,sell,1,',
      ].join('\n');
      const books = openCase();
      await books.bringText(text, { format: 'ghostfolio-csv', funding: 'external' });
      expect(await books.cash()).toEqual({});
      expect(await books.holding('A')).toMatchObject({ units: '0', realized_gain: '8' });
      expect(await books.ask('entries')).toMatchObject({
        entries: [
          { postings: expect.arrayContaining([posting('equity:external', '-51')]) },
          { postings: expect.arrayContaining([posting('equity:external', '59')]) },
        ],
      });
      const other = openCase();
      await other.bringText(text, { format: 'ghostfolio-csv' });
      expect(await other.cash()).toEqual({ USD: '8' });
    });

    it('is changed between currencies by the two amounts as stated, with the fee beside them', async () => {
      const books = openCase();
      await books.book('deposit', { amount: '1002', on: '2026-05-01', ...usd });
      const conversion = { amount: '1000', from: 'USD', received: '920', to: 'EUR', fee: '2' };
      await books.book('convert_currency', { ...conversion, on: '2026-05-02' });
      expect(await books.cash()).toEqual({ EUR: '920', USD: '0' });
      expect(await books.ask('entries', { kind: 'conversion' })).toMatchObject({
        entries: [
          {
            postings: [
              posting('assets:cash', '-1002'),
              posting('equity:conversion', '1000'),
              posting('expenses:fee', '2'),
              posting('assets:cash', '920', 'EUR'),
              posting('equity:conversion', '-920', 'EUR'),
            ],
          },
        ],
      });
    });
  });

  describe('a dividend', () => {
    const on = { on: '2026-05-15', ...usd };

    it('posts the net to cash, the gross to income and the rest to tax', async () => {
      const books = openCase();
      await books.book('record_dividend', { instrument: 'A', gross: '12.5', withheld: '1.88', ...on });
      expect(await books.ask('entries')).toMatchObject({
        entries: [
          {
            postings: [
              posting('assets:cash', '10.62'),
              posting('income:dividend', '-12.5'),
              posting('expenses:tax', '1.88'),
            ],
          },
        ],
      });
      expect(await books.holding('A')).toMatchObject({ units: '0', income: '12.5' });
    });

    it('that was reinvested is one command, one key and one entry', async () => {
      const books = openCase();
      const dividend = { instrument: 'A', gross: '110', reinvest: true, units: '1', ...on };
      expect(await books.write('record_dividend', dividend, 'k')).toMatchObject({ status: 'accepted' });
      expect(await books.write('record_dividend', dividend, 'k')).toMatchObject({ status: 'duplicate' });
      expect(await books.holding('A')).toMatchObject({ units: '1', cost: '110', income: '110' });
      expect(await books.ask('verify')).toMatchObject({ ok: true, entries: 1 });
      await books.book('reverse_entry', { entry: 'ent_1' });
      expect(await books.rows('holdings', { closed: true })).toEqual([]);
    });

    it('that was reinvested at a price gives the units, half-even to eight decimals, and says so', async () => {
      const books = openCase();
      const dividend = { instrument: 'A', gross: '10', reinvest: true, price: '3', ...on };
      const { entry_id: id = '' } = await books.book('record_dividend', dividend);
      expect(await books.holding('A')).toMatchObject({ units: '3.33333333', cost: '10' });
      expect(await books.flags(id)).toEqual(['derived_units']);
    });

    it("that was reinvested costs the broker's amount, whatever units × price gives", async () => {
      const books = openCase();
      const dividend = { instrument: 'A', gross: '11', reinvest: true, units: '1.2', price: '10', ...on };
      const { entry_id: id = '' } = await books.book('record_dividend', dividend);
      expect(await books.holding('A')).toMatchObject({ units: '1.2', cost: '11' });
      expect(await books.flags(id)).toEqual(['price_mismatch']);
    });

    it('per unit counts what was held at the close before the ex-date, whatever happened on it', async () => {
      const books = openCase({ overdraft: 'allow' });
      const held = (units: string, day: string) => ({
        instrument: 'A',
        units,
        cost: '1',
        on: `2026-03-${day}`,
        ...usd,
      });
      await books.book('record_existing_position', held('10', '09'));
      await books.book('record_existing_position', held('1', '10'));
      await books.book('sell', { instrument: 'A', units: '11', price: '1', on: '2026-03-10', ...usd });
      const dividend = { instrument: 'A', per_unit: '1.00', ex_date: '2026-03-10', on: '2026-04-01', ...usd };
      await books.book('record_dividend', dividend);
      expect(await books.holding('A')).toMatchObject({ units: '0', income: '10' });
    });

    it('per unit is refused when nothing was held', async () => {
      const books = openCase();
      const dividend = { instrument: 'A', per_unit: '1', ex_date: '2026-03-10', on: '2026-04-01', ...usd };
      expect(await books.write('record_dividend', dividend, 'k')).toMatchObject({ code: 'nothing_held' });
    });
  });

  describe('interest, fees and taxes', () => {
    it.each([
      ['record_interest', { amount: '3' }, '13', posting('income:interest', '-3')],
      ['record_interest', { amount: '-3' }, '7', posting('income:interest', '3')],
      ['record_fee', { amount: '3' }, '7', posting('expenses:fee', '3')],
      ['record_fee', { amount: '3', refund: true }, '13', posting('expenses:fee', '-3')],
      ['record_fee', { amount: '3', kind: 'tax' }, '7', posting('expenses:tax', '3')],
      ['record_fee', { amount: '3', kind: 'tax', refund: true }, '13', posting('expenses:tax', '-3')],
    ] as const)('%s of %j leaves %s of ten', async (operation, given: JsonObject, left, counterpart) => {
      const books = openCase();
      await books.book('deposit', { amount: '10', on: '2026-05-01', ...usd });
      await books.book(operation, { ...given, on: '2026-05-02', ...usd });
      expect(await books.cash()).toEqual({ USD: left });
      expect(await books.ask('entries', { newest: true, limit: 1 })).toMatchObject({
        entries: [{ postings: expect.arrayContaining([counterpart]) }],
      });
    });

    it.each(['0', '-1'])('a fee of %s is no fee', async (amount) => {
      const books = openCase();
      const outcome = await books.write('record_fee', { amount, on: '2026-05-02', ...usd }, 'k');
      expect(outcome).toMatchObject({ code: 'invalid_input', detail: { field: 'amount' } });
    });
  });
}
