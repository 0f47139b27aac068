/** Cases from the field, by their numbers: cash, rounding and currencies. */
import { describe, expect, it } from 'vitest';
import { roundCash } from '../../../src/money/currency.ts';
import { Decimal } from '../../../src/money/decimal.ts';
import { Rational } from '../../../src/money/rational.ts';
import type { Row } from '../../support/case-books.ts';
import type { CaseStores } from '../../support/case-stores.ts';
import { currencyOf } from '../../support/file-fixture.ts';

const usd = { currency: 'USD' };

function inEuros(dollars: Decimal): string {
  const euros = Rational.fromDecimal(dollars).dividedBy(Rational.fromDecimal(Decimal.of('1.1219')));
  return roundCash(euros, currencyOf('EUR')).toString();
}

export function describeCashCases({ openCase }: CaseStores): void {
  describe('cash', () => {
    it('G29: the fee of a sale comes off cash', async () => {
      const books = openCase();
      await books.book('deposit', { amount: '1000', on: '2026-01-01', ...usd });
      await books.book('buy', { instrument: 'A', units: '10', price: '50', on: '2026-01-02', ...usd });
      const sale = { instrument: 'A', units: '10', price: '60', fee: '5', on: '2026-01-03', ...usd };
      await books.book('sell', sale);
      expect(await books.cash()).toEqual({ USD: '1095' });
    });

    it('G30: a second movement of cash adds to the first, also on the same day', async () => {
      const books = openCase();
      await books.book('record_existing_position', {
        instrument: 'A',
        units: '1',
        cost: '80',
        on: '2026-01-01',
        ...usd,
      });
      await books.book('deposit', { amount: '10', on: '2026-01-02', ...usd });
      await books.book('sell', { instrument: 'A', units: '1', price: '100', on: '2026-01-02', ...usd });
      expect(await books.cash()).toEqual({ USD: '110' });
      expect(await books.cash({ as_of: '2026-01-02' })).toEqual({ USD: '110' });
      expect(await books.cash({ as_of: '2026-01-01' })).toEqual({ USD: '0' });
    });

    it('G31: interest dated yesterday is there from yesterday on', async () => {
      const books = openCase();
      await books.book('deposit', { amount: '10', on: '2026-05-20', ...usd });
      await books.book('record_interest', { amount: '5.00', on: '2026-05-31', ...usd });
      expect(await books.cash({ as_of: '2026-05-30' })).toEqual({ USD: '10' });
      expect(await books.cash({ as_of: '2026-05-31' })).toEqual({ USD: '15' });
      expect(await books.cash()).toEqual({ USD: '15' });
    });

    it('G37: the minus of a row that takes another back is kept', async () => {
      const books = openCase();
      const rows = ['-0.70', '0.76', '-0.06'].map(
        (amount): Row => ({ date: '2026-01-02', type: 'dividend', instrument: 'A', amount, currency: 'USD' }),
      );
      expect(await books.bring(rows)).toMatchObject({ new: 3 });
      expect(await books.cash()).toEqual({ USD: '0' });
      expect(await books.holding('A')).toMatchObject({ income: '0' });
    });

    it('G51: purchases and sales of one day, each rounded by itself, leave 0.13 in whatever order the file has them', async () => {
      const row = (type: string, amount: string, index: number): Row => ({
        date: '2026-01-02',
        type,
        instrument: `A${index}`,
        units: '1',
        amount,
        currency: 'USD',
      });
      const buys = ['28.33', '14.75', '12.36', '34.70', '9.90'];
      const sales = ['28.55', '14.69', '11.74', '34.86', '10.33'];
      const rows = [
        ...sales.map((amount, index) => row('sell', amount, index)),
        ...buys.map((amount, index) => row('buy', amount, index)),
      ];
      for (const ordered of [rows, rows.toReversed()]) {
        const books = openCase();
        await books.bring(ordered);
        expect(await books.cash()).toEqual({ USD: '0.13' });
        const gains = await books.rows('gains');
        expect(gains.map(({ gain }) => gain)).toEqual(['0.22', '-0.06', '-0.62', '0.16', '0.43']);
      }
    });
  });

  describe('currencies and rounding', () => {
    it('G34: 95.26 CAD became 69.05 USD: both printed amounts are kept, whatever the printed rate gives', async () => {
      const books = openCase();
      await books.book('deposit', { amount: '95.26', currency: 'CAD', on: '2026-01-02' });
      const conversion = { amount: '95.26', from: 'CAD', received: '69.05', to: 'USD', on: '2026-01-02' };
      await books.book('convert_currency', conversion);
      expect(await books.cash()).toEqual({ CAD: '0', USD: '69.05' });
    });

    it('G35: 0.40 less 0.06 USD at 1.1219 are 0.30 EUR, rounded once from the exact total', () => {
      const net = Decimal.of('0.40').minus(Decimal.of('0.06'));
      expect(inEuros(net)).toBe('0.3');
      // Rounded apart they would be 0.36 and 0.05, which leaves 0.31.
      expect([inEuros(Decimal.of('0.40')), inEuros(Decimal.of('0.06'))]).toEqual(['0.36', '0.05']);
    });

    it('G36: 120.00 for 3.08642 units are 38.88 each, rounded and not cut off', () => {
      const each = Rational.fromDecimal(Decimal.of('120.00')).dividedBy(
        Rational.fromDecimal(Decimal.of('3.08642')),
      );
      expect(roundCash(each, currencyOf('EUR')).toString()).toBe('38.88');
    });
  });
}
