import { describe, expect, it } from 'vitest';
import { currencyOf, readFixture } from '../../../../test/support/file-fixture.ts';
import type { FileRow, FormatOptions, ParsedFile } from '../format.ts';
import { ghostfolioJson } from './ghostfolio-json.ts';

const exported = readFixture('ghostfolio.json');

function parse(text: string, options: Partial<FormatOptions> = {}): ParsedFile {
  return ghostfolioJson.parse(text, { currency: currencyOf('CHF'), ...options });
}

function rowsOf(text: string, options: Partial<FormatOptions> = {}): readonly FileRow[] {
  const parsed = parse(text, options);
  if (parsed.kind === 'problems') throw new Error(JSON.stringify(parsed.problems));
  return parsed.rows;
}

/** A file with one activity: a purchase of 2 KLEE at 10 in EUR on 2021-05-04, with these members in place of its own. */
function fileOf(members: string): string {
  const own = [
    '"type": "BUY"',
    '"symbol": "KLEE"',
    '"quantity": 2',
    '"unitPrice": 10',
    '"fee": 0',
    '"currency": "EUR"',
    '"date": "2021-05-04T00:00:00.000Z"',
  ];
  const names = [...members.matchAll(/"(\w+)":/g)].map((match) => match[1]);
  const kept = own.filter((member) => !names.some((name) => member.startsWith(`"${name}"`)));
  return `{"activities": [\n{ ${[...kept, ...(members === '' ? [] : [members])].join(', ')} }\n]}`;
}

function eventOf(members: string): unknown {
  return JSON.parse(JSON.stringify(rowsOf(fileOf(members))[0]?.event));
}

function problemsOf(text: string): readonly (readonly [number, string, string | undefined])[] {
  const parsed = parse(text);
  return parsed.kind === 'problems'
    ? parsed.problems.map(({ line, code, field }) => [line, code, field] as const)
    : [];
}

describe('a Ghostfolio export', () => {
  it('is read whole, each row with the line on which it starts and its own id', () => {
    expect(rowsOf(exported).map(({ line, sourceId }) => [line, sourceId])).toEqual([
      [5, 'act-1'],
      [19, 'act-2'],
      [24, 'act-3'],
      [26, 'act-4'],
      [28, 'act-5'],
      [30, 'act-6'],
    ]);
  });

  it('is told without comment, tags and data source, and with all digits of the time', () => {
    const rows = rowsOf(exported);
    expect(rows[0]?.told).toEqual({
      date: '2021-05-04',
      type: 'BUY',
      symbol: 'KLEE',
      currency: 'EUR',
      quantity: '3',
      unitPrice: '10.333',
      fee: '1',
      account: 'acc-north',
    });
    expect(rows[1]?.told['time']).toBe('09:30:15.123456Z');
    expect(rows[5]?.told).toMatchObject({ quantity: '0.00000012', unitPrice: '50000' });
  });

  it('tells a row in the same words after a comment and tags were changed', () => {
    const changed = exported.replace('"the first one"', '"import 4"').replace('"tags": []', '"tags": ["x"]');
    expect(changed).not.toBe(exported);
    expect(rowsOf(changed).map(({ told }) => told)).toEqual(rowsOf(exported).map(({ told }) => told));
  });
});

describe('an activity of Ghostfolio', () => {
  const base = { date: '2021-05-04', currency: 'EUR' };
  const trade = {
    ...base,
    kind: 'trade',
    side: 'buy',
    instrument: 'KLEE',
    units: '2',
    price: '10',
    amount: '20',
    fee: '0',
  };
  const dividend = { ...base, kind: 'dividend', instrument: 'KLEE' };
  const fee = { ...base, kind: 'fee', feeKind: 'fee', refund: false };
  const facts: readonly (readonly [string, string, object])[] = [
    ['a purchase', '', trade],
    // 3 × 10.333 + 1 = 31.999
    [
      'a purchase rounded once',
      '"quantity": 3, "unitPrice": 10.333, "fee": 1',
      { ...trade, units: '3', price: '10.333', amount: '32', fee: '1' },
    ],
    // 3 × 0.335 = 1.005, a tie that goes up; a JavaScript number would make 1.00 of it
    [
      'a tie exactly',
      '"quantity": 3, "unitPrice": 0.335',
      { ...trade, units: '3', price: '0.335', amount: '1.01' },
    ],
    // 3 × 0.333 + 0.005 = 1.004; the parts rounded alone would make 1.005
    [
      'a fee finer than a cent',
      '"quantity": 3, "unitPrice": 0.333, "fee": 0.005',
      { ...trade, units: '3', price: '0.333', amount: '1', fee: '0.005' },
    ],
    [
      'yen without decimals',
      '"currency": "JPY", "quantity": 3, "unitPrice": 33.5',
      { ...trade, currency: 'JPY', units: '3', price: '33.5', amount: '101' },
    ],
    ['a sale', '"type": "SELL", "fee": 0.99', { ...trade, side: 'sell', amount: '19.01', fee: '0.99' }],
    [
      'a sale below its fee',
      '"type": "SELL", "quantity": 200, "unitPrice": 0.0005, "fee": 6',
      { ...trade, side: 'sell', units: '200', price: '0.0005', amount: '-5.9', fee: '6' },
    ],
    ['nothing bought', '"quantity": 0, "unitPrice": 0', { ...trade, units: '0', price: '0', amount: '0' }],
    [
      'an exponent',
      '"quantity": 1.2e-7, "unitPrice": 5e4',
      { ...trade, units: '0.00000012', price: '50000', amount: '0.01' },
    ],
    [
      'a dividend',
      '"type": "DIVIDEND", "unitPrice": 0.62, "quantity": 5',
      { ...dividend, gross: '3.1', withheld: '0', net: '3.1' },
    ],
    [
      'a dividend less its fee',
      '"type": "DIVIDEND", "unitPrice": 162.55, "quantity": 1, "fee": 42.26',
      { ...dividend, gross: '162.55', withheld: '42.26', net: '120.29' },
    ],
    [
      'a dividend taken back',
      '"type": "DIVIDEND", "unitPrice": -0.35, "quantity": 2',
      { ...dividend, gross: '-0.7', withheld: '0', net: '-0.7' },
    ],
    [
      'interest less its fee',
      '"type": "INTEREST", "unitPrice": 2.345, "quantity": 1, "fee": 0.1',
      { ...base, kind: 'interest', amount: '2.25' },
    ],
    [
      'interest charged',
      '"type": "INTEREST", "unitPrice": -3, "quantity": 1',
      { ...base, kind: 'interest', amount: '-3' },
    ],
    ['a fee', '"type": "FEE", "quantity": 0, "unitPrice": 0, "fee": 49', { ...fee, amount: '49' }],
    ['a fee told as a price', '"type": "FEE", "quantity": 1, "unitPrice": 4.5', { ...fee, amount: '4.5' }],
    [
      'a fee paid back',
      '"type": "FEE", "quantity": 0, "unitPrice": 0, "fee": -2',
      { ...fee, amount: '2', refund: true },
    ],
    ['a type in lower case', '"type": "buy"', trade],
    ['a number in quotes', '"quantity": "2"', trade],
    ['an activity without currency', '"currency": null', { ...trade, currency: 'CHF' }],
    ['a time', '"date": "2021-05-04T16:25:19.368113Z"', { ...trade, instant: '2021-05-04T16:25:19.368Z' }],
    ['a day without time', '"date": "2021-05-04"', trade],
  ];
  it.each(facts)('reads %s', (_what, members, fact) => {
    expect(eventOf(members)).toEqual({ kind: 'fact', fact });
  });

  it('reads a time without offset in the zone of the options', () => {
    const [row] = rowsOf(fileOf('"date": "2021-05-04T09:05:00"'), { zone: 'Europe/Berlin' });
    expect(row?.event.kind === 'fact' ? [row.event.fact.date, row.event.fact.instant] : []).toEqual([
      '2021-05-04',
      '2021-05-04T07:05:00.000Z',
    ]);
  });

  const incomplete: readonly (readonly [string, string, readonly string[]])[] = [
    ['symbol', '"symbol": null', ['instrument']],
    ['quantity', '"quantity": null', ['units', 'amount']],
    ['price', '"unitPrice": null', ['amount']],
  ];
  it.each(incomplete)('is incomplete without %s', (_what, members, missing) => {
    expect(eventOf(members)).toMatchObject({ kind: 'incomplete', missing });
  });

  it('says what it knows when it is incomplete', () => {
    expect(eventOf('"symbol": "", "fee": 1')).toEqual({
      kind: 'incomplete',
      missing: ['instrument'],
      known: {
        kind: 'trade',
        side: 'buy',
        date: '2021-05-04',
        currency: 'EUR',
        units: '2',
        price: '10',
        fee: '1',
        amount: '21',
      },
    });
  });

  const refused: readonly (readonly [string, string, string])[] = [
    ['"date": "<invalid>"', 'bad_date', 'date'],
    ['"date": "16/09/2021"', 'bad_date', 'date'],
    ['"date": null', 'missing_field', 'date'],
    ['"type": "<invalid>"', 'unknown_type', 'type'],
    ['"type": "LIABILITY"', 'unsupported_type', 'type'],
    ['"type": "ITEM"', 'unsupported_type', 'type'],
    ['"type": ["BUY"]', 'bad_value', 'type'],
    ['"quantity": -2', 'negative_amount', 'quantity'],
    ['"quantity": true', 'bad_value', 'quantity'],
    ['"quantity": "two"', 'bad_amount', 'quantity'],
    ['"quantity": "2e1"', 'bad_amount', 'quantity'],
    ['"quantity": 1e999999', 'bad_amount', 'quantity'],
    ['"quantity": 0.0000000000000000001', 'bad_amount', 'quantity'],
    ['"unitPrice": -10', 'negative_amount', 'unitPrice'],
    ['"fee": -1', 'negative_amount', 'fee'],
    ['"currency": "euro!"', 'bad_currency', 'currency'],
    ['"currency": "GBp"', 'hundredth_currency', 'currency'],
    ['"symbol": "\\u0000"', 'bad_text', 'symbol'],
    [`"symbol": "${'x'.repeat(65)}"`, 'bad_instrument', 'symbol'],
    [`"symbol": "${'x'.repeat(201)}"`, 'text_too_long', 'symbol'],
    ['"quantity": 1e30, "unitPrice": 1e30', 'amount_too_long', 'amount'],
  ];
  it.each(refused)('is refused with %s', (members, code, field) => {
    const found = problemsOf(fileOf(members)).filter(
      ([, found]) => found !== 'missing_field' || code === 'missing_field',
    );
    expect(found).toEqual([[2, code, field]]);
  });
});

describe('accounts of a Ghostfolio export', () => {
  const accountsOf = (text: string, options: Partial<FormatOptions> = {}) =>
    rowsOf(text, options).map(({ event }) => (event.kind === 'fact' ? event.fact.account : 'no fact'));

  it('are kept apart when there are several', () => {
    expect(accountsOf(exported)).toEqual([
      'acc-north',
      'acc-north',
      'acc-north',
      'acc-north',
      undefined,
      'acc-south',
    ]);
  });

  it('are left out when there is only one', () => {
    const single = exported.replace('acc-south', 'acc-north');
    expect(accountsOf(single)).toEqual(Array(6).fill(undefined));
  });

  it('give way to the account of the options', () => {
    expect(accountsOf(exported, { account: 'U-7' })).toEqual(Array(6).fill('U-7'));
  });

  it('are listed', () => {
    const parsed = parse(exported);
    expect(parsed.kind === 'rows' ? parsed.accounts : undefined).toEqual(['acc-north', 'acc-south']);
  });
});
