import { describe, expect, it } from 'vitest';
import { Decimal } from '../../money/decimal.ts';
import { expandExponent, isAmountProblem, plainStyle, readAmount } from './read-amount.ts';
import type { AmountStyle } from './read-amount.ts';

const english: AmountStyle = { decimal: '.', thousands: ',' };
const german: AmountStyle = { decimal: ',', thousands: '.' };
const french: AmountStyle = { decimal: ',', thousands: ' ' };
const commaOnly: AmountStyle = { decimal: ',', thousands: '' };

describe('readAmount', () => {
  const accepted: readonly (readonly [string, AmountStyle, string])[] = [
    ['1234.50', plainStyle, '1234.5'],
    ['-0.00', plainStyle, '0'],
    ['+7', plainStyle, '7'],
    ['1,234', english, '1234'],
    ['-12,345,678.90', english, '-12345678.9'],
    ['999', english, '999'],
    ['12345.6', english, '12345.6'],
    ['1.234,5', german, '1234.5'],
    ['0,31', german, '0.31'],
    ['1 234 567,8', french, '1234567.8'],
    ['12,5', commaOnly, '12.5'],
  ];
  it.each(accepted)('reads %s', (text, style, value) => {
    expect(readAmount(text, style)).toStrictEqual(Decimal.of(value));
  });

  const refused: readonly (readonly [string, AmountStyle, string])[] = [
    ['1,0', english, 'misplaced_separator'],
    ['1,2345', english, 'misplaced_separator'],
    ['1234,567', english, 'misplaced_separator'],
    [',123', english, 'misplaced_separator'],
    ['1,,234', english, 'misplaced_separator'],
    ['1.234,567', english, 'misplaced_separator'],
    ['1.0', german, 'misplaced_separator'],
    ['1.2', commaOnly, 'bad_amount'],
    ['1,2,3', commaOnly, 'bad_amount'],
    ['1,234', plainStyle, 'bad_amount'],
    ['1e5', plainStyle, 'bad_amount'],
    ['(5.00)', plainStyle, 'bad_amount'],
    ['$5', plainStyle, 'bad_amount'],
    ['', plainStyle, 'bad_amount'],
  ];
  it.each(refused)('refuses %s', (text, style, code) => {
    const answer = readAmount(text, style);
    expect(isAmountProblem(answer) ? answer.code : answer.toString()).toBe(code);
  });

  it('quotes the number as the file has it', () => {
    const answer = readAmount('1,2,3', commaOnly);
    expect(isAmountProblem(answer) ? answer.message : '').toContain('"1,2,3"');
  });
});

describe('expandExponent', () => {
  const expanded: readonly (readonly [string, string])[] = [
    ['12.50', '12.50'],
    ['1.2e-7', '0.00000012'],
    ['5e4', '50000'],
    ['1.5E+1', '15'],
    ['12.5e-1', '1.25'],
    ['-3.25e1', '-32.5'],
    ['1e0', '1'],
    ['123e-2', '1.23'],
    ['123e-3', '0.123'],
  ];
  it.each(expanded)('writes %s as %s', (text, plain) => {
    expect(expandExponent(text)).toBe(plain);
  });

  it('gives up where the digits would be more than any amount has', () => {
    expect(expandExponent('1e999999999')).toBeUndefined();
    expect(expandExponent('1e-61')).toBeUndefined();
    expect(expandExponent('1e99')).toBeUndefined();
  });
});
