/**
 * What makes two sightings the same event, per kind. Always with the account; never with notes, prices, fees or the
 * time of day, which sources tell differently. The portfolio is the scope in which identities are compared.
 *
 * The recipe's version stands in front. A release that changes a recipe raises the version and looks up the older
 * forms too, so that what was booked under the old one is still recognised.
 */
import { hash } from 'node:crypto';
import type { Decimal } from '../money/decimal.ts';
import type { Fact } from './fact.ts';
import { type Ratio, reduceRatio } from './ratio.ts';
import { unreachable } from './unreachable.ts';

/** 16 hexadecimal digits of the hash of `describeIdentity`. */
export type Identity = string;

export const identityVersion = 1;

export function deriveIdentity(fact: Fact): Identity {
  return hash('sha256', describeIdentity(fact), 'hex').slice(0, 16);
}

/** The identity in readable form, for review and tests. */
export function describeIdentity(fact: Fact): string {
  return JSON.stringify([identityVersion, fact.kind, fact.account ?? '', fact.date, ...identityParts(fact)]);
}

/** What entries about this fact are looked up by, together with its date. */
export function subjectOf(fact: Fact): string {
  return 'instrument' in fact && fact.instrument !== undefined ? fact.instrument : fact.currency;
}

function identityParts(fact: Fact): readonly string[] {
  switch (fact.kind) {
    case 'trade':
      return [fact.instrument, fact.side, text(fact.units), text(fact.amount), fact.currency];
    case 'cash':
      return [fact.direction, text(fact.amount), fact.currency];
    case 'dividend':
      return [fact.instrument, text(fact.net), fact.currency];
    case 'interest':
      return [text(fact.amount), fact.currency];
    case 'fee':
      return [
        fact.feeKind,
        text(fact.refund ? fact.amount.negated() : fact.amount),
        fact.currency,
        fact.instrument ?? '',
      ];
    case 'split':
      return [fact.instrument, ratioText(fact)];
    case 'return_of_capital':
      return [fact.instrument, text(fact.amount), fact.currency];
    case 'existing':
      return [fact.instrument, text(fact.units), text(fact.cost), fact.currency];
    case 'conversion':
      return [text(fact.amount.plus(fact.fee)), fact.currency, text(fact.toAmount), fact.toCurrency];
    default:
      return unreachable(fact);
  }
}

/** In lowest terms: one source says 2:1 where another says 4:2. */
function ratioText(ratio: Ratio): string {
  const { newUnits, oldUnits } = reduceRatio(ratio);
  return `${newUnits}:${oldUnits}`;
}

function text(amount: Decimal): string {
  return amount.toString();
}
