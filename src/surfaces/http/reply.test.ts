import { describe, expect, it } from 'vitest';
import { textLike } from '../../../test/support/text-matchers.ts';
import { Fault, type Outcome } from '../../engine/outcome.ts';
import { refusalCodes } from '../../engine/refusal-code.ts';
import { toEntryId } from '../../ledger/entry.ts';
import { refusalClasses } from '../outcome-table.ts';
import { type HttpReply, replyHeaderOf } from './http-message.ts';
import { errorReply, outcomeReply } from './reply.ts';

const base = { operation: 'deposit', portfolio: 'main', idempotency_key: 'k' } as const;
const booked = { ...base, entry_id: toEntryId(7), result: { amount: '5' } } as const;
const first = { at: '2026-05-01T09:00:00.000Z', door: 'http' } as const;
const refused = { ...base, status: 'refused', message: 'No.', detail: { why: 1 } } as const;

/** Statuses as docs/reference and the interface promise them, written out by hand. */
const good: readonly (readonly [Outcome, number, string | undefined])[] = [
  [{ ...booked, status: 'accepted' }, 201, undefined],
  [{ ...booked, status: 'accepted', dry_run: true }, 200, undefined],
  [{ ...booked, status: 'matched' }, 200, undefined],
  [{ ...booked, status: 'held', review_id: 'r' }, 202, undefined],
  [{ ...booked, status: 'duplicate', first }, 200, 'true'],
  [{ ...base, status: 'unchanged', code: 'already_reversed', result: {} }, 200, undefined],
];

function textOf({ body }: HttpReply): string {
  if (typeof body !== 'string') throw new Error('The body is no text');
  return body;
}

function bodyOf(reply: HttpReply): unknown {
  return JSON.parse(textOf(reply));
}

describe('a reply', () => {
  it.each(good)('carries %j as it is', (outcome, status, replayed) => {
    const reply = outcomeReply(outcome, 'by-key');
    expect(reply.status).toBe(status);
    expect(bodyOf(reply)).toEqual(outcome);
    expect(replyHeaderOf(reply, 'content-type')).toBe('application/json');
    expect(replyHeaderOf(reply, 'idempotency-replayed')).toBe(replayed);
  });

  it('answers 200 to an accepted value', () => {
    expect(outcomeReply({ ...booked, status: 'accepted' }, 'by-value').status).toBe(200);
  });

  it.each(refusalCodes)('is a problem for %s, with the outcome inside it', (code) => {
    const statuses = { bad_input: 400, not_found: 404, conflict: 409, rule: 422 };
    const reply = outcomeReply({ ...refused, code }, 'by-key');
    expect(reply.status).toBe(statuses[refusalClasses[code]]);
    expect(replyHeaderOf(reply, 'content-type')).toBe('application/problem+json');
    expect(bodyOf(reply)).toEqual({
      type: `/docs#code-${code}`,
      title: textLike(/^[A-Z][a-z ]+$/),
      ...refused,
      code,
    });
  });

  it('has a title that is the code in words', () => {
    const reply = outcomeReply({ ...refused, code: 'insufficient_cash' }, 'by-key');
    expect(bodyOf(reply)).toMatchObject({ title: 'Insufficient cash' });
  });

  it('is 500 for a defect', () => {
    const reply = outcomeReply({ ...base, status: 'defect', code: 'defect', message: 'Ours.' }, 'by-key');
    expect([reply.status, bodyOf(reply)]).toMatchObject([500, { status: 'defect', message: 'Ours.' }]);
  });

  it.each([
    ['unavailable', 503, '1'],
    ['outcome_unknown', 503, '1'],
    ['disk_full', 507, undefined],
  ] as const)('is %s with %i, thrown or answered', (code, status, retryAfter) => {
    const replies = [
      outcomeReply({ ...base, status: 'failed', code, message: 'Away.' }, 'by-key'),
      errorReply(new Fault(code, 'Away.', new Error('inside')), {}),
    ];
    for (const reply of replies) {
      expect(reply.status).toBe(status);
      expect(replyHeaderOf(reply, 'retry-after')).toBe(retryAfter);
      expect(bodyOf(reply)).toMatchObject({ status: 'failed', code, message: 'Away.' });
      expect(textOf(reply)).not.toContain('inside');
    }
  });

  it('says nothing of a thrown value, whatever it is', () => {
    for (const thrown of [new TypeError('SQL'), 'SQL', { message: 'SQL' }, undefined]) {
      const reply = errorReply(thrown, { portfolio: 'main' });
      expect(reply.status).toBe(500);
      expect(bodyOf(reply)).toMatchObject({
        status: 'defect',
        code: 'defect',
        portfolio: 'main',
      });
      expect(textOf(reply)).not.toContain('SQL');
    }
  });

  it('is never cached and never guessed at', () => {
    for (const reply of [
      outcomeReply({ ...booked, status: 'accepted' }, 'by-key'),
      errorReply(undefined, {}),
    ]) {
      expect(replyHeaderOf(reply, 'cache-control')).toBe('no-store');
      expect(replyHeaderOf(reply, 'x-content-type-options')).toBe('nosniff');
    }
  });
});
