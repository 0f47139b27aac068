import { describe, expect, it } from 'vitest';
import { activeCurrencies, minorUnits, parseCurrency, roundCash } from './currency.ts';
import type { Currency } from './currency.ts';
import { Decimal } from './decimal.ts';
import { Rational } from './rational.ts';

function currency(text: string): Currency {
  const parsed = parseCurrency(text);
  if (parsed === undefined) throw new Error(`${text} is not a currency`);
  return parsed;
}

describe('parseCurrency', () => {
  it('takes codes of 2 to 12 characters and upper-cases them (invariant 1)', () => {
    expect(parseCurrency('EUR')).toBe('EUR');
    expect(parseCurrency('usd')).toBe('USD');
    expect(parseCurrency('bTc')).toBe('BTC');
    expect(parseCurrency('S2')).toBe('S2');
    expect(parseCurrency('STETH.V2')).toBe('STETH.V2');
    expect(parseCurrency('ABCDEFGHIJ12')).toBe('ABCDEFGHIJ12');
  });

  const refused = [
    '',
    'E',
    'ABCDEFGHIJ123',
    '1INCH',
    '.EUR',
    'EU R',
    ' EUR',
    'EUR ',
    'EUR\n',
    'EU-R',
    'EU_R',
    '€',
    'ıNR',
    'ßA',
    'ＥＵＲ',
    'ΕUR',
  ];
  for (const text of refused) {
    it(`refuses ${JSON.stringify(text)}`, () => {
      expect(parseCurrency(text)).toBeUndefined();
    });
  }
});

describe('minorUnits', () => {
  function differing(codes: readonly string[], digits: number): readonly string[] {
    return codes.filter((code) => minorUnits(currency(code)) !== digits);
  }

  /** From the published table of ISO 4217. */
  const digits: Readonly<Record<number, string>> = {
    0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
    2: 'USD EUR GBP CHF AUD CAD CNY HKD INR SEK NOK DKK PLN CZK HUF BRL MXN ZAR TRY ILS AED MGA MRU SLE VES XCG ZWG XAD CHE CHW COU BOV MXV USN',
    3: 'BHD IQD JOD KWD LYD OMR TND',
    4: 'CLF UYW',
    18: 'BTC ETH USDT DOGE ABC ZZZ X1',
  };
  for (const [expected, codes] of Object.entries(digits)) {
    it(`counts ${expected} digits for ${codes.slice(0, 40)}`, () => {
      expect(differing(codes.split(' '), Number(expected))).toStrictEqual([]);
    });
  }

  it('gives the 18 digits of a quantity to metals and units of account, which have no minor unit in ISO 4217', () => {
    expect(differing(['XAU', 'XAG', 'XPT', 'XPD', 'XDR', 'XXX'], 18)).toStrictEqual([]);
  });

  it('still knows codes that were withdrawn after entries were booked in them (invariant 2)', () => {
    expect(differing(['HRK', 'BGN', 'ANG', 'SLL', 'ZWL', 'CUC'], 2)).toStrictEqual([]);
  });

  it('lists each active code of ISO 4217 once, 178 in all and 139 of them with two digits', () => {
    expect(activeCurrencies).toHaveLength(178);
    expect(new Set(activeCurrencies).size).toBe(178);
    expect(activeCurrencies.filter((code) => minorUnits(code) === 2)).toHaveLength(139);
    expect(activeCurrencies.filter((code) => minorUnits(code) === 18)).toHaveLength(13);
    expect(activeCurrencies.every((code) => /^[A-Z]{3}$/.test(code))).toBe(true);
    expect([activeCurrencies.at(0), activeCurrencies.at(-1)]).toStrictEqual(['AED', 'ZWG']);
    expect(activeCurrencies).not.toContain('HRK');
  });
});

describe('roundCash', () => {
  const amounts: readonly (readonly [amount: string, code: string, expected: string])[] = [
    ['38.875', 'USD', '38.88'],
    ['-38.875', 'USD', '-38.88'],
    ['38.8749999', 'USD', '38.87'],
    ['123.456', 'EUR', '123.46'],
    ['100.5', 'JPY', '101'],
    ['-100.5', 'JPY', '-101'],
    ['100.49', 'JPY', '100'],
    ['1.2345', 'KWD', '1.235'],
    ['0.00005', 'CLF', '0.0001'],
    ['0.1234567890123456785', 'BTC', '0.123456789012345679'],
  ];
  it('rounds half-up, away from zero, to the minor unit', () => {
    for (const [amount, code, expected] of amounts) {
      expect([amount, code, roundCash(Decimal.of(amount), currency(code)).toString()]).toStrictEqual([
        amount,
        code,
        expected,
      ]);
    }
  });

  it('rounds the exact fraction once: 120.00 by 3.08642 is 38.88 (G36) and 0.34 by 1.1219 is 0.30 (G35)', () => {
    const quotient = (left: string, right: string): Rational =>
      Rational.fromDecimal(Decimal.of(left)).dividedBy(Rational.fromDecimal(Decimal.of(right)));
    expect(roundCash(quotient('120.00', '3.08642'), currency('USD')).toString()).toBe('38.88');
    expect(roundCash(quotient('0.34', '1.1219'), currency('EUR')).toString()).toBe('0.3');
    expect(roundCash(Rational.of(-1n, 8n), currency('USD')).toString()).toBe('-0.13');
  });
});
