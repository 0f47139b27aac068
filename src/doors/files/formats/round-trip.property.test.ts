/**
 * Made-up facts, printed in a format and read again, are the same facts: whatever the order of the columns, the
 * delimiter, the line endings and the byte order mark are (invariant 3 of `format.ts`).
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cannotPrint,
  cashMoves,
  charges,
  currency,
  dividends,
  exactTrades,
  existing,
  factsOf,
  interests,
  printCsv,
  reinvestments,
  spellings,
  splits,
  untaxedDividends,
} from '../../../../test/support/made-up-facts.ts';
import type { Cells } from '../../../../test/support/made-up-facts.ts';
import type { Fact } from '../../../ledger/fact.ts';
import { Decimal } from '../../../money/decimal.ts';
import { ghostfolioCsv } from './ghostfolio-csv.ts';
import { ghostfolioJson } from './ghostfolio-json.ts';
import { utrade } from './utrade.ts';
import { wealthfolio } from './wealthfolio.ts';

describe('facts printed in a format and read again', () => {
  it('are the same in UTrade', () => {
    const columns = ['DATE', 'TYPE', 'REF #', 'DESCRIPTION', 'FEES', 'AMOUNT', 'BALANCE'];
    const toCells = (fact: Fact): Cells => {
      if (fact.kind === 'dividend')
        return {
          TYPE: 'DIV',
          DESCRIPTION: `ORDINARY DIVIDEND~${fact.instrument}`,
          FEES: '0',
          AMOUNT: fact.net.toString(),
        };
      if (fact.kind === 'cash')
        return {
          TYPE: 'XFER',
          DESCRIPTION: 'FUNDING',
          FEES: '0',
          AMOUNT: (fact.direction === 'in' ? fact.amount : fact.amount.negated()).toString(),
        };
      if (fact.kind !== 'trade') return cannotPrint(fact);
      const what = `+${fact.instrument} ${fact.units.toString()} @${fact.price?.toString()}`;
      return fact.side === 'buy'
        ? {
            TYPE: 'BUY',
            DESCRIPTION: `BOUGHT ${what}`,
            FEES: fact.fee.toString(),
            AMOUNT: fact.amount.negated().toString(),
          }
        : {
            TYPE: 'SELL',
            DESCRIPTION: `SOLD ${what} (LOT 1.5)`,
            FEES: fact.fee.toString(),
            AMOUNT: fact.amount.toString(),
          };
    };
    fc.assert(
      fc.property(
        fc.array(fc.oneof(exactTrades, untaxedDividends, cashMoves)),
        spellings,
        (facts, spelling) => {
          let balance = Decimal.of('1000');
          const rows = facts.map((fact, index) => {
            const cells = toCells(fact);
            balance = balance.plus(Decimal.of(cells['AMOUNT'] ?? ''));
            return { ...cells, DATE: fact.date, 'REF #': `${index}`, BALANCE: balance.toString() };
          });
          expect(factsOf(utrade.parse(printCsv(columns, rows, spelling), { currency }))).toEqual(facts);
        },
      ),
    );
  });

  /** The fields of an activity, with the names of the JSON. */
  const toActivity = (fact: Fact): Cells => {
    const own = {
      date: fact.date,
      currency: 'EUR',
      symbol: 'instrument' in fact ? (fact.instrument ?? '') : 'Something',
    };
    if (fact.kind === 'trade') {
      return {
        ...own,
        type: fact.side.toUpperCase(),
        quantity: fact.units.toString(),
        unitPrice: fact.price?.toString() ?? '',
        fee: fact.fee.toString(),
      };
    }
    if (fact.kind === 'dividend')
      return {
        ...own,
        type: 'DIVIDEND',
        quantity: '1',
        unitPrice: fact.gross.toString(),
        fee: fact.withheld.toString(),
      };
    if (fact.kind === 'interest')
      return { ...own, type: 'INTEREST', quantity: '1', unitPrice: fact.amount.toString(), fee: '0' };
    if (fact.kind !== 'fee') return cannotPrint(fact);
    return {
      ...own,
      symbol: 'Custody',
      type: 'FEE',
      quantity: '0',
      unitPrice: '0',
      fee: (fact.refund ? fact.amount.negated() : fact.amount).toString(),
    };
  };
  const activities = fc.array(
    fc.oneof(exactTrades, dividends, interests, charges('fee', false), charges('fee', true)),
  );

  it('are the same in Ghostfolio CSV', () => {
    fc.assert(
      fc.property(activities, spellings, (facts, spelling) => {
        const columns = ['date', 'symbol', 'currency', 'unitPrice', 'quantity', 'type', 'fee'];
        expect(
          factsOf(ghostfolioCsv.parse(printCsv(columns, facts.map(toActivity), spelling), { currency })),
        ).toEqual(facts);
      }),
    );
  });

  it('are the same in Ghostfolio JSON, with their instants', () => {
    const clocks = fc
      .integer({ min: 1, max: 86_399_999 })
      .map((time) => new Date(time).toISOString().slice(10));
    fc.assert(
      fc.property(
        activities,
        fc.array(clocks, { minLength: 1 }),
        fc.constantFrom(undefined, 2),
        (plainFacts, times, indent) => {
          const facts = plainFacts.map((fact, index) => ({
            ...fact,
            instant: `${fact.date}${times[index % times.length]}`,
          }));
          const numbers = ['quantity', 'unitPrice', 'fee'];
          const items = facts.map((fact) => ({ ...toActivity(fact), date: fact.instant }));
          const quoted = JSON.stringify({ activities: items }, null, indent);
          const text = quoted.replace(
            /"(\w+)":( ?)"(-?[\d.]+)"/g,
            (all, name: string, space: string, digits: string) =>
              numbers.includes(name) ? `"${name}":${space}${digits}` : all,
          );
          expect(factsOf(ghostfolioJson.parse(text, { currency }))).toEqual(facts);
        },
      ),
    );
  });

  it('are the same in Wealthfolio', () => {
    const columns = [
      'date',
      'symbol',
      'instrumentType',
      'quantity',
      'activityType',
      'unitPrice',
      'currency',
      'fee',
      'amount',
      'fxRate',
      'subtype',
    ];
    const toCells = (fact: Fact): Cells => {
      const symbol = 'instrument' in fact ? (fact.instrument ?? '') : '';
      const row = { date: fact.date, currency: 'EUR', symbol };
      if (fact.kind === 'trade') {
        return {
          ...row,
          activityType: fact.side,
          quantity: fact.units.toString(),
          unitPrice: fact.price?.toString() ?? '',
          fee: fact.fee.toString(),
        };
      }
      if (fact.kind === 'dividend') {
        const drip =
          fact.reinvestedUnits === undefined
            ? {}
            : { quantity: fact.reinvestedUnits.toString(), subtype: 'DRIP' };
        return {
          ...row,
          activityType: 'DIVIDEND',
          fee: fact.withheld.toString(),
          amount: fact.net.toString(),
          ...drip,
        };
      }
      if (fact.kind === 'interest')
        return { ...row, activityType: 'INTEREST', amount: fact.amount.toString() };
      if (fact.kind === 'cash')
        return {
          ...row,
          activityType: fact.direction === 'in' ? 'DEPOSIT' : 'WITHDRAWAL',
          amount: fact.amount.toString(),
        };
      if (fact.kind === 'fee')
        return { ...row, activityType: fact.feeKind.toUpperCase(), amount: fact.amount.toString() };
      if (fact.kind === 'existing')
        return {
          ...row,
          activityType: 'TRANSFER_IN',
          quantity: fact.units.toString(),
          amount: fact.cost.toString(),
        };
      if (fact.kind !== 'split') return cannotPrint(fact);
      const ratio = Decimal.of(fact.newUnits).dividedBy(Decimal.of(fact.oldUnits), {
        scale: 6,
        rounding: 'half-even',
      });
      return { ...row, activityType: 'SPLIT', amount: ratio.toString() };
    };
    const all = fc.oneof(
      exactTrades,
      dividends,
      reinvestments,
      interests,
      cashMoves,
      charges('fee', false),
      charges('tax', false),
      splits,
      existing,
    );
    fc.assert(
      fc.property(fc.array(all), spellings, (facts, spelling) => {
        expect(
          factsOf(wealthfolio.parse(printCsv(columns, facts.map(toCells), spelling), { currency })),
        ).toEqual(facts);
      }),
    );
  });
});
