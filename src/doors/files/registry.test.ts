import { describe, expect, it } from 'vitest';
import { readFixture } from '../../../test/support/file-fixture.ts';
import { detectFormat, fileFormats, findFormat } from './registry.ts';

const fixtures: readonly (readonly [string, string | undefined])[] = [
  ['utrade-first.csv', 'utrade'],
  ['utrade-second.csv', 'utrade'],
  ['ghostfolio.json', 'ghostfolio-json'],
  ['ghostfolio.csv', 'ghostfolio-csv'],
  ['wealthfolio-comma.csv', 'wealthfolio'],
  ['wealthfolio-semicolon.csv', 'wealthfolio'],
  ['bank.csv', undefined],
  ['bank-mapping.json', undefined],
];

describe('detectFormat', () => {
  it.each(fixtures)('finds out what %s is', (name, format) => {
    expect(detectFormat(readFixture(name))?.name).toBe(format);
  });

  it.each(fixtures)('finds it out of %s with a byte order mark and other line ends too', (name, format) => {
    const text = readFixture(name).replace(/\r\n/g, '\n');
    expect(detectFormat(`\uFEFF${text.replaceAll('\n', '\r\n')}`)?.name).toBe(format);
  });

  it.each(['', '<invalid>', '{', '{"activities": 1}', 'a,b\n1,2', '\u0000\u0001'])(
    'does not take %j for a format',
    (text) => {
      expect(detectFormat(text)).toBeUndefined();
    },
  );

  it('does not choose between two formats that fit', () => {
    const header = 'DATE,TYPE,REF #,DESCRIPTION,FEES,AMOUNT,BALANCE';
    expect(detectFormat(`${header},Code,Price,Quantity\n`)).toBeUndefined();
  });
});

describe('findFormat', () => {
  it('finds which format of a family the text has', () => {
    expect(findFormat('ghostfolio', readFixture('ghostfolio.json'))?.name).toBe('ghostfolio-json');
    expect(findFormat('ghostfolio', readFixture('ghostfolio.csv'))?.name).toBe('ghostfolio-csv');
    expect(findFormat('ghostfolio', readFixture('bank.csv'))).toBeUndefined();
  });

  it('finds each format by its name', () => {
    expect(fileFormats.map(({ name }) => name)).toEqual([
      'utrade',
      'ghostfolio-json',
      'ghostfolio-csv',
      'wealthfolio',
      'csv',
    ]);
    for (const format of fileFormats) expect(findFormat(format.name)).toBe(format);
    expect(findFormat('pdf')).toBeUndefined();
  });
});
