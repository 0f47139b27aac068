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

function decode(read: MemberReader): Fact {
  const base = {
    date: read.date(),
    currency: read.currency('currency'),
    ...read.instant(),
    ...read.account(),
  };
  const kind = read.text('kind');
  switch (kind) {
    case 'trade': {
      const price = read.optionalAmount('price');
      const side = read.choice('side', ['buy', 'sell'] as const);
      const trade = {
        kind,
        side,
        ...base,
        instrument: read.instrument(),
        units: read.amount('units'),
      } as const;
      const amounts = { amount: read.amount('amount'), fee: read.amount('fee') };
      return { ...trade, ...amounts, ...(price === undefined ? {} : { price }) };
    }
    case 'cash':
      return {
        kind,
        ...base,
        direction: read.choice('direction', ['in', 'out'] as const),
        amount: read.amount('amount'),
      };
    case 'dividend': {
      const units = read.optionalAmount('reinvestedUnits');
      const amounts = {
        gross: read.amount('gross'),
        withheld: read.amount('withheld'),
        net: read.amount('net'),
      };
      const reinvested = units === undefined ? {} : { reinvestedUnits: units };
      return { kind, ...base, instrument: read.instrument(), ...amounts, ...reinvested };
    }
    case 'interest':
      return { kind, ...base, amount: read.amount('amount') };
    case 'fee': {
      const feeKind = read.choice('feeKind', ['fee', 'tax'] as const);
      const fee = {
        kind,
        ...base,
        feeKind,
        amount: read.amount('amount'),
        refund: read.flag('refund'),
      } as const;
      return read.has('instrument') ? { ...fee, instrument: read.instrument() } : fee;
    }
    case 'split': {
      const cashInLieu = read.optionalAmount('cashInLieu');
      const split = { kind, ...base, instrument: read.instrument(), ...read.ratio() } as const;
      return cashInLieu === undefined ? split : { ...split, cashInLieu };
    }
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
