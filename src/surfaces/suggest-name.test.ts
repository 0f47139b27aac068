import { describe, expect, it } from 'vitest';
import { suggestName } from './suggest-name.ts';

const names = ['buy', 'sell', 'deposit', 'record-dividend', 'record-interest', 'set-price', 'set-rate'];

describe('a suggestion', () => {
  it.each([
    { found: 'depositt', hint: ' Did you mean "deposit"?' },
    { found: 'depsoit', hint: ' Did you mean "deposit"?' },
    { found: 'byu', hint: ' Did you mean "buy"?' },
    { found: 'DEPOSIT', hint: ' Did you mean "deposit"?' },
    { found: 'record_dividend', hint: ' Did you mean "record-dividend"?' },
    { found: 'record', hint: ' Did you mean "record-dividend" or "record-interest"?' },
    { found: 'dividend', hint: ' Did you mean "record-dividend"?' },
    { found: 'sel', hint: ' Did you mean "sell"?' },
    { found: 'xyz', hint: '' },
    { found: 'x'.repeat(100), hint: '' },
  ])('for $found is "$hint"', ({ found, hint }) => {
    expect(suggestName(found, names)).toBe(hint);
  });
});
