import { describe, expect, it } from 'vitest';
import { buy, onConsecutiveDays, sell, split } from '../../test/support/ledger-entries.ts';
import { CorruptFoldStateError, decodeFoldState, emptyFold, encodeFoldState } from './fold-state.ts';
import { foldPositions } from './position-fold.ts';

describe('a kept fold state', () => {
  it('writes every number exactly', () => {
    const entries = onConsecutiveDays([buy('10', '10', '1'), sell('3', '20', '2'), split(1n, 3n)]);
    const { state } = foldPositions(entries, { costMethod: 'fifo', feesInCost: true });
    // 101 × 3 ÷ 10 = 30.3 leaves, 70.7 stays; 60 − 2 − 30.3 = 27.7; 7 ÷ 3 units.
    expect(encodeFoldState(state)).toEqual({
      form: 1,
      settings: { costMethod: 'fifo', feesInCost: true },
      positions: [['ACME', 'USD', '7/3', '70.7', '27.7', '0', '0', '3', [['2024-01-01', 1, '7/3', '70.7']]]],
    });
  });

  it('is read back, in the order of keys', () => {
    const entries = onConsecutiveDays([
      buy('1', '1', '0', { instrument: 'ZETA' }),
      buy('1', '1', '0', { currency: 'USD' }),
      buy('1', '1', '0', { currency: 'EUR' }),
    ]);
    const { state } = foldPositions(entries, { costMethod: 'average', feesInCost: false });
    const json = encodeFoldState(state);
    expect(
      Array.isArray(json['positions']) && json['positions'].map(([name, currency]) => `${name} ${currency}`),
    ).toEqual(['ACME EUR', 'ACME USD', 'ZETA USD']);
    expect(encodeFoldState(decodeFoldState(JSON.parse(JSON.stringify(json))))).toEqual(json);
  });

  it('may be empty', () => {
    expect(decodeFoldState(encodeFoldState(emptyFold()))).toEqual(emptyFold());
  });

  const settings = { costMethod: 'fifo', feesInCost: true };
  const lot = ['2024-01-01', 1, '7/3', '70.7'];
  const numbers = ['7/3', '70.7', '27.7', '0', '0', '3'];
  const corrupt: readonly [what: string, json: unknown][] = [
    ['it is no object', 'form 1'],
    ['nothing is written', {}],
    ['another release wrote it', { form: 2, settings, positions: [] }],
    ['the settings are missing', { form: 1, positions: [] }],
    ['the cost method is unknown', { form: 1, settings: { ...settings, costMethod: 'lifo' }, positions: [] }],
    ['the fees are not said', { form: 1, settings: { costMethod: 'fifo' }, positions: [] }],
    ['the positions are missing', { form: 1, settings }],
    ['a position is cut short', { form: 1, settings, positions: [['ACME', 'USD', '1']] }],
    ['an instrument is blank', { form: 1, settings, positions: [['', 'USD', ...numbers, [lot]]] }],
    ['a currency is none', { form: 1, settings, positions: [['ACME', '?', ...numbers, [lot]]] }],
    [
      'a number is none',
      { form: 1, settings, positions: [['ACME', 'USD', 'x', ...numbers.slice(1), [lot]]] },
    ],
    [
      'a number is not text',
      { form: 1, settings, positions: [['ACME', 'USD', 7, ...numbers.slice(1), [lot]]] },
    ],
    ['the lots are missing', { form: 1, settings, positions: [['ACME', 'USD', ...numbers]] }],
    [
      'a lot has no day',
      { form: 1, settings, positions: [['ACME', 'USD', ...numbers, [['2024-02-30', 1, '1', '1']]]] },
    ],
    [
      'a lot names no entry',
      { form: 1, settings, positions: [['ACME', 'USD', ...numbers, [['2024-01-01', '1', '1', '1']]]] },
    ],
  ];

  it.each(corrupt)('is refused when %s', (_what, json) => {
    expect(() => decodeFoldState(json)).toThrow(CorruptFoldStateError);
  });
});
