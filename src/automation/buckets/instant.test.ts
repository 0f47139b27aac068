import { describe, expect, it } from 'vitest';
import { formatInstant, parseInstant } from './instant.ts';

describe('an instant', () => {
  it.each([
    { text: '2026-05-16T14:30:00+02:00', read: '2026-05-16T12:30:00Z' },
    { text: '2026-05-16T12:30Z', read: '2026-05-16T12:30:00Z' },
    { text: '2026-05-16t12:30:00.5z', read: '2026-05-16T12:30:00.500Z' },
    { text: '2026-05-16T12:30:00.123456789Z', read: '2026-05-16T12:30:00.123Z' },
    { text: '2026-01-01T00:00:00+14:00', read: '2025-12-31T10:00:00Z' },
    { text: '2025-12-31T20:30:00-03:30', read: '2026-01-01T00:00:00Z' },
    { text: '2024-02-29T00:00:00Z', read: '2024-02-29T00:00:00Z' },
  ])('is read from $text', ({ text, read }) => {
    const found = parseInstant(text);
    expect(found.kind === 'instant' ? formatInstant(found.instant) : found.message).toBe(read);
  });

  it.each([
    { text: '2026-05-16T14:30:00', hint: 'Without Z or an offset' },
    { text: '2026-05-16', hint: 'Without Z or an offset' },
    { text: '2026-02-29T00:00:00Z', hint: 'a day that does not exist' },
    { text: '2026-13-01T00:00:00Z', hint: 'a day that does not exist' },
    { text: '2026-00-01T00:00:00Z', hint: 'a day that does not exist' },
    { text: '2026-05-16T24:00:00Z', hint: 'a time that does not exist' },
    { text: '2016-12-31T23:59:60Z', hint: 'write 59' },
    { text: '2026-05-16T12:30:00+24:00', hint: 'a time that does not exist' },
    { text: 'now', hint: 'is no instant' },
    { text: '1778934600', hint: 'is no instant' },
    { text: '', hint: 'is no instant' },
    { text: '2026-05-16T12:30:00Z ', hint: 'is no instant' },
  ])('is not "$text": $hint', ({ text, hint }) => {
    const found = parseInstant(text);
    expect(found).toMatchObject({ kind: 'problem', code: 'bad_instant' });
    expect(found.kind === 'problem' ? found.message : '').toContain(hint);
  });
});
