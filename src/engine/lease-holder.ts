/**
 * One worker's side of a lease. Whoever runs it calls `tick` several times a term and acts only while `fence` is there.
 *
 * - `watching`: somebody else holds the lease, or nobody is known to. Left for `holding` when the lease is free, or when
 *   its holder has been silent for a whole term.
 * - `holding`: entered by a claim that was granted. Left for `watching` when a heartbeat finds that the lease was given
 *   on, and for `released` by `release`.
 * - `released`: the end.
 *
 * Invariants: (1) silence is measured by the observer's own monotonic clock, from the end of the look that first saw a
 * beat to the start of the one that still sees it, so never too long; no clock of another machine and no time of day
 * takes part; (2) a holder that has not heard from the store for a term shows no fence, although it may still hold the
 * lease; (3) what a holder writes with an old fence is refused by the store, so (1) and (2) only save useless work.
 */
import { beatLease, claimLease, isSameBeat, loadLease, releaseLease } from './change-lease.ts';
import type { Fence, Lease } from './lease.ts';
import type { Store } from './store-protocol.ts';

export interface LeaseHolderOptions {
  /** What must run once at a time, such as `scheduler`. */
  readonly name: string;
  /** Names this holder among all others, in every process: a random id. People see it in the store. */
  readonly holder: string;
  /** Milliseconds of silence after which a holder is taken for dead. At least three times the pause between ticks. */
  readonly termMs: number;
  /** Milliseconds on a clock that never jumps. */
  readonly monotonic: () => number;
}

type Standing =
  | {
      readonly kind: 'watching';
      readonly seen: { readonly lease: Lease; readonly sinceMs: number } | undefined;
    }
  | { readonly kind: 'holding'; readonly fence: Fence; readonly heardMs: number }
  | { readonly kind: 'released' };

export class LeaseHolder {
  readonly #store: Pick<Store, 'read' | 'write'>;
  readonly #options: LeaseHolderOptions;
  #standing: Standing = { kind: 'watching', seen: undefined };
  #turn: Promise<void> = Promise.resolve();

  constructor(store: Pick<Store, 'read' | 'write'>, options: LeaseHolderOptions) {
    this.#store = store;
    this.#options = options;
  }

  /** What writes must carry while this holder may act; undefined when it may not. */
  get fence(): Fence | undefined {
    const standing = this.#standing;
    if (standing.kind !== 'holding') return undefined;
    return this.#options.monotonic() - standing.heardMs < this.#options.termMs ? standing.fence : undefined;
  }

  /** Looks, claims or says that it lives, whichever is due. Rejects with a `Fault` when the store does not answer. */
  tick(): Promise<void> {
    return this.#inTurn(() => this.#tick());
  }

  /** Gives the lease back, for the next one to take at once. No tick does anything after it. */
  release(): Promise<void> {
    return this.#inTurn(async () => {
      const standing = this.#standing;
      this.#standing = { kind: 'released' };
      if (standing.kind === 'holding') await this.#store.write(() => releaseLease(standing.fence));
    });
  }

  #inTurn(act: () => Promise<void>): Promise<void> {
    const turn = this.#turn.then(act);
    this.#turn = turn.catch(() => undefined); // whoever asked for it is told; the next turn comes all the same
    return turn;
  }

  async #tick(): Promise<void> {
    const standing = this.#standing;
    switch (standing.kind) {
      case 'watching':
        return this.#watch(standing.seen);
      case 'holding':
        return this.#beat(standing.fence);
      case 'released':
        return;
      default:
        return standing satisfies never;
    }
  }

  async #watch(seen: Extract<Standing, { kind: 'watching' }>['seen']): Promise<void> {
    const { name, monotonic, termMs } = this.#options;
    const startedMs = monotonic();
    const lease = await this.#store.read(() => loadLease(name));
    if (lease?.holder === undefined) return this.#claim(undefined);
    if (seen === undefined || !isSameBeat(lease, seen.lease)) {
      this.#standing = { kind: 'watching', seen: { lease, sinceMs: monotonic() } };
      return;
    }
    if (startedMs - seen.sinceMs >= termMs) await this.#claim(seen.lease);
  }

  async #claim(silent: Lease | undefined): Promise<void> {
    const { name, holder, monotonic } = this.#options;
    const heardMs = monotonic();
    const claim = await this.#store.write(() => claimLease(name, holder, silent));
    this.#standing =
      claim.kind === 'granted'
        ? { kind: 'holding', fence: { lease: name, number: claim.lease.fence, holder }, heardMs }
        : { kind: 'watching', seen: { lease: claim.lease, sinceMs: monotonic() } };
  }

  async #beat(fence: Fence): Promise<void> {
    const heardMs = this.#options.monotonic();
    const isHeld = await this.#store.write(() => beatLease(fence));
    this.#standing = isHeld ? { kind: 'holding', fence, heardMs } : { kind: 'watching', seen: undefined };
  }
}
