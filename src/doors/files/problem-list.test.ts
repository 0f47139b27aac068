import { describe, expect, it } from 'vitest';
import { ProblemList } from './problem-list.ts';

function refusalOf(
  count: number,
): readonly { readonly line: number; readonly code: string; readonly message: string }[] {
  const list = new ProblemList();
  for (let line = 1; line <= count; line += 1) list.add({ line, code: 'bad_date', message: 'No date.' });
  const parsed = list.toParsedFile();
  return parsed.kind === 'problems' ? parsed.problems : [];
}

describe('ProblemList', () => {
  it('lists a hundred problems without more', () => {
    expect(refusalOf(100).map(({ code }) => code)).toEqual(Array<string>(100).fill('bad_date'));
  });

  it('counts the others in one last problem', () => {
    expect(refusalOf(101)).toHaveLength(101);
    expect(refusalOf(101)[100]).toEqual({
      line: 101,
      code: 'more_problems',
      message: 'There is 1 more problem. Mend these first and import the file again.',
    });
    expect(refusalOf(250)[100]?.message).toContain('There are 150 more problems.');
  });

  it('lists them by line', () => {
    const list = new ProblemList();
    for (const line of [5, 2, 9]) list.add({ line, code: 'bad_date', message: 'No date.' });
    const parsed = list.toParsedFile();
    expect(parsed.kind === 'problems' ? parsed.problems.map(({ line }) => line) : []).toEqual([2, 5, 9]);
  });

  it('is empty until something is wrong', () => {
    const list = new ProblemList();
    expect(list.isEmpty).toBe(true);
    list.add({ line: 1, code: 'bad_date', message: 'No date.' });
    expect(list.isEmpty).toBe(false);
  });
});
