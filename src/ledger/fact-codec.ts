/** Facts as plain data: what doors hand to the engine and what review keeps. */
import { type Currency, parseCurrency } from '../money/currency.ts';
import { Decimal, isDecimalProblem, parseDecimal } from '../money/decimal.ts';
import { type CalendarDate, parseCalendarDate } from './calendar-date.ts';
import type { Fact } from './fact.ts';
import { type Instrument, parseInstrument } from './instrument.ts';
import type { JsonObject, JsonValue } from './json-value.ts';
import { parseRatio } from './ratio.ts';

/** Amounts as text, a split's ratio as `new:old`; absent members are left out. */
export function encodeFact(fact: Fact): JsonObject {
  const encoded: Record<string, JsonValue> = {};
  for (const [name, value] of Object.entries(fact)) {
    if (value instanceof Decimal) encoded[name] = value.toString();
    else if (typeof value === 'string' || typeof value === 'boolean') encoded[name] = value;
  }
  if (fact.kind === 'split') encoded['ratio'] = `${fact.newUnits}:${fact.oldUnits}`;
  return encoded;
}

/** Undefined when a member is missing or not what it should be. */
export function decodeFact(data: JsonObject): Fact | undefined {
  try {
    return decode(memberReader(data));
  } catch (error) {
    if (error instanceof BadMember) return undefined;
    throw error;
  }
}

class BadMember extends Error {}

type MemberReader = ReturnType<typeof memberReader>;

type Base = ReturnType<typeof decodeBase>;

function decodeBase(read: MemberReader) {
  return { date: read.date(), currency: read.currency('currency'), ...read.instant(), ...read.account() };
}

function decode(read: MemberReader): Fact {
  const base = decodeBase(read);
  const kind = read.text('kind');
  switch (kind) {
    case 'trade':
      return decodeTrade(base, read);
    case 'cash':
      return {
        kind,
        ...base,
        direction: read.choice('direction', ['in', 'out'] as const),
        amount: read.amount('amount'),
      };
    case 'dividend':
      return decodeDividend(base, read);
    case 'interest':
      return { kind, ...base, amount: read.amount('amount') };
    case 'fee':
      return decodeFee(base, read);
    case 'split':
      return decodeSplit(base, read);
    case 'return_of_capital':
      return { kind, ...base, instrument: read.instrument(), amount: read.amount('amount') };
    case 'existing':
      return {
        kind,
        ...base,
        instrument: read.instrument(),
        units: read.amount('units'),
        cost: read.amount('cost'),
      };
    case 'conversion': {
      const amounts = {
        amount: read.amount('amount'),
        toAmount: read.amount('toAmount'),
        fee: read.amount('fee'),
      };
      return { kind, ...base, ...amounts, toCurrency: read.currency('toCurrency') };
    }
    default:
      throw new BadMember('kind');
  }
}

function decodeTrade(base: Base, read: MemberReader): Fact {
  const price = read.optionalAmount('price');
  return {
    kind: 'trade',
    side: read.choice('side', ['buy', 'sell'] as const),
    ...base,
    instrument: read.instrument(),
    units: read.amount('units'),
    amount: read.amount('amount'),
    fee: read.amount('fee'),
    ...(price === undefined ? {} : { price }),
  };
}

function decodeDividend(base: Base, read: MemberReader): Fact {
  const reinvestedUnits = read.optionalAmount('reinvestedUnits');
  return {
    kind: 'dividend',
    ...base,
    instrument: read.instrument(),
    gross: read.amount('gross'),
    withheld: read.amount('withheld'),
    net: read.amount('net'),
    ...(reinvestedUnits === undefined ? {} : { reinvestedUnits }),
  };
}

function decodeFee(base: Base, read: MemberReader): Fact {
  return {
    kind: 'fee',
    ...base,
    feeKind: read.choice('feeKind', ['fee', 'tax'] as const),
    amount: read.amount('amount'),
    refund: read.flag('refund'),
    ...(read.has('instrument') ? { instrument: read.instrument() } : {}),
  };
}

function decodeSplit(base: Base, read: MemberReader): Fact {
  const cashInLieu = read.optionalAmount('cashInLieu');
  return {
    kind: 'split',
    ...base,
    instrument: read.instrument(),
    ...read.ratio(),
    ...(cashInLieu === undefined ? {} : { cashInLieu }),
  };
}

function memberReader(data: JsonObject) {
  const text = (name: string): string =>
    present(name, typeof data[name] === 'string' ? data[name] : undefined);
  const amount = (name: string): Decimal => {
    const value = parseDecimal(text(name));
    return present(name, isDecimalProblem(value) ? undefined : value);
  };
  return {
    text,
    amount,
    has: (name: string): boolean => data[name] !== undefined,
    optionalAmount: (name: string): Decimal | undefined =>
      data[name] === undefined ? undefined : amount(name),
    flag: (name: string): boolean => data[name] === true,
    date: (): CalendarDate => present('date', parseCalendarDate(text('date'))),
    currency: (name: string): Currency => present(name, parseCurrency(text(name))),
    instrument: (): Instrument => present('instrument', parseInstrument(text('instrument'))),
    ratio: () => present('ratio', parseRatio(text('ratio'))),
    instant: () => (data['instant'] === undefined ? {} : { instant: text('instant') }),
    account: () => (data['account'] === undefined ? {} : { account: text('account') }),
    choice: <const T extends string>(name: string, choices: readonly T[]): T => {
      const value = text(name);
      return present(
        name,
        choices.find((choice) => choice === value),
      );
    },
  };
}

function present<T>(name: string, value: T | undefined): T {
  if (value === undefined) throw new BadMember(name);
  return value;
}
