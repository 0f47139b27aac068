/** How a lease changes hands, as scripts of one transaction each. Time is measured by whoever calls them. */
import { type Fence, isHeldWith, type Lease } from './lease.ts';
import type { StoreReplies, StoreScript } from './store-protocol.ts';

/** The lease as it stands; undefined when nobody ever claimed it. */
export function* loadLease(name: string): StoreScript<Lease | undefined> {
  return (yield { kind: 'load_lease', name }) as StoreReplies['load_lease']; // brand: the protocol pairs replies by kind
}

export type Claim =
  | { readonly kind: 'granted'; readonly lease: Lease }
  /** Somebody else holds it, and not as it was seen last. */
  | { readonly kind: 'taken'; readonly lease: Lease };

/**
 * Takes the lease when nobody holds it, or when it stands exactly as `silent`, in which the caller has seen its holder
 * say nothing for a whole term. Of several that claim at once one is granted. Who finds itself as the holder, because
 * the answer to its last claim was lost, takes it again.
 */
export function* claimLease(name: string, holder: string, silent: Lease | undefined): StoreScript<Claim> {
  const found = yield* loadLease(name);
  const isFree = found?.holder === undefined || found.holder === holder || isSameBeat(found, silent);
  if (!isFree) return { kind: 'taken', lease: found };
  const lease = { name, fence: (found?.fence ?? 0) + 1, beat: 0, holder };
  yield { kind: 'save_lease', lease, isNew: found === undefined };
  return { kind: 'granted', lease };
}

/** The holder says that it lives. False when the lease was given on. */
export function* beatLease(fence: Fence): StoreScript<boolean> {
  const found = yield* loadLease(fence.lease);
  if (found === undefined || !isHeldWith(fence, found)) return false;
  yield { kind: 'save_lease', lease: { ...found, beat: found.beat + 1 }, isNew: false };
  return true;
}

/** The holder gives the lease back, so that the next one need not wait. Does nothing when it was given on already. */
export function* releaseLease(fence: Fence): StoreScript<void> {
  const found = yield* loadLease(fence.lease);
  if (found === undefined || !isHeldWith(fence, found)) return;
  yield { kind: 'save_lease', lease: { ...found, holder: undefined }, isNew: false };
}

export function isSameBeat(lease: Lease, other: Lease | undefined): boolean {
  return lease.fence === other?.fence && lease.beat === other.beat;
}
