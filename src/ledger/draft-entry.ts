/**
 * From an event to what is booked: postings that sum to zero per currency and legs that the fold reads. Commands and
 * facts pass through here alike, so the same event books the same entry whichever door it took (P4).
 */
import type { Currency } from '../money/currency.ts';
import { Decimal } from '../money/decimal.ts';
import type { Account } from './account.ts';
import type { EntryDraft, EntryKind } from './entry.ts';
import type {
  CashFact,
  ConversionFact,
  DividendFact,
  ExistingFact,
  Fact,
  FeeFact,
  InterestFact,
  ReturnOfCapitalFact,
  SplitFact,
  TradeFact,
} from './fact.ts';
import { deriveIdentity, subjectOf } from './identity.ts';
import type { Leg } from './leg.ts';
import { mergePostings, type Posting } from './posting.ts';
import { unreachable } from './unreachable.ts';

interface Booking {
  readonly kind: EntryKind;
  readonly postings: readonly Posting[];
  readonly legs: readonly Leg[];
}

/** Books an event. With `funding: 'external'` its cash comes from and goes to outside, so the balance stays put. */
export function draftEntry(fact: Fact, funding: 'cash' | 'external' = 'cash'): EntryDraft {
  const { kind, postings, legs } = bookingOf(fact);
  return {
    kind,
    date: fact.date,
    ...(fact.instant === undefined ? {} : { instant: fact.instant }),
    subject: subjectOf(fact),
    ...(fact.account === undefined ? {} : { account: fact.account }),
    postings: funding === 'external' ? fundedFromOutside(postings) : postings,
    legs,
    sets: [],
    identity: deriveIdentity(fact),
    flags: [],
  };
}

function bookingOf(fact: Fact): Booking {
  switch (fact.kind) {
    case 'trade':
      return fact.side === 'buy' ? bookBuy(fact) : bookSell(fact);
    case 'cash':
      return bookCash(fact);
    case 'dividend':
      return bookDividend(fact);
    case 'interest':
      return bookInterest(fact);
    case 'fee':
      return bookFee(fact);
    case 'split':
      return bookSplit(fact);
    case 'return_of_capital':
      return bookReturnOfCapital(fact);
    case 'existing':
      return bookExisting(fact);
    case 'conversion':
      return bookConversion(fact);
    default:
      return unreachable(fact);
  }
}

/** Cash −amount; what is not fee went into trading. */
function bookBuy(fact: TradeFact): Booking {
  const { instrument, currency, units, amount, fee } = fact;
  const cost = amount.minus(fee);
  return {
    kind: 'trade',
    postings: posted(currency, [
      ['assets:cash', amount.negated()],
      ['equity:trading', cost],
      ['expenses:fee', fee],
    ]),
    legs: [{ kind: 'acquire', instrument, currency, units, cost, fee }],
  };
}

/** Cash +amount, which is after the fee; proceeds before it may be smaller than the fee, and then cash falls. */
function bookSell(fact: TradeFact): Booking {
  const { instrument, currency, units, amount, fee } = fact;
  const proceeds = amount.plus(fee);
  return {
    kind: 'trade',
    postings: posted(currency, [
      ['assets:cash', amount],
      ['equity:trading', proceeds.negated()],
      ['expenses:fee', fee],
    ]),
    legs: [{ kind: 'dispose', instrument, currency, units, proceeds, fee }],
  };
}

function bookCash(fact: CashFact): Booking {
  const effect = fact.direction === 'in' ? fact.amount : fact.amount.negated();
  return {
    kind: fact.direction === 'in' ? 'deposit' : 'withdrawal',
    postings: posted(fact.currency, [
      ['assets:cash', effect],
      ['equity:external', effect.negated()],
    ]),
    legs: [],
  };
}

/** Income is gross, tax what was withheld, cash the net; a reinvestment spends the net at once on units. */
function bookDividend(fact: DividendFact): Booking {
  const { instrument, currency, gross, withheld, net, reinvestedUnits } = fact;
  const income: Leg = { kind: 'income', instrument, currency, gross, withheld };
  const reinvested = reinvestedUnits !== undefined;
  return {
    kind: 'dividend',
    postings: posted(currency, [
      [reinvested ? 'equity:trading' : 'assets:cash', net],
      ['income:dividend', gross.negated()],
      ['expenses:tax', gross.minus(net)],
    ]),
    legs: reinvested
      ? [
          income,
          { kind: 'acquire', instrument, currency, units: reinvestedUnits, cost: net, fee: Decimal.zero },
        ]
      : [income],
  };
}

function bookInterest(fact: InterestFact): Booking {
  return {
    kind: 'interest',
    postings: posted(fact.currency, [
      ['assets:cash', fact.amount],
      ['income:interest', fact.amount.negated()],
    ]),
    legs: [],
  };
}

function bookFee(fact: FeeFact): Booking {
  const spent = fact.refund ? fact.amount.negated() : fact.amount;
  return {
    kind: 'fee',
    postings: posted(fact.currency, [
      ['assets:cash', spent.negated()],
      [fact.feeKind === 'tax' ? 'expenses:tax' : 'expenses:fee', spent],
    ]),
    legs: [],
  };
}

function bookSplit(fact: SplitFact): Booking {
  const { instrument, currency, newUnits, oldUnits, cashInLieu } = fact;
  return {
    kind: 'split',
    postings:
      cashInLieu === undefined
        ? []
        : posted(currency, [
            ['assets:cash', cashInLieu],
            ['equity:trading', cashInLieu.negated()],
          ]),
    legs: [
      {
        kind: 'split',
        instrument,
        newUnits,
        oldUnits,
        ...(cashInLieu === undefined ? {} : { cashInLieu: { amount: cashInLieu, currency } }),
      },
    ],
  };
}

function bookReturnOfCapital(fact: ReturnOfCapitalFact): Booking {
  const { instrument, currency, amount } = fact;
  return {
    kind: 'return_of_capital',
    postings: posted(currency, [
      ['assets:cash', amount],
      ['equity:trading', amount.negated()],
    ]),
    legs: [{ kind: 'return_of_capital', instrument, currency, amount }],
  };
}

/** No cash moves: what the units had cost came in from outside together with them. */
function bookExisting(fact: ExistingFact): Booking {
  const { instrument, currency, units, cost } = fact;
  return {
    kind: 'existing',
    postings: posted(currency, [
      ['equity:trading', cost],
      ['equity:external', cost.negated()],
    ]),
    legs: [{ kind: 'acquire', instrument, currency, units, cost, fee: Decimal.zero }],
  };
}

function bookConversion(fact: ConversionFact): Booking {
  const { currency, amount, fee, toCurrency, toAmount } = fact;
  return {
    kind: 'conversion',
    postings: [
      ...posted(currency, [
        ['assets:cash', amount.plus(fee).negated()],
        ['equity:conversion', amount],
        ['expenses:fee', fee],
      ]),
      ...posted(toCurrency, [
        ['assets:cash', toAmount],
        ['equity:conversion', toAmount.negated()],
      ]),
    ],
    legs: [],
  };
}

function posted(currency: Currency, rows: readonly (readonly [Account, Decimal])[]): readonly Posting[] {
  return rows
    .filter(([, amount]) => !amount.isZero())
    .map(([account, amount]) => ({ account, currency, amount }));
}

function fundedFromOutside(postings: readonly Posting[]): readonly Posting[] {
  return mergePostings(
    postings.map((posting) =>
      posting.account === 'assets:cash' ? { ...posting, account: 'equity:external' } : posting,
    ),
  );
}
