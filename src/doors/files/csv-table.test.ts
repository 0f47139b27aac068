import { describe, expect, it } from 'vitest';
import { readCsvTable, readHeader } from './csv-table.ts';
import { rowsMax } from './format.ts';

const both = [',', ';'];

function linesAndCells(text: string): readonly (readonly [number, readonly string[]])[] {
  return readCsvTable(text, both).rows.map(({ line, cells }) => [line, cells] as const);
}

function problemsOf(text: string): readonly (readonly [number, string])[] {
  return readCsvTable(text, both).problems.map(({ line, code }) => [line, code] as const);
}

describe('readCsvTable', () => {
  it('gives each row with the line on which it starts', () => {
    expect(linesAndCells('a,b\n1,2\n\n"x\ny","say ""hi"""\n3,4\n')).toEqual([
      [2, ['1', '2']],
      [4, ['x\ny', 'say "hi"']],
      [6, ['3', '4']],
    ]);
  });

  it('reads the same from CRLF, CR and a byte order mark', () => {
    const expected = readCsvTable('a,b\n1,"x\ny"\n', both);
    expect(readCsvTable('a,b\r\n1,"x\r\ny"\r\n', both)).toEqual(expected);
    expect(readCsvTable('a,b\r1,"x\ry"\r', both)).toEqual(expected);
    expect(readCsvTable('\uFEFFa,b\n1,"x\ny"\n', both)).toEqual(expected);
  });

  it('takes the delimiter from the header, outside quotes', () => {
    expect(linesAndCells('a;b\n1,5;2\n')).toEqual([[2, ['1,5', '2']]]);
    expect(readCsvTable('"a;;;x",b\n1,2\n', both).header?.cells).toEqual(['a;;;x', 'b']);
  });

  it('leaves out rows without content', () => {
    expect(linesAndCells('a,b\n,\n  , \n1,2\n')).toEqual([[4, ['1', '2']]]);
  });

  it('says that a file is empty', () => {
    expect(problemsOf('')).toEqual([[1, 'empty_file']]);
    expect(problemsOf('\uFEFF\r\n\r\n')).toEqual([[1, 'empty_file']]);
  });

  it('finds every stray quote, and the rows around it', () => {
    const text = 'a,b\n1,x"y\n2,3\n4,z"\n5,6\n';
    expect(problemsOf(text)).toEqual([
      [2, 'stray_quote'],
      [4, 'stray_quote'],
    ]);
    expect(linesAndCells(text).map(([line]) => line)).toEqual([3, 5]);
  });

  it('stops at a quote after which it is open where cells end', () => {
    const text = 'a,b\n1,2\n3,"4"5\n6,7\n8,"9\n';
    expect(problemsOf(text)).toEqual([[3, 'stray_quote']]);
    expect(linesAndCells(text).map(([line]) => line)).toEqual([2]);
  });

  it('names the row whose quote is never closed', () => {
    expect(problemsOf('a,b\n1,2\n3,"4\n5,6\n7,8\n')).toEqual([[3, 'unclosed_quote']]);
    expect(problemsOf(`a,b\n1,"${'x'.repeat(100_001)}"\n`)).toEqual([[2, 'unclosed_quote']]);
  });
});

describe('the bound on rows', () => {
  it('lets as many through and refuses one more', () => {
    const three = readCsvTable('a\n1\n2\n3\n', both, 3);
    expect([three.rows.length, three.problems]).toEqual([3, []]);
    const four = readCsvTable('a\n1\n2\n3\n4\n', both, 3);
    expect(four.problems.map(({ line, code }) => [line, code])).toEqual([[5, 'too_many_rows']]);
    expect(four.rows).toEqual([]);
  });

  it('does not count rows without content', () => {
    const table = readCsvTable('\n,\n,\na,b\n,\n1,1\n,\n2,2\n,\n,\n3,3\n', both, 3);
    expect([table.rows.map(({ line }) => line), table.problems]).toEqual([[6, 8, 11], []]);
  });

  it('is a million', () => {
    expect(rowsMax).toBe(1_000_000);
  });
});

describe('readHeader', () => {
  it('gives the names of the first line in one spelling', () => {
    expect(readHeader('\uFEFF\r\nDate;Unit Price;unit_price;REF #\r\n1;2;3;4', both)).toEqual([
      'date',
      'unitprice',
      'unitprice',
      'ref#',
    ]);
  });

  it('gives nothing for a text without one', () => {
    expect(readHeader('', both)).toEqual([]);
    expect(readHeader('"open', both)).toEqual([]);
  });
});
