import { describe, expect, it } from 'vitest';
import { parseColumnMapping } from './column-mapping.ts';

const small = { columns: { date: 'Day', type: 'Kind' }, types: { Kauf: 'buy' } };

function wrongMembers(value: unknown): readonly string[] {
  const parsed = parseColumnMapping(value);
  return parsed.kind === 'problems' ? parsed.problems.map(({ member }) => member) : [];
}

describe('parseColumnMapping', () => {
  it('fills in what is usual', () => {
    const parsed = parseColumnMapping(small);
    expect(parsed.kind).toBe('mapping');
    if (parsed.kind !== 'mapping') return;
    const { columns, dateFormat, decimal, thousands, types, pending } = parsed.mapping;
    expect([dateFormat, decimal, thousands, pending.size]).toEqual(['iso', '.', '', 0]);
    expect([...columns]).toEqual([
      ['date', 'Day'],
      ['type', 'Kind'],
    ]);
    expect([types.get('kauf'), types.get('sell'), types.get('verkauf')]).toEqual(['buy', 'sell', undefined]);
    expect(
      'delimiter' in parsed.mapping || 'amounts' in parsed.mapping || 'defaultType' in parsed.mapping,
    ).toBe(false);
  });

  it('reads every member', () => {
    const parsed = parseColumnMapping({
      columns: { date: ' Day ', amount: 'Sum' },
      date_format: 'mdy',
      decimal: ',',
      thousands: ' ',
      delimiter: '|',
      types: { 'Sell ': 'deposit' },
      pending: ['Noch  offen'],
      amounts: 'signed',
      defaults: { currency: 'chf', type: 'dividend' },
    });
    expect(parsed.kind === 'mapping' ? parsed.mapping : parsed).toMatchObject({
      dateFormat: 'mdy',
      decimal: ',',
      thousands: ' ',
      delimiter: '|',
      amounts: 'signed',
      defaultCurrency: 'CHF',
      defaultType: 'dividend',
    });
    expect(parsed.kind === 'mapping' ? parsed.mapping.columns.get('date') : '').toBe('Day');
    expect(parsed.kind === 'mapping' ? parsed.mapping.types.get('sell') : '').toBe('deposit');
    expect(parsed.kind === 'mapping' ? parsed.mapping.pending.has('noch offen') : false).toBe(true);
  });

  const wrong: readonly (readonly [unknown, readonly string[]])[] = [
    [undefined, ['mapping', 'columns', 'columns.date', 'columns.type']],
    [[], ['mapping', 'columns', 'columns.date', 'columns.type']],
    [{ columns: {} }, ['columns.date', 'columns.type']],
    [{ columns: { date: 'Day' }, defaults: { type: 'buy' } }, []],
    [{ ...small, columns: { ...small.columns, symbol: 'X' } }, ['columns.symbol']],
    [{ ...small, columns: { ...small.columns, fee: 7 } }, ['columns.fee']],
    [{ ...small, columns: { ...small.columns, fee: ' ' } }, ['columns.fee']],
    [{ ...small, date_format: 'dd.mm.yyyy' }, ['date_format']],
    [{ ...small, dateFormat: 'dmy' }, ['dateFormat']],
    [{ ...small, decimal: ',', thousands: ',' }, ['thousands']],
    [{ ...small, decimal: ';' }, ['decimal']],
    [{ ...small, delimiter: ',,' }, ['delimiter']],
    [
      { ...small, types: { Kauf: 'purchase', Verkauf: 'sell', Gebühr: null } },
      ['types.Kauf', 'types.Gebühr'],
    ],
    [{ ...small, types: { Kauf: 'buy', ' KAUF': 'sell' } }, ['types. KAUF']],
    [{ ...small, types: ['buy'] }, ['types']],
    [{ ...small, pending: 'Pending' }, ['pending']],
    [{ ...small, pending: ['Pending', 3] }, ['pending[1]']],
    [{ ...small, amounts: 'both' }, ['amounts']],
    [
      { ...small, defaults: { currency: '€', type: 'gift', zone: 'UTC' } },
      ['defaults.zone', 'defaults.type', 'defaults.currency'],
    ],
  ];
  it('starts each message with the member', () => {
    const parsed = parseColumnMapping({ ...small, decimal: ';' });
    expect(parsed.kind === 'problems' ? parsed.problems[0]?.message : '').toBe(
      'decimal: Give one of "." ","; ";" was found.',
    );
  });

  it.each(wrong)('names the wrong members of %j', (value, members) => {
    expect(wrongMembers(value)).toEqual(members);
  });
});
