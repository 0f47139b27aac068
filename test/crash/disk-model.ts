/**
 * A disk under a file system that promises no more than POSIX does: what was flushed is there after a power cut, of
 * everything else any part may be, in any order, torn at sectors.
 *
 * Invariants: (1) a file's bytes are durable after a flush of that file only; (2) a name that was made, taken away or
 * changed is durable after a flush of the folder only, and names become durable in order; (3) a sector of 512 bytes is
 * written whole or not at all.
 */
import type { SeededRandom } from '../support/seeded-random.ts';
import type { DiskEvent } from './disk-events.ts';

const sectorBytes = 512;

export const cutKinds = ['none', 'all', 'prefix', 'subset'] as const;
/**
 * Which of the unflushed changes reached the disk.
 * - `none`: not one. `all`: every one, as after a mere crash of the process.
 * - `prefix`: of each file the first few, the next one torn.
 * - `subset`: some of them, in whole or in single sectors.
 */
export type CutKind = (typeof cutKinds)[number];

type Change =
  | { readonly kind: 'bytes'; readonly offset: number; readonly bytes: Buffer }
  | { readonly kind: 'resize'; readonly length: number };

type NameChange =
  | { readonly kind: 'add'; readonly file: string; readonly body: Body }
  | { readonly kind: 'remove'; readonly file: string }
  | { readonly kind: 'move'; readonly file: string; readonly to: string };

/** A file without its name, since names come and go by themselves. */
interface Body {
  durable: Buffer;
  length: number;
  pending: Change[];
}

export class Disk {
  readonly #names = new Map<string, Body>();
  readonly #durableNames = new Map<string, Body>();
  #pendingNames: NameChange[] = [];

  apply(event: DiskEvent): void {
    switch (event.kind) {
      case 'create':
        return this.#create(event.file, event.empties);
      case 'write':
        return this.#write(event.file, event.offset, event.bytes);
      case 'resize':
        return this.#resize(event.file, event.length);
      case 'unlink':
        this.#names.delete(event.file);
        this.#pendingNames.push({ kind: 'remove', file: event.file });
        return;
      case 'rename': {
        const change = { kind: 'move', file: event.file, to: event.to } as const;
        applyName(this.#names, change);
        this.#pendingNames.push(change);
        return;
      }
      case 'sync':
        return this.#sync(event.file);
      case 'told':
        return;
      default:
        return event satisfies never;
    }
  }

  /** The files as they could be found when the power comes back. */
  cutPower(kind: CutKind, random: SeededRandom): ReadonlyMap<string, Buffer> {
    const names = new Map(this.#durableNames);
    const kept =
      kind === 'none'
        ? 0
        : kind === 'all'
          ? this.#pendingNames.length
          : random.below(this.#pendingNames.length + 1);
    for (const change of this.#pendingNames.slice(0, kept)) applyName(names, change);
    return new Map([...names].map(([file, body]) => [file, survive(body, kind, random)]));
  }

  #create(file: string, empties: boolean): void {
    let body = this.#names.get(file);
    if (body === undefined) {
      body = { durable: Buffer.alloc(0), length: 0, pending: [] };
      this.#names.set(file, body);
      this.#pendingNames.push({ kind: 'add', file, body });
    }
    if (empties && body.length > 0) this.#resize(file, 0);
  }

  #write(file: string, offset: number | undefined, bytes: Buffer): void {
    const body = this.#names.get(file);
    if (body === undefined) return; // written by a handle to a name that is gone, so nobody will find it
    const place = offset ?? body.length;
    body.pending.push({ kind: 'bytes', offset: place, bytes });
    body.length = Math.max(body.length, place + bytes.length);
  }

  #resize(file: string, length: number): void {
    const body = this.#names.get(file);
    if (body === undefined) return;
    body.pending.push({ kind: 'resize', length });
    body.length = length;
  }

  #sync(file: string): void {
    if (file === '') {
      for (const change of this.#pendingNames) applyName(this.#durableNames, change);
      this.#pendingNames = [];
      return;
    }
    const body = this.#names.get(file);
    if (body === undefined) return;
    body.durable = body.pending.reduce(applyChange, body.durable);
    body.pending = [];
  }
}

function survive({ durable, pending }: Body, kind: CutKind, random: SeededRandom): Buffer {
  switch (kind) {
    case 'none':
      return durable;
    case 'all':
      return pending.reduce(applyChange, durable);
    case 'prefix': {
      const kept = random.below(pending.length + 1);
      const next = pending[kept];
      const whole = pending.slice(0, kept).reduce(applyChange, durable);
      return next?.kind === 'bytes' ? applyChange(whole, tear(next, random)) : whole;
    }
    case 'subset':
      return pending.reduce((bytes, change) => applySome(bytes, change, random), durable);
    default:
      return kind satisfies never;
  }
}

/** Its first sectors; a file is written from its start. */
function tear(change: Extract<Change, { kind: 'bytes' }>, random: SeededRandom): Change {
  const sectors = random.below(Math.ceil(change.bytes.length / sectorBytes));
  return { ...change, bytes: change.bytes.subarray(0, sectors * sectorBytes) };
}

/** Of ten changes four arrive whole, two in part and four not at all. */
function applySome(bytes: Buffer, change: Change, random: SeededRandom): Buffer {
  const draw = random.below(10);
  if (draw < 4) return applyChange(bytes, change);
  if (draw >= 6 || change.kind === 'resize') return bytes;
  let result = bytes;
  for (let start = 0; start < change.bytes.length; start += sectorBytes) {
    if (random.below(2) === 0) continue;
    const sector = change.bytes.subarray(start, start + sectorBytes);
    result = applyChange(result, { kind: 'bytes', offset: change.offset + start, bytes: sector });
  }
  return result;
}

function applyChange(before: Buffer, change: Change): Buffer {
  if (change.kind === 'resize') return resized(before, change.length);
  const { offset, bytes } = change;
  if (bytes.length === 0) return before;
  const after = resized(before, Math.max(before.length, offset + bytes.length));
  bytes.copy(after, offset);
  return after;
}

/** A copy; what is added is zeros. */
function resized(before: Buffer, length: number): Buffer {
  const after = Buffer.alloc(length);
  before.copy(after, 0, 0, length);
  return after;
}

function applyName(names: Map<string, Body>, change: NameChange): void {
  switch (change.kind) {
    case 'add':
      names.set(change.file, change.body);
      return;
    case 'remove':
      names.delete(change.file);
      return;
    case 'move': {
      const body = names.get(change.file);
      names.delete(change.file);
      if (body !== undefined) names.set(change.to, body);
      return;
    }
    default:
      change satisfies never;
  }
}
