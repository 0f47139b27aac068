/**
 * A write in two steps: the first call is answered with what it would book and a token, the second, with the token and
 * exactly the same arguments, books it.
 */
import type { Hub, Wish } from '../../engine/hub.ts';
import type { Outcome } from '../../engine/outcome.ts';
import type { RefusalCode } from '../../engine/refusal-code.ts';
import { requiresKey } from '../../engine/replay-contract.ts';
import { type JsonObject, toCanonicalJson } from '../../ledger/json-value.ts';
import { type ConfirmationTokens, tokenLifetimeMs } from './confirmation-tokens.ts';

/** What would be booked, and the token that books it. */
export type PreviewedOutcome = Outcome & { readonly confirmation_token: string; readonly notice: string };

export interface ConfirmWishOptions {
  readonly hub: Hub;
  readonly tokens: ConfirmationTokens;
}

/** Books only with a token that was issued for this very wish; answers otherwise with a preview or a refusal. */
export async function confirmWish(
  wish: Wish,
  token: string | undefined,
  { hub, tokens }: ConfirmWishOptions,
): Promise<Outcome | PreviewedOutcome> {
  const { operation, input, key } = wish;
  const prepared = operation.prepare(input);
  // Bad input is the hub's to word; a dry run cannot book, whatever it makes of it.
  if (prepared.kind === 'problems') return hub.submit({ ...wish, dryRun: true });
  if (wish.dryRun === true) {
    if (token === undefined) return hub.submit(wish);
    return refuseToken(wish, 'Give either dry_run, to look, or confirmation_token, to book.');
  }
  // The dry run needs no key. Without this the second call would be refused for it, and the token wasted.
  if (key === undefined && hub.keysRequired && requiresKey(operation.replay)) {
    const message = `"idempotency_key" is missing. ${operation.name} needs it before it can be confirmed.`;
    return refuse(wish, 'idempotency_key_required', message, { field: 'idempotency_key' });
  }
  const name = nameWish(wish, prepared.canonical);
  if (token === undefined) {
    const outcome = await hub.submit({ ...wish, dryRun: true });
    if (!wouldBook(outcome)) return outcome;
    const minutes = tokenLifetimeMs / 60_000;
    return {
      ...outcome,
      confirmation_token: tokens.issue(name),
      notice: `Nothing is booked yet. To book it, call ${operation.name} within ${minutes} minutes with exactly these arguments and this confirmation_token.`,
    };
  }
  const spent = tokens.spend(token, name);
  switch (spent) {
    case 'spent':
      return hub.submit(wish);
    case 'not_open':
      return refuseToken(
        wish,
        `This confirmation_token was used, has expired or is not known. Call ${operation.name} without it to see what would be booked and to get a new one.`,
      );
    case 'other_wish':
      return refuseToken(
        wish,
        `This confirmation_token was given for other arguments. Send exactly those, or call ${operation.name} without it to get one for these.`,
      );
    default:
      return spent satisfies never;
  }
}

/** Equal exactly when two calls are the same wish: the actor and how an amount is written do not matter. */
function nameWish({ operation, portfolio, key }: Wish, canonical: JsonObject): string {
  return toCanonicalJson([operation.name, portfolio, key ?? null, canonical]);
}

function wouldBook(outcome: Outcome): boolean {
  return outcome.status === 'accepted' || outcome.status === 'matched' || outcome.status === 'held';
}

function refuseToken(wish: Wish, message: string): Outcome {
  return refuse(wish, 'invalid_input', message, { field: 'confirmation_token' });
}

function refuse(wish: Wish, code: RefusalCode, message: string, detail: JsonObject): Outcome {
  return {
    operation: wish.operation.name,
    portfolio: wish.portfolio,
    ...(wish.key === undefined ? {} : { idempotency_key: wish.key }),
    status: 'refused',
    code,
    message,
    detail,
  };
}
