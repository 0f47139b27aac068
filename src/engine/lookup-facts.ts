/**
 * The loaded facts that an appended entry may enter or leave: matches of an identity, near entries, days of cash and
 * entries of an import. They are found by what the entry is, not by name, so they are kept apart and indexed.
 */
import type { Entry } from '../ledger/entry.ts';
import { cashEffect } from '../ledger/posting.ts';
import { nameRead } from './read-name.ts';
import type { Answers, Candidate, Read } from './store-protocol.ts';
import type { Sighting } from './sighting.ts';

/** A loaded fact whose answer may change while the batch goes on. */
export interface Cell {
  readonly read: Read;
  answer: unknown;
}

type CandidateRead = Extract<Read, { kind: 'matches' | 'near' }>;

export class LookupFacts {
  readonly #matches = new Map<string, Cell>();
  readonly #ranges: Cell[] = [];
  readonly #holders = new Map<number, Cell[]>();

  learn(cell: Cell): void {
    const { read } = cell;
    if (read.kind === 'matches') this.#matches.set(nameRead(read), cell);
    if (read.kind === 'near' || read.kind === 'cash_days' || read.kind === 'entries_of_import')
      this.#ranges.push(cell);
    if (read.kind === 'matches' || read.kind === 'near') {
      for (const { entry } of candidatesOf(cell)) this.#hold(entry.seq, cell);
    }
  }

  applyEntry(entry: Entry): void {
    if (entry.identity !== undefined && entry.subject !== undefined) {
      const { subject, date, identity } = entry;
      const cell = this.#matches.get(nameRead({ kind: 'matches', subject, date, identity }));
      if (cell !== undefined) this.#add(cell, entry);
    }
    for (const cell of this.#ranges) this.#enterRange(cell, entry);
    if (entry.reverses === undefined) return;
    for (const cell of this.#holders.get(entry.reverses) ?? []) {
      const { reverses } = entry;
      changeCandidate(cell, reverses, (candidate) => ({ ...candidate, live: false }));
      if (cell.read.kind === 'near') cell.answer = candidatesOf(cell).filter((candidate) => candidate.live);
    }
  }

  applySighting(sighting: Sighting): void {
    const { source, seq, leaves, state } = sighting;
    if (leaves !== undefined && leaves !== seq) this.#changeClaims(leaves, source, false);
    if (seq !== undefined) this.#changeClaims(seq, source, state === 'booked' || state === 'matched');
  }

  #changeClaims(seq: number, source: string, claimed: boolean): void {
    for (const cell of this.#holders.get(seq) ?? []) {
      changeCandidate(cell, seq, (candidate) => {
        const others = candidate.claims.filter((claim) => claim !== source);
        return { ...candidate, claims: claimed ? [...others, source] : others };
      });
    }
  }

  #enterRange(cell: Cell, entry: Entry): void {
    const { read } = cell;
    if (read.kind === 'near') {
      const inside = entry.subject === read.subject && entry.date >= read.from && entry.date <= read.to;
      if (inside && entry.reverses === undefined && entry.identity !== undefined) this.#add(cell, entry);
    } else if (read.kind === 'cash_days') {
      const net = cashEffect(entry.postings, read.currency);
      if (entry.date <= read.after || net.isZero()) return;
      const days = cell.answer as Answers['cash_days']; // filled by the answer to this kind of read
      const day = days.find(({ date }) => date === entry.date);
      const others = days.filter(({ date }) => date !== entry.date);
      const changed = { date: entry.date, net: day === undefined ? net : day.net.plus(net) };
      cell.answer = [...others, changed].sort((left, right) => (left.date < right.date ? -1 : 1));
    } else if (read.kind === 'entries_of_import') {
      const entries = cell.answer as Answers['entries_of_import']; // as above
      const seen = entries.map((found) =>
        found.entry.seq === entry.reverses ? { ...found, reversedBy: entry.seq } : found,
      );
      cell.answer = entry.importId === read.importId ? [...seen, { entry, reversedBy: undefined }] : seen;
    }
  }

  #add(cell: Cell, entry: Entry): void {
    cell.answer = [...candidatesOf(cell), { entry, live: true, claims: [] } satisfies Candidate];
    this.#hold(entry.seq, cell);
  }

  #hold(seq: number, cell: Cell): void {
    const holders = this.#holders.get(seq);
    if (holders === undefined) this.#holders.set(seq, [cell]);
    else holders.push(cell);
  }
}

function candidatesOf(cell: Cell): Answers[CandidateRead['kind']] {
  return cell.answer as Answers[CandidateRead['kind']]; // only cells of these kinds are held
}

function changeCandidate(cell: Cell, seq: number, change: (candidate: Candidate) => Candidate): void {
  cell.answer = candidatesOf(cell).map((candidate) =>
    candidate.entry.seq === seq ? change(candidate) : candidate,
  );
}
