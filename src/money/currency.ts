/**
 * Currency codes and the digits in which their cash is counted.
 *
 * Invariants (tests refer to them by number):
 * 1. A Currency is upper case and was made by `parseCurrency`; any unit of account may be one, not only ISO 4217 codes.
 * 2. The digits of a code never change and no code leaves the tables, because a booked cash amount must come out the
 *    same when it is derived again years later.
 * 3. A cash amount is rounded once, from the exact value.
 */

import { scaleMax } from './decimal-text.ts';
import type { Decimal } from './decimal.ts';
import { Rational } from './rational.ts';
import type { RoundingRule } from './rounding.ts';

/** A currency code such as `EUR` or `BTC`. Only `parseCurrency` makes one. */
export type Currency = string & { readonly __brand: 'Currency' };

/**
 * Reads a code of 2 to 12 characters: a letter, then letters, digits and points. Lower-case ASCII letters are taken as
 * upper case. Undefined when the text is anything else.
 */
export function parseCurrency(text: string): Currency | undefined {
  // Only ASCII letters are turned: upper-casing the whole text would also make ASCII of others, such as ı into I.
  const code = text.replace(/[a-z]/g, (letter) => letter.toUpperCase());
  return isCode(code) ? code : undefined;
}

/**
 * Digits after the point in which cash of this currency is counted: JPY 0, USD 2, KWD 3. Codes without a minor unit
 * (crypto, unknown, and those like gold to which ISO 4217 assigns none) are counted in 18.
 */
export function minorUnits(currency: Currency): number {
  return digitsByCode.get(currency) ?? scaleMax;
}

/** The cash effect of an exact amount: half-up (away from zero) to the currency's minor unit. Call it once, on the total. */
export function roundCash(exact: Decimal | Rational, currency: Currency): Decimal {
  const rule: RoundingRule = { scale: minorUnits(currency), rounding: 'half-up' };
  return exact instanceof Rational ? exact.toDecimal(rule) : exact.rounded(rule);
}

/** The only maker of the brand. */
function isCode(code: string): code is Currency {
  return /^[A-Z][A-Z0-9.]{1,11}$/.test(code);
}

const withoutMinorUnit = `
  BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF
`;

const withTwoDigits = `
  AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CNY COP
  COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR
  JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN
  NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL
  THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG
`;

const withThreeDigits = `
  BHD IQD JOD KWD LYD OMR TND
`;

const withFourDigits = `
  CLF UYW
`;

/** ISO 4217 assigns these no number of digits: precious metals, units of account, and codes for tests and for no currency. */
const withoutAssignedDigits = `
  XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX
`;

/** Withdrawn from ISO 4217 since 2021, with two digits each. Ledgers still hold entries in them. */
const withdrawnWithTwoDigits = `
  ANG BGN CUC HRK SLL ZWL
`;

const digitsByCode: ReadonlyMap<string, number> = new Map([
  ...withDigits(withoutMinorUnit, 0),
  ...withDigits(withTwoDigits, 2),
  ...withDigits(withThreeDigits, 3),
  ...withDigits(withFourDigits, 4),
  ...withDigits(withdrawnWithTwoDigits, 2),
]);

/** Every code on ISO 4217 list one (current currencies, funds and precious metals) as of amendment 180, January 2026. */
export const activeCurrencies: readonly Currency[] = [
  withoutMinorUnit,
  withTwoDigits,
  withThreeDigits,
  withFourDigits,
  withoutAssignedDigits,
]
  .flatMap(codesIn)
  .filter(isCode)
  .sort();

function withDigits(codes: string, digits: number): readonly (readonly [string, number])[] {
  return codesIn(codes).map((code) => [code, digits]);
}

function codesIn(codes: string): readonly string[] {
  return codes.trim().split(/\s+/);
}
