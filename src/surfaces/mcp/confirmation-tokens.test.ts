import { describe, expect, it } from 'vitest';
import { ConfirmationTokens, openTokensMax, tokenLifetimeMs } from './confirmation-tokens.ts';

function openTokens() {
  const clock = { now: 5_000 };
  let issued = 0;
  const tokens = new ConfirmationTokens({ newToken: () => `t${(issued += 1)}`, monotonic: () => clock.now });
  return { clock, tokens };
}

describe('confirmation tokens', () => {
  it('are spent once (invariant 1)', () => {
    const { tokens } = openTokens();
    const token = tokens.issue('buy ten');
    expect(tokens.spend(token, 'buy ten')).toBe('spent');
    expect(tokens.spend(token, 'buy ten')).toBe('not_open');
  });

  it('are good for one wish only, and stay open for it when tried on another (invariant 1)', () => {
    const { tokens } = openTokens();
    const token = tokens.issue('buy ten');
    expect(tokens.spend(token, 'buy eleven')).toBe('other_wish');
    expect(tokens.spend(token, 'buy ten')).toBe('spent');
  });

  it('are good until just before ten minutes have passed (invariant 1)', () => {
    const { clock, tokens } = openTokens();
    expect(tokenLifetimeMs).toBe(10 * 60 * 1_000);
    const early = tokens.issue('early');
    const late = tokens.issue('late');
    clock.now = 5_000 + 599_999;
    expect(tokens.spend(early, 'early')).toBe('spent');
    clock.now = 5_000 + 600_000;
    expect(tokens.spend(late, 'late')).toBe('not_open');
  });

  it('give way to new ones, oldest first, when 1,000 are open (invariant 3)', () => {
    const { tokens } = openTokens();
    expect(openTokensMax).toBe(1_000);
    const all = Array.from({ length: 1_001 }, (_, index) => tokens.issue(`wish ${index}`));
    expect(tokens.spend(all[0] ?? '', 'wish 0')).toBe('not_open');
    expect(tokens.spend(all[1] ?? '', 'wish 1')).toBe('spent');
    expect(tokens.spend(all[1_000] ?? '', 'wish 1000')).toBe('spent');
  });

  it('that have expired make room for new ones before open ones do (invariant 3)', () => {
    const { clock, tokens } = openTokens();
    for (let index = 0; index < 999; index += 1) tokens.issue(`old ${index}`);
    clock.now += 300_000;
    const open = tokens.issue('open');
    clock.now += 300_000;
    for (let index = 0; index < 999; index += 1) tokens.issue(`new ${index}`);
    expect(tokens.spend(open, 'open')).toBe('spent');
  });

  it('are unknown when they were never issued', () => {
    expect(openTokens().tokens.spend('t1', 'buy ten')).toBe('not_open');
  });
});
