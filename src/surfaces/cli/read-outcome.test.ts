import { describe, expect, it } from 'vitest';
import { readOutcome } from './read-outcome.ts';

const base = { operation: 'buy', portfolio: 'main' };
const first = { at: '2026-05-01T09:00:00.000Z', door: 'http' };

const good = [
  { ...base, status: 'accepted', result: {}, entry_id: 'ent_1' },
  { ...base, status: 'matched', result: {} },
  { ...base, status: 'held', result: {}, review_id: 'rev_1' },
  { ...base, status: 'duplicate', result: {}, first },
  { ...base, status: 'unchanged', code: 'same_value', result: {} },
  { ...base, status: 'refused', code: 'insufficient_cash', message: 'No.', detail: {} },
  { ...base, status: 'failed', code: 'disk_full', message: 'No.' },
  { ...base, status: 'defect', code: 'defect', message: 'No.' },
];

describe('an outcome from a hub', () => {
  it.each(good)('is recognised when it is $status, without what only HTTP adds', (outcome) => {
    const added = { type: '/docs', title: 'Title', http_status: 200 };
    expect(readOutcome({ ...outcome, ...added, from_the_future: 1 })).toEqual({
      ...outcome,
      from_the_future: 1,
    });
  });

  it.each(
    good.flatMap((outcome) =>
      Object.keys(outcome).map((member) => ({ status: outcome.status, member, outcome })),
    ),
  )('is not recognised when it is $status with another kind of $member', ({ member, outcome }) => {
    const optional = ['entry_id', 'review_id'].includes(member);
    for (const other of [5, null]) {
      const read = readOutcome({ ...outcome, [member]: other });
      expect(read === undefined).toBe(!optional);
    }
  });

  it.each([
    null,
    'accepted',
    [],
    {},
    { ...base, status: 'toString' },
    { ...base, status: 'refused', code: 'new', message: '', detail: {} },
  ])('is not %j', (body) => {
    expect(readOutcome(body)).toBeUndefined();
  });
});
