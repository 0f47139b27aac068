import { hash } from 'node:crypto';
import type { CarriedRow } from './carried-tables.ts';

const lanes = 8;

/**
 * Tells two sets of rows apart, in whatever order they were added: databases sort keys differently. It is the sum of the
 * rows' hashes, lane by lane, which finds what was lost, doubled or changed by accident; against somebody who means
 * it there is the hash chain.
 */
export class RowDigest {
  readonly #sums = new Uint32Array(lanes);
  #rows = 0;

  get rows(): number {
    return this.#rows;
  }

  addAll(rows: readonly CarriedRow[]): void {
    for (const row of rows) this.add(row);
  }

  add(row: CarriedRow): void {
    const digest = hash('sha256', JSON.stringify(row), 'buffer');
    for (let lane = 0; lane < lanes; lane += 1) {
      this.#sums[lane] = (this.#sums[lane] ?? 0) + digest.readUInt32LE(lane * 4); // wraps around by itself
    }
    this.#rows += 1;
  }

  toString(): string {
    return `${this.#rows} ${[...this.#sums].map((sum) => sum.toString(16).padStart(8, '0')).join('')}`;
  }
}
