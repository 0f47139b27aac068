/**
 * Time zones by their IANA names, read from the data that `Intl` carries, and nothing else.
 *
 * Invariants: (1) offsets are whole seconds and change only at whole seconds; (2) what is remembered about a zone
 * never changes an answer, it only saves asking again; (3) arithmetic never goes through local text, because the
 * same local time may come twice or not at all.
 */
import { type BucketProblem, bucketProblem } from './bucket-problem.ts';
import type { Instant } from './instant.ts';
import { suggestNames } from '../nearest-names.ts';

export interface Zone {
  /** As it was given, `Europe/Berlin`. It is part of what a key means. */
  readonly name: string;
  /** Milliseconds to add to an instant to get what clocks in the zone show. */
  readonly offsetAt: (instant: Instant) => number;
  /** The instants after `from` and up to `to` at which clocks are changed, in order. */
  readonly changesBetween: (from: Instant, to: Instant) => readonly Instant[];
}

const zones = new Map<string, Zone>();

/** Finds a zone by its exact name. Offsets and abbreviations are refused: they have no rules for summer time. */
export function findZone(name: string): { readonly kind: 'zone'; readonly zone: Zone } | BucketProblem {
  const known = zones.get(name);
  if (known !== undefined) return { kind: 'zone', zone: known };
  const problem = checkZoneName(name);
  if (problem !== undefined) return bucketProblem('unknown_zone', problem);
  const zone = openZone(name);
  zones.set(name, zone);
  return { kind: 'zone', zone };
}

/** Zones without DST rules that a name without a region may stand for. */
const plainNames = new Set(['UTC']);
const properName = /^[A-Z][A-Za-z]*(?:\/[A-Z][A-Za-z0-9+_-]*)+$/;

function checkZoneName(name: string): string | undefined {
  if (plainNames.has(name)) return undefined;
  if (/^(?:UTC|GMT)?[+-]?\d/.test(name)) {
    return `"${name}" is an offset, not a time zone. Write the zone's name, such as Europe/Berlin or UTC.`;
  }
  const listed = Intl.supportedValuesOf('timeZone');
  if (listed.includes(name)) return undefined;
  const canonical = canonicalName(name);
  if (canonical !== undefined && properName.test(name) && !name.startsWith('SystemV/')) {
    const spelled = listed.find((candidate) => candidate.toLowerCase() === name.toLowerCase());
    if (spelled === undefined) return undefined;
  }
  const meant =
    canonical === undefined ? suggestNames(name, ['UTC', ...listed]) : ` Did you mean ${canonical}?`;
  return `"${name}" is no time zone.${meant} Names are those of the IANA database, such as Europe/Berlin.`;
}

function canonicalName(name: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** Offsets of one piece of time: what it starts with, and each change after its start. */
interface Piece {
  readonly offset: number;
  readonly changes: readonly { readonly at: Instant; readonly offset: number }[];
}

/** How far apart a zone is asked for its offset. Shorter costs time; longer could miss a change taken back at once. */
const probeMs = 4 * 86_400_000;
const probesPerPiece = 16;
const pieceMs = probeMs * probesPerPiece;

function openZone(name: string): Zone {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' });
  const ask = (instant: Instant): number => readOffset(format.format(instant));
  const pieces = new Map<number, Piece>();
  const pieceAt = (index: number): Piece => {
    const known = pieces.get(index);
    if (known !== undefined) return known;
    const piece = explorePiece(index * pieceMs, ask);
    pieces.set(index, piece);
    return piece;
  };
  return {
    name,
    offsetAt: (instant) => offsetIn(pieceAt(Math.floor(instant / pieceMs)), instant),
    changesBetween: (from, to) => listChanges(pieceAt, from, to),
  };
}

function offsetIn(piece: Piece, instant: Instant): number {
  let { offset } = piece;
  for (const change of piece.changes) {
    if (change.at > instant) break;
    offset = change.offset;
  }
  return offset;
}

function listChanges(pieceAt: (index: number) => Piece, from: Instant, to: Instant): readonly Instant[] {
  const found: Instant[] = [];
  const last = Math.floor(to / pieceMs);
  for (let index = Math.floor(from / pieceMs); index <= last; index += 1) {
    const piece = pieceAt(index);
    const start = index * pieceMs;
    if (start > from && offsetIn(pieceAt(index - 1), start - 1) !== piece.offset) found.push(start);
    for (const { at } of piece.changes) if (at > from && at <= to) found.push(at);
  }
  return found;
}

function explorePiece(start: Instant, ask: (instant: Instant) => number): Piece {
  const changes: { at: Instant; offset: number }[] = [];
  const first = ask(start);
  let offset = first;
  for (let probe = 1; probe <= probesPerPiece; probe += 1) {
    const at = start + probe * probeMs;
    const next = ask(at);
    if (next === offset) continue;
    const changedAt = findChange(at - probeMs, at, offset, ask);
    // A change at the very end belongs to the next piece, which starts with the new offset.
    if (changedAt < start + pieceMs) changes.push({ at: changedAt, offset: next });
    offset = next;
  }
  return { offset: first, changes };
}

/** Halves the time between two instants until the second is found from which the old offset no longer holds. */
function findChange(from: Instant, to: Instant, offset: number, ask: (instant: Instant) => number): Instant {
  let [before, after] = [from / 1000, to / 1000];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (ask(middle * 1000) === offset) before = middle;
    else after = middle;
  }
  return after * 1000;
}

/** The end of `5/16/2026, GMT+05:30`; plain `GMT` is zero. */
function readOffset(text: string): number {
  const [, sign, hours, minutes, seconds] = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(text) ?? [];
  if (hours === undefined) return 0;
  const size = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds ?? '0');
  return size * (sign === '-' ? -1000 : 1000);
}
