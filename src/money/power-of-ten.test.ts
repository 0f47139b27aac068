import { describe, expect, it } from 'vitest';
import { powerOfTen } from './power-of-ten.ts';

describe('powerOfTen', () => {
  it('is a one with as many zeros as the exponent, inside the table and beyond it', () => {
    for (const exponent of [0, 1, 2, 18, 38, 79, 80, 81, 82, 200]) {
      expect(powerOfTen(exponent).toString()).toBe(`1${'0'.repeat(exponent)}`);
    }
  });
});
