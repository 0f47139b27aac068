import { describe, expect, it } from 'vitest';
import { currencyOf } from '../../../../test/support/file-fixture.ts';
import { rowsMax } from '../format.ts';
import { ghostfolioJson } from './ghostfolio-json.ts';

function problemsOf(text: string): readonly (readonly [number, string, string | undefined])[] {
  const parsed = ghostfolioJson.parse(text, { currency: currencyOf('EUR') });
  return parsed.kind === 'problems'
    ? parsed.problems.map(({ line, code, field }) => [line, code, field] as const)
    : [];
}

describe('a text that is no Ghostfolio export', () => {
  const texts: readonly (readonly [string, readonly (readonly [number, string, string | undefined])[]])[] = [
    ['<invalid>', [[1, 'not_json', undefined]]],
    ['\n[]', [[2, 'no_activities', 'activities']]],
    ['{"activities":\n {}}', [[2, 'no_activities', 'activities']]],
    [
      '{"activities": [\n1,\n"x"]}',
      [
        [2, 'not_an_activity', undefined],
        [3, 'not_an_activity', undefined],
      ],
    ],
    ['{"activities": [],\n "activities": []}', [[2, 'duplicate_member', 'activities']]],
  ];
  it.each(texts)('is refused: %j', (text, problems) => {
    expect(problemsOf(text)).toEqual(problems);
  });

  it('is refused with more than a million activities', () => {
    const text = `{"activities": [1${',1'.repeat(rowsMax)}]}`;
    expect(problemsOf(text)).toEqual([[1, 'too_many_rows', undefined]]);
  });

  it('has every problem named, each on the line where it stands', () => {
    const text = `{"activities": [
      { "type": "BUY", "symbol": "KLEE", "quantity": 1, "unitPrice": 2, "date": "2021-05-04",
        "fee": "one" },
      { "type": "GIFT",
        "date": "yesterday" }
    ]}`;
    expect(problemsOf(text)).toEqual([
      [3, 'bad_amount', 'fee'],
      [4, 'unknown_type', 'type'],
      [5, 'bad_date', 'date'],
    ]);
  });
});
