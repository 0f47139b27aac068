/** The money rules about amounts, rounding and days, one test for each sentence. */
import { describe, expect, it } from 'vitest';
import type { CaseStores } from '../../support/case-stores.ts';

const usd = { currency: 'USD' };
const onDay = { on: '2026-05-01' };

export function describeAmounts({ openCase }: CaseStores): void {
  describe('decimals', () => {
    it.each(['1e5', 'NaN', '1,000', '', ' ', '0x10', '1.', '.5', '١'])(
      'refuse %j with the name of the field',
      async (amount) => {
        const books = openCase();
        expect(await books.write('deposit', { amount, ...usd, ...onDay }, 'k')).toMatchObject({
          status: 'refused',
          code: 'invalid_input',
          detail: { field: 'amount', problems: [{ field: 'amount', found: amount }] },
        });
      },
    );

    it('have up to 38 digits and up to 18 of them after the point', async () => {
      const books = openCase();
      const whole = '9'.repeat(38);
      const fine = `${'9'.repeat(20)}.${'9'.repeat(18)}`;
      await books.book('deposit', { amount: whole, ...usd, ...onDay });
      await books.book('deposit', { amount: fine, currency: 'BTC', ...onDay });
      expect(await books.cash()).toEqual({ BTC: fine, USD: whole });
      for (const amount of [`1${whole}`, `0.${'0'.repeat(18)}1`]) {
        const outcome = await books.write('deposit', { amount, ...usd, ...onDay }, 'long');
        expect(outcome).toMatchObject({ code: 'invalid_input', detail: { field: 'amount' } });
      }
    });

    it('are written without trailing zeros and without a minus before zero', async () => {
      const books = openCase();
      await books.book('deposit', { amount: '00100.500', ...usd, ...onDay });
      expect(await books.cash()).toEqual({ USD: '100.5' });
      await books.book('assert_balance', { currency: 'USD', amount: '-0.00', ...onDay });
      expect(await books.rows('unreconciled')).toMatchObject([{ statement: '0', unreconciled: '-100.5' }]);
    });
  });

  describe('the cash effect of a trade', () => {
    it.each([
      ['JPY', '3', '100.5', '302'],
      ['USD', '3', '0.335', '1.01'],
      ['KWD', '1', '1.0005', '1.001'],
      ['BTC', '0.5', '0.000000000000000001', '0.000000000000000001'],
      ['POINTS', '0.5', '0.000000000000000001', '0.000000000000000001'],
    ])(
      'is rounded half-up to the minor unit of %s: %s at %s are %s',
      async (currency, units, price, cash) => {
        const books = openCase({ overdraft: 'allow' });
        await books.book('buy', { instrument: 'A', units, price, currency, ...onDay });
        expect(await books.cash()).toEqual({ [currency]: `-${cash}` });
      },
    );

    it('is rounded away from zero on both sides of it', async () => {
      const books = openCase({ overdraft: 'allow', shorts: 'allow' });
      // 1 × 1 less a fee of 2.005 is −1.005.
      await books.book('sell', { instrument: 'A', units: '1', price: '1', fee: '2.005', ...usd, ...onDay });
      expect(await books.cash()).toEqual({ USD: '-1.01' });
    });

    it('is rounded once, from the exact total with the fee in it', async () => {
      const books = openCase({ overdraft: 'allow' });
      // 0.335 + 0.335 is 0.67; each rounded alone they would be 0.68.
      await books.book('buy', {
        instrument: 'A',
        units: '1',
        price: '0.335',
        fee: '0.335',
        ...usd,
        ...onDay,
      });
      expect(await books.cash()).toEqual({ USD: '-0.67' });
    });

    it('is computed the same way from a row of a file', async () => {
      const books = openCase();
      const row = { date: '2026-05-01', type: 'buy', instrument: 'A', currency: 'USD' };
      await books.bring([{ ...row, units: '1', price: '0.335', fee: '0.335' }]);
      expect(await books.cash()).toEqual({ USD: '-0.67' });
    });
  });

  describe("the broker's amount", () => {
    it.each([
      ['1000', '1.23', '1234.99', []],
      ['1000', '1.23', '1235', []],
      ['1000', '1.23', '1235.01', ['price_mismatch']],
      ['1000', '1.23', '1224.99', ['price_mismatch']],
      ['1', '10.25', '10.26', []],
      ['1', '10.25', '10.27', ['price_mismatch']],
      ['100', '1.2345', '123.46', []],
      ['100', '1.2345', '123.47', ['price_mismatch']],
    ])('is what cash moves by: %s at %s for %s in all is flagged %j', async (units, price, amount, flags) => {
      const told = { instrument: 'A', units, price, amount, ...usd, ...onDay };
      const source = { side: 'buy', source: 'broker', source_id: '1' };
      for (const [operation, input] of [
        ['buy', told],
        ['record_external_trade', { ...told, ...source }],
      ] as const) {
        const books = openCase({ overdraft: 'allow' });
        await books.book(operation, input);
        expect(await books.cash()).toEqual({ USD: `-${amount}` });
        const found = await books.flags('ent_1');
        expect(Array.isArray(found) ? found.filter((flag) => flag !== 'negative_cash') : found).toEqual(
          flags,
        );
      }
    });
  });

  describe('an amount that its fee is part of', () => {
    it.each([
      ['buy', '5', '10', 'invalid_input'],
      ['buy', '10', '10', 'accepted'],
      ['sell', '-10.01', '10', 'invalid_input'],
      ['sell', '-10', '10', 'accepted'],
    ])('of a %s of %s with a fee of %s is %s', async (side, amount, fee, said) => {
      const books = openCase({ overdraft: 'allow', shorts: 'allow' });
      const input = { instrument: 'A', units: '1', amount, fee, ...usd, ...onDay };
      const outcome = await books.write(side, input, 'k');
      expect(outcome.status === 'refused' ? outcome.code : outcome.status).toBe(said);
      if (said === 'invalid_input') expect(outcome).toMatchObject({ detail: { field: 'amount' } });
    });
  });

  describe('a day of occurrence', () => {
    it('may have an instant, which orders what happened on it', async () => {
      const trade = (side: string, at: string, amount: string) => ({
        side,
        instrument: 'A',
        units: '10',
        amount,
        at: `2026-05-01T${at}:00Z`,
        source: 'broker',
        source_id: at,
        ...usd,
        ...onDay,
      });
      const purchase = trade('buy', '12:00', '200');
      const sale = trade('sell', '10:00', '150');
      for (const trades of [
        [purchase, sale],
        [sale, purchase],
      ]) {
        const books = openCase();
        const held = { instrument: 'A', units: '10', cost: '100', on: '2026-04-01', ...usd };
        await books.book('record_existing_position', held);
        for (const input of trades) await books.book('record_external_trade', input);
        expect(await books.holding('A')).toMatchObject({ units: '10', cost: '200', realized_gain: '50' });
      }
    });
  });
}
