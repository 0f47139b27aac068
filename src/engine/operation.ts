/**
 * An operation is a value: its name, fields, refusals, replay contract, the facts it reads, a pure `decide` and
 * examples. Command line, HTTP routes, OpenAPI, MCP tools, reference pages and conformance tests are read off it.
 */
import type { CalendarDate } from '../ledger/calendar-date.ts';
import type { Door, EntryDraft, RecordChange } from '../ledger/entry.ts';
import type { JsonObject } from '../ledger/json-value.ts';
import type { PortfolioName, PortfolioSettings } from '../ledger/portfolio.ts';
import { type Fields, type InputProblem, readFields, type Values } from './field.ts';
import type { RefusalCode } from './refusal-code.ts';
import type { ReplayContract } from './replay-contract.ts';
import type { Answer, Read } from './store-protocol.ts';
import type { Sighting } from './sighting.ts';

/** What a decision is given besides input and facts: time, ids and who asks, as values. */
export interface Given {
  /** Now, ISO 8601 in UTC. */
  readonly at: string;
  /** The calendar day where the caller is. */
  readonly today: CalendarDate;
  readonly door: Door;
  readonly actor: string;
  /** The import that this command is a row of. */
  readonly importId: string | undefined;
  /** What the operation needed from outside, fetched before the transaction. */
  readonly outside: ReadonlyMap<string, string>;
}

/** Something that only the outside world knows. Fetched before the transaction and never part of the comparison. */
export type OutsideNeed =
  | { readonly kind: 'nav'; readonly instrument: string; readonly date: CalendarDate }
  | { readonly kind: 'price'; readonly instrument: string; readonly date: CalendarDate }
  | { readonly kind: 'rate'; readonly from: string; readonly to: string; readonly date: CalendarDate };

/** The name by which a fetched value is found in `Given.outside`. */
export function nameOutsideNeed(need: OutsideNeed): string {
  return need.kind === 'rate'
    ? `rate ${need.from} ${need.to} ${need.date}`
    : `${need.kind} ${need.instrument} ${need.date}`;
}

/** The facts of one portfolio as they stand in the middle of a batch. */
export interface PortfolioView {
  readonly name: PortfolioName;
  readonly exists: boolean;
  readonly settings: PortfolioSettings;
  /** The sequence number that the next entry will get. */
  readonly nextSeq: number;
  /** Throws `MissingFact` when it was not loaded; the executor then loads it and asks again. */
  readonly get: <R extends Read>(read: R) => Answer<R>;
}

/** A sighting to be added; the engine fills in the time. `entry` is the index of a drafted entry or a known one. */
export type SightingDraft = Omit<Sighting, 'at' | 'seq'> & {
  readonly entry: { readonly drafted: number } | { readonly seq: number } | undefined;
};

export interface Acceptance {
  readonly kind: 'accept';
  readonly status: 'accepted' | 'matched' | 'held';
  readonly entries: readonly EntryDraft[];
  /** What follows for other entries: booked after `entries`, and named neither by the outcome nor by the receipt. */
  readonly consequences: readonly EntryDraft[];
  readonly sightings: readonly SightingDraft[];
  /** Working state beside the journal: held facts, imports. */
  readonly records: readonly RecordChange[];
  /** What the outcome says besides the description of the first entry. */
  readonly result: JsonObject;
  /** An entry that was there already and that the outcome names. */
  readonly entrySeq?: number;
  readonly reviewId?: string;
  /** For a portfolio that is being made: its settings. */
  readonly portfolio?: PortfolioSettings;
}

export interface Unchanged {
  readonly kind: 'unchanged';
  readonly code: string;
  readonly result: JsonObject;
  /** Keep a receipt, because a late repeat of this wish must not undo what came after it. */
  readonly remember: boolean;
}

export interface RefusalOf<Code extends RefusalCode> {
  readonly kind: 'refuse';
  readonly code: Code;
  /** What was asked, what was found and what to do. */
  readonly message: string;
  readonly detail: JsonObject;
}

export type Decision<Code extends RefusalCode = RefusalCode> = Acceptance | Unchanged | RefusalOf<Code>;

/** Accept with entries, and whatever else belongs to the same effect. */
export function accept(
  entries: readonly EntryDraft[],
  more: Partial<Omit<Acceptance, 'kind' | 'entries'>> = {},
): Acceptance {
  return {
    kind: 'accept',
    status: 'accepted',
    consequences: [],
    sightings: [],
    records: [],
    result: {},
    ...more,
    entries,
  };
}

export function unchanged(code: string, result: JsonObject, remember = false): Unchanged {
  return { kind: 'unchanged', code, result, remember };
}

export function refuse<const Code extends RefusalCode>(
  code: Code,
  message: string,
  detail: JsonObject = {},
): RefusalOf<Code> {
  return { kind: 'refuse', code, message, detail };
}

/** A case that documents the operation and from which tests are generated. */
export interface Example {
  /** A sentence that names the case. */
  readonly title: string;
  /** Accepted commands that come before, in order; `import` says of which import each is a row. */
  readonly given?: readonly {
    readonly operation: string;
    readonly input: JsonObject;
    readonly import?: string;
  }[];
  readonly input: JsonObject;
  readonly outcome: 'accepted' | 'unchanged' | 'matched' | 'held' | RefusalCode;
  /** What holds afterwards, worked out by hand: cash per currency, units and cost per instrument. */
  readonly after?: {
    readonly cash?: Readonly<Record<string, string>>;
    readonly holdings?: Readonly<
      Record<string, { readonly units: string; readonly cost?: string; readonly gain?: string }>
    >;
  };
}

export interface OperationDefinition<F extends Fields, Code extends RefusalCode> {
  /** verb_noun, as on the wire. */
  readonly name: string;
  /** One sentence. Says nothing about repeating the call: the contract does. */
  readonly summary: string;
  readonly fields: F;
  /** Fields that stand on the command line without a flag, in order. */
  readonly positional: readonly (keyof F & string)[];
  /** In order of precedence: if two apply, the caller sees the first. */
  readonly refusals: readonly Code[];
  readonly replay: ReplayContract;
  /** True when it takes away what was there (reversals, deletions). */
  readonly destructive?: boolean;
  /** `internal` operations are called by Fixpoint's own doors only and appear on no surface. */
  readonly exposure?: 'everywhere' | 'internal';
  /** True when a missing portfolio is the point (create_portfolio). */
  readonly makesPortfolio?: boolean;
  /** Problems that only several fields together show. */
  readonly check?: (input: Values<F>) => readonly InputProblem[];
  readonly needs?: (input: Values<F>) => readonly OutsideNeed[];
  /** Facts by which others are named: what an alias stands for. Loaded before `reads` is asked, for a whole batch at once. */
  readonly firstReads?: (input: Values<F>) => Iterable<Read>;
  /** Facts that can be loaded for a whole batch at once. Asking the view for one that is missing ends the round. */
  readonly reads: (input: Values<F>, view: PortfolioView, given: Given) => Iterable<Read>;
  readonly decide: (input: Values<F>, view: PortfolioView, given: Given) => Decision<Code>;
  readonly examples: readonly [Example, ...Example[]];
}

/** One wish, read and ready to be decided. */
export interface PreparedInput {
  readonly kind: 'prepared';
  readonly canonical: JsonObject;
  readonly needs: readonly OutsideNeed[];
  readonly firstReads: () => Iterable<Read>;
  readonly reads: (view: PortfolioView, given: Given) => Iterable<Read>;
  readonly decide: (view: PortfolioView, given: Given) => Decision;
}

/** An operation without its types, as registries and surfaces hold it. */
export interface Operation {
  readonly name: string;
  readonly summary: string;
  readonly fields: Fields;
  readonly positional: readonly string[];
  readonly refusals: readonly RefusalCode[];
  readonly replay: ReplayContract;
  readonly destructive: boolean;
  readonly exposure: 'everywhere' | 'internal';
  readonly makesPortfolio: boolean;
  readonly examples: readonly Example[];
  readonly prepare: (
    raw: JsonObject,
  ) => PreparedInput | { readonly kind: 'problems'; readonly problems: readonly InputProblem[] };
}

/** Closes over the types, so that a list of operations needs none. */
export function defineOperation<F extends Fields, const Code extends RefusalCode>(
  definition: OperationDefinition<F, Code>,
): Operation {
  const { fields, check, needs, firstReads, reads, decide } = definition;
  return {
    name: definition.name,
    summary: definition.summary,
    fields,
    positional: definition.positional,
    refusals: definition.refusals,
    replay: definition.replay,
    destructive: definition.destructive ?? false,
    exposure: definition.exposure ?? 'everywhere',
    makesPortfolio: definition.makesPortfolio ?? false,
    examples: definition.examples,
    prepare: (raw) => {
      const input = readFields(fields, raw);
      if (input.kind === 'problems') return input;
      const problems = check?.(input.values) ?? [];
      if (problems.length > 0) return { kind: 'problems', problems };
      return {
        kind: 'prepared',
        canonical: input.canonical,
        needs: needs?.(input.values) ?? [],
        firstReads: () => firstReads?.(input.values) ?? [],
        reads: (view, given) => reads(input.values, view, given),
        decide: (view, given) => decide(input.values, view, given),
      };
    },
  };
}
