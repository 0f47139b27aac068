import { describe, expect, it } from 'vitest';
import { hasOwnMarker, readLeadingMarker, readMarkerName } from './own-marker.ts';

describe('the own mark', () => {
  it.each([
    '<!-- ai-review -->',
    '<!--ai-review-->',
    'text\n<!-- ai-review sha=1 -->',
    '> <!-- ai-review -->',
    '<!--\n ai-review\n-->',
    '<!-- other --><!-- ai-review -->',
    '<!-- ai-review:2026-W19 -->',
    '<!-- ai-review=1 -->',
    'cut off <!-- ai-review',
    '<!-- <!-- ai-review -->',
  ])('is found in %j', (text) => {
    expect(hasOwnMarker(text, 'ai-review')).toBe(true);
  });

  it.each([
    'ai-review',
    '<!-- ai-review-comment -->',
    '<!-- my-ai-review -->',
    '<!-- AI-review -->',
    '<!-- the ai-review -->',
    '<!- ai-review -->',
    '',
    '<!--',
  ])('is not found in %j', (text) => {
    expect(hasOwnMarker(text, 'ai-review')).toBe(false);
  });

  it('is read only at the start', () => {
    expect(readLeadingMarker('\n <!-- m  A\tB --> x', 'm')).toEqual({ tokens: ['A', 'B'] });
    for (const text of ['x <!-- m A -->', '<!-- n --><!-- m A -->', '<!-- <!-- m A -->', '<!-- m A']) {
      expect(readLeadingMarker(text, 'm')).toBeUndefined();
    }
  });

  it.each([
    { given: 'ai-review', name: 'ai-review' },
    { given: '<!-- ai-review -->', name: 'ai-review' },
    { given: 'ai', name: undefined },
    { given: '', name: undefined },
    { given: 'a--b', name: undefined },
    { given: 'a b', name: undefined },
    { given: 'ai-review>', name: undefined },
  ])('may be given as "$given": $name', ({ given, name }) => {
    expect(readMarkerName(given)).toBe(name);
  });
});
