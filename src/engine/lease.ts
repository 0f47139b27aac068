/**
 * A lease: what must run once at a time (a stream, a poller, a scheduler) is run by whoever holds its lease.
 *
 * A lease alone does not keep two from acting: a holder that was paused does not know that its time is over. So every
 * claim raises the fence, every write of a holder carries the fence that it was given, and the store refuses it in the
 * same transaction once there is a newer one.
 */

/** A lease as the store keeps it. There is no time in it: clocks of two machines are never compared. */
export interface Lease {
  readonly name: string;
  /** Raised by one with every claim and never lowered, so the newest holder has the highest. */
  readonly fence: number;
  /** Raised by the holder with every heartbeat; by it the others see that the holder lives. */
  readonly beat: number;
  /** Who holds it; undefined once it was given back. */
  readonly holder: string | undefined;
}

/** Carried by a write that only the present holder of a lease may make. */
export interface Fence {
  readonly lease: string;
  readonly number: number;
  /** Who was granted it. A store that was restored or moved gives its numbers out anew, and to others. */
  readonly holder: string;
}

/** A write came with a fence that is not the newest of its lease. Nothing of its transaction is kept. */
export class StaleFence extends Error {
  readonly fence: Fence;
  /** The lease's newest fence; undefined when nobody ever claimed it. */
  readonly newest: number | undefined;

  constructor(fence: Fence, newest: number | undefined) {
    super(
      `The lease ${fence.lease} was given on: this holder has number ${fence.number}, the newest is ${newest ?? 'none'}.`,
    );
    this.name = 'StaleFence';
    this.fence = fence;
    this.newest = newest;
  }
}

/** Is the lease held with this fence? Given back, it is held with none. */
export function isHeldWith(fence: Fence, lease: Pick<Lease, 'fence' | 'holder'> | undefined): boolean {
  return lease?.fence === fence.number && lease.holder === fence.holder;
}

/** For stores, inside the transaction of the write: throws unless the lease is held with the fence. */
export function assertNewestFence(fence: Fence, lease: Pick<Lease, 'fence' | 'holder'> | undefined): void {
  if (!isHeldWith(fence, lease)) throw new StaleFence(fence, lease?.fence);
}
