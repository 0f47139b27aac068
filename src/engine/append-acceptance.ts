/**
 * From an accepted decision to entries with numbers, sightings and a receipt, applied to the working facts. A dry run
 * goes the same way and stops before anything is applied.
 */
import { type Entry, toEntryId } from '../ledger/entry.ts';
import { checkBalanced } from '../ledger/posting.ts';
import type { EntryDraft } from '../ledger/entry.ts';
import { describeEntry } from '../ledger/describe-entry.ts';
import type { JsonObject } from '../ledger/json-value.ts';
import type { Command } from './command.ts';
import type { Acceptance, SightingDraft, Unchanged } from './operation.ts';
import { type StoredReceipt, toStoredReceipt } from './receipt.ts';
import type { Sighting } from './sighting.ts';
import type { WorkingPortfolio } from './working-facts.ts';

export interface Appended {
  readonly receipt: StoredReceipt | undefined;
  readonly outcome: {
    readonly status: Acceptance['status'];
    readonly entry_id?: ReturnType<typeof toEntryId>;
    readonly review_id?: string;
    readonly result: JsonObject;
    readonly dry_run?: true;
    readonly notice?: string;
  };
}

/** May throw `MissingFact` before it has changed anything. */
export function appendAcceptance(command: Command, view: WorkingPortfolio, acceptance: Acceptance): Appended {
  const drafts = [...acceptance.entries, ...acceptance.consequences];
  const entries = drafts.map((draft, index) => toEntry(command, draft, view.nextSeq + index));
  for (const entry of entries) {
    assertBalanced(entry);
    view.prepareFor(entry);
  }
  const first = acceptance.entries.length === 0 ? undefined : entries[0];
  const seq = first?.seq ?? acceptance.entrySeq;
  const result = first === undefined ? acceptance.result : { ...describeEntry(first), ...acceptance.result };
  const outcome: Appended['outcome'] = {
    status: acceptance.status,
    ...(seq === undefined ? {} : { entry_id: toEntryId(seq) }),
    ...(acceptance.reviewId === undefined ? {} : { review_id: acceptance.reviewId }),
    result,
    ...(command.dryRun ? { dry_run: true as const } : {}),
    ...(command.key === undefined && command.operation.replay === 'by-key' && !command.dryRun
      ? { notice: 'No idempotency key was given: sending this again books it again.' }
      : {}),
  };
  if (command.dryRun) return { receipt: undefined, outcome };
  const receipt = receiptOf(command, acceptance, first);
  view.apply({
    entries,
    sightings: acceptance.sightings.map((draft) => toSighting(command, draft, entries)),
    records: acceptance.records,
    receipt,
    settings: acceptance.portfolio,
  });
  return { receipt, outcome };
}

/** A receipt without an entry, for a wish that changed nothing but must not be carried out later either. */
export function rememberUnchanged(
  command: Command,
  view: WorkingPortfolio,
  { code, result, remember }: Unchanged,
): StoredReceipt | undefined {
  if (!remember || command.key === undefined || command.dryRun) return undefined;
  const { at, door, actor } = command.given;
  const receipt = toStoredReceipt({
    key: command.key,
    operation: command.operation.name,
    input: command.prepared.canonical,
    status: 'unchanged',
    code,
    extra: result,
    at,
    door,
    actor,
  });
  view.apply({ entries: [], sightings: [], records: [], receipt, settings: undefined });
  return receipt;
}

function toEntry(command: Command, draft: EntryDraft, seq: number): Entry {
  const { given, key, operation, prepared } = command;
  // The draft comes last: to an object that begins with a spread V8 adds members some fifty times more slowly.
  return {
    seq,
    recordedAt: given.at,
    door: given.door,
    actor: given.actor,
    operation: operation.name,
    ...(key === undefined ? {} : { key }),
    input: prepared.canonical,
    ...(given.importId === undefined ? {} : { importId: given.importId }),
    fromFact:
      operation.replay === 'by-source' && draft.reverses === undefined && draft.restates === undefined,
    ...draft,
  };
}

function assertBalanced(entry: Entry): void {
  const off = checkBalanced(entry.postings);
  if (off.size === 0) return;
  const sums = [...off].map(([currency, sum]) => `${sum} ${currency}`).join(', ');
  throw new Error(`${entry.operation} drafted postings that do not balance: ${sums}`);
}

function receiptOf(
  command: Command,
  acceptance: Acceptance,
  entry: Entry | undefined,
): StoredReceipt | undefined {
  if (command.key === undefined) return undefined;
  const { at, door, actor } = command.given;
  return toStoredReceipt({
    key: command.key,
    operation: command.operation.name,
    input: command.prepared.canonical,
    status: acceptance.status,
    ...(entry === undefined ? {} : { entry }),
    ...(acceptance.entrySeq === undefined ? {} : { entrySeq: acceptance.entrySeq }),
    ...(acceptance.reviewId === undefined ? {} : { reviewId: acceptance.reviewId }),
    extra: acceptance.result,
    at,
    door,
    actor,
  });
}

function toSighting(command: Command, draft: SightingDraft, entries: readonly Entry[]): Sighting {
  const { entry, ...rest } = draft;
  const seq = entry === undefined ? undefined : 'seq' in entry ? entry.seq : entries[entry.drafted]?.seq;
  return { ...rest, seq, at: command.given.at };
}
