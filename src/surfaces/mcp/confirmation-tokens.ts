/**
 * Tokens that stand between what a write would book and booking it.
 *
 * Invariants: (1) a token is good once, for exactly the wish it was issued for, and for ten minutes; (2) spending is
 * one synchronous step, so two calls at the same time cannot both have it; (3) memory is bounded: of the wish only a
 * hash is kept, and the oldest token gives way to a new one when too many are open. Tokens live in this process: after
 * a restart there are none.
 */
import { createHash } from 'node:crypto';

/** Longer, and what was shown is no longer what the books say; shorter, and a person cannot read it in peace. */
export const tokenLifetimeMs = 600_000;
/** A caller that never confirms pushes out its own old tokens, not the process's memory. */
export const openTokensMax = 1_000;

export interface ConfirmationTokensOptions {
  /** Must not be guessable. */
  readonly newToken: () => string;
  /** Milliseconds on a clock that never jumps. */
  readonly monotonic: () => number;
}

export class ConfirmationTokens {
  readonly #options: ConfirmationTokensOptions;
  /** In the order of issue, which is also the order in which they expire. */
  readonly #open = new Map<string, { readonly wish: string; readonly expiresAt: number }>();

  constructor(options: ConfirmationTokensOptions) {
    this.#options = options;
  }

  /** A new token for this wish, whose text must be equal exactly when the wish is. */
  issue(wish: string): string {
    for (const oldest of this.#open.keys()) {
      if (this.#open.size < openTokensMax) break;
      this.#open.delete(oldest);
    }
    const token = this.#options.newToken();
    this.#open.set(token, { wish: hash(wish), expiresAt: this.#options.monotonic() + tokenLifetimeMs });
    return token;
  }

  /** A token that was given for another wish stays open for its own. */
  spend(token: string, wish: string): 'spent' | 'not_open' | 'other_wish' {
    const found = this.#open.get(token);
    if (found === undefined || found.expiresAt <= this.#options.monotonic()) return 'not_open';
    if (found.wish !== hash(wish)) return 'other_wish';
    this.#open.delete(token);
    return 'spent';
  }
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
