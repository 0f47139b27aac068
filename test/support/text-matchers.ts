import { expect } from 'vitest';

/** Vitest types its matchers as `any`, which would spread into every table that holds one. */
export function textWith(part: string): unknown {
  return expect.stringContaining(part);
}

export function textLike(pattern: RegExp): unknown {
  return expect.stringMatching(pattern);
}
