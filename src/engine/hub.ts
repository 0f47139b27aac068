/**
 * The one thing that surfaces and doors talk to: a wish or a question in outside form goes in, an outcome or an answer
 * comes out. Here the fields are read, the rules about keys are kept and the time is taken.
 */
import { latestDateOnEarth, type CalendarDate } from '../ledger/calendar-date.ts';
import type { Door } from '../ledger/entry.ts';
import type { JsonObject, JsonValue } from '../ledger/json-value.ts';
import { parsePortfolioName, type PortfolioName, type PortfolioSettings } from '../ledger/portfolio.ts';
import { type Command, isCallerKey } from './command.ts';
import type { InputProblem } from './field.ts';
import { type Operation, nameOutsideNeed, type OutsideNeed } from './operation.ts';
import { failedOutcome } from './failed-outcome.ts';
import type { Fence } from './lease.ts';
import { LeaseHolder, type LeaseHolderOptions } from './lease-holder.ts';
import { Fault, type Outcome } from './outcome.ts';
import type { Query, QueryAnswer } from './query.ts';
import type { RefusalCode } from './refusal-code.ts';
import { requiresKey } from './replay-contract.ts';
import { type JournalEntry, loadFact, type Store, type StoreScript } from './store-protocol.ts';
import { Writer, type WriterOptions } from './writer.ts';

/** A write as it comes from outside. */
export interface Wish {
  readonly operation: Operation;
  readonly portfolio: string;
  readonly input: JsonObject;
  readonly key?: string;
  readonly dryRun?: boolean;
  readonly door: Door;
  readonly actor: string;
  readonly importId?: string;
  /** Keys that Fixpoint derived itself (`fx:…`) are let through only when this is set. */
  readonly derivedKey?: boolean;
  /** What only the present holder of a lease may write carries the fence that it was given. */
  readonly fence?: Fence;
}

export interface Question {
  readonly query: Query;
  readonly portfolio: string;
  readonly parameters: JsonObject;
}

export interface HubOptions extends Omit<WriterOptions, 'defaults'> {
  readonly store: Store;
  readonly keys: 'required' | 'optional';
  /** Made on first use. */
  readonly defaultPortfolio: PortfolioName;
  readonly portfolioDefaults: PortfolioSettings;
  readonly now: () => string;
  /** The calendar day at this instant where the user is. */
  readonly dateAt: (instant: string) => CalendarDate;
  readonly fetchOutside: (need: OutsideNeed) => Promise<string | undefined>;
  /** Told of every answered write, for metrics and logs. */
  readonly observeOutcome: (outcome: Outcome, door: Door) => void;
}

export class Hub {
  readonly #options: HubOptions;
  readonly #writer: Writer;
  readonly #writeListeners: ((portfolio: string) => void)[] = [];

  constructor(options: HubOptions) {
    this.#options = options;
    this.#writer = new Writer(options.store, { ...options, defaults: options.portfolioDefaults });
  }

  get keysRequired(): boolean {
    return this.#options.keys === 'required';
  }

  get defaultPortfolio(): PortfolioName {
    return this.#options.defaultPortfolio;
  }

  get storeName(): string {
    return this.#options.store.name;
  }

  async submit(wish: Wish): Promise<Outcome> {
    const command = this.#read(wish);
    const outcome = 'status' in command ? command : await this.#answer(command);
    this.#observe(outcome, wish.door);
    if (mayHaveBooked(outcome)) this.#tellOfWrite(wish.portfolio);
    return outcome;
  }

  /** Resolves when every write on its way has been answered. */
  settle(): Promise<void> {
    return this.#writer.settle();
  }

  /** Wishes in this order, as few transactions as they fit in; each has its own outcome. */
  async submitAll(wishes: readonly Wish[]): Promise<readonly Outcome[]> {
    const read = wishes.map((wish) => this.#read(wish));
    const commands = read.flatMap((one) => ('status' in one ? [] : [one]));
    const isReady = commands.every(({ prepared }) => prepared.needs.length === 0);
    const answers = isReady
      ? await this.#writer.submitAll(commands)
      : await Promise.all(commands.map((command) => this.#answer(command)));
    const next = answers.values();
    const written = new Set<string>();
    const outcomes = wishes.map((wish, index) => {
      const one = read[index];
      const outcome = one !== undefined && 'status' in one ? one : next.next().value;
      if (outcome === undefined) throw new Error('A wish was left without an outcome');
      this.#observe(outcome, wish.door);
      if (mayHaveBooked(outcome)) written.add(wish.portfolio);
      return outcome;
    });
    for (const portfolio of written) this.#tellOfWrite(portfolio);
    return outcomes;
  }

  async ask({ query, portfolio, parameters }: Question): Promise<QueryAnswer> {
    const name = parsePortfolioName(portfolio);
    if (name === undefined)
      return refuseQuestion('portfolio_not_found', noPortfolio(portfolio), { portfolio });
    const prepared = query.prepare(parameters);
    if (prepared.kind === 'problems') {
      return refuseQuestion('invalid_input', messageOf(prepared.problems), detailOf(prepared.problems));
    }
    const at = this.#options.now();
    const asked = { portfolio: name, at, today: latestDateOnEarth(at) };
    const known = name === this.#options.defaultPortfolio;
    return this.#options.store.read(() => answerIn(name, known, () => prepared.answer(asked)));
  }

  /** Number of a portfolio's newest entry, 0 before the first; undefined when there is no such portfolio. */
  async newestSeq(portfolio: string): Promise<number | undefined> {
    const name = parsePortfolioName(portfolio);
    if (name === undefined) return undefined;
    const state = await this.#options.store.read(() => loadFact(name, { kind: 'portfolio' }));
    return state?.seq ?? (name === this.#options.defaultPortfolio ? 0 : undefined);
  }

  /** Entries after this one in journal order, at most `limit`; from whichever process they came. */
  async readJournal(portfolio: string, afterSeq: number, limit: number): Promise<readonly JournalEntry[]> {
    const name = parsePortfolioName(portfolio);
    if (name === undefined) return [];
    const read = { kind: 'entries', afterSeq, limit, filter: {} } as const;
    return this.#options.store.read(() => loadFact(name, read));
  }

  /** Calls back, for good, after every write through this hub that may have added to a portfolio. Must not throw. */
  onWrite(listener: (portfolio: string) => void): void {
    this.#writeListeners.push(listener);
  }

  /** For what must run once at a time on all hubs of the store together. */
  competeForLease(options: Omit<LeaseHolderOptions, 'monotonic'>): LeaseHolder {
    const { monotonic, store } = this.#options;
    return new LeaseHolder(store, { ...options, monotonic });
  }

  /** Throws a `Fault` when the store does not answer. */
  async checkReady(): Promise<void> {
    const portfolio = this.#options.defaultPortfolio;
    await this.#options.store.read(() => loadFact(portfolio, { kind: 'portfolio' }));
  }

  #tellOfWrite(portfolio: string): void {
    for (const listener of this.#writeListeners) listener(portfolio);
  }

  /** The write is answered already: whoever counts it cannot change that by failing. */
  #observe(outcome: Outcome, door: Door): void {
    try {
      this.#options.observeOutcome(outcome, door);
    } catch (error) {
      this.#options.reportDefect(outcome.operation, error);
    }
  }

  #read(wish: Wish): Command | Outcome {
    const { operation, key } = wish;
    const base = { operation: operation.name, portfolio: wish.portfolio };
    const refused = (code: RefusalCode, message: string, detail: JsonObject): Outcome => ({
      ...base,
      ...(key === undefined ? {} : { idempotency_key: key }),
      status: 'refused',
      code,
      message,
      detail,
    });
    const portfolio = parsePortfolioName(wish.portfolio);
    if (portfolio === undefined) {
      const expected = 'a letter or digit, then up to 63 letters, digits, dots, underscores or hyphens';
      const message = `"portfolio" is "${wish.portfolio}". It must be ${expected}.`;
      return refused('invalid_input', message, { field: 'portfolio', found: wish.portfolio });
    }
    if (key !== undefined && !isCallerKey(key) && wish.derivedKey !== true) {
      const message =
        'The idempotency key must be 1 to 255 visible ASCII characters and may not start with "fx:".';
      return refused('idempotency_key_invalid', message, { field: 'idempotency_key', found: key });
    }
    const prepared = operation.prepare(wish.input);
    if (prepared.kind === 'problems') {
      return refused('invalid_input', messageOf(prepared.problems), detailOf(prepared.problems));
    }
    if (key === undefined && this.keysRequired && wish.dryRun !== true && requiresKey(operation.replay)) {
      const message = `${operation.name} needs an idempotency key: a name for this one event, the same on every retry.`;
      return refused('idempotency_key_required', message, { field: 'idempotency_key' });
    }
    const at = this.#options.now();
    return {
      operation,
      prepared,
      portfolio,
      portfolioOnFirstUse: portfolio === this.#options.defaultPortfolio,
      key,
      dryRun: wish.dryRun ?? false,
      ...(wish.fence === undefined ? {} : { fence: wish.fence }),
      given: {
        at,
        today: this.#options.dateAt(at),
        door: wish.door,
        actor: wish.actor,
        importId: wish.importId,
        outside: new Map(),
      },
    };
  }

  async #answer(command: Command): Promise<Outcome> {
    if (command.prepared.needs.length === 0) return this.#writer.submit(command);
    let supplied: Command;
    try {
      supplied = await this.#supply(command);
    } catch (error) {
      const message = `What ${command.operation.name} needs from outside could not be fetched. Nothing was booked; send the same key again.`;
      return failedOutcome(command, new Fault('unavailable', message, error));
    }
    return this.#writer.submit(supplied);
  }

  async #supply(command: Command): Promise<Command> {
    const outside = new Map<string, string>();
    for (const need of command.prepared.needs) {
      const value = await this.#options.fetchOutside(need);
      if (value !== undefined) outside.set(nameOutsideNeed(need), value);
    }
    return { ...command, given: { ...command.given, outside } };
  }
}

function mayHaveBooked({ status }: Outcome): boolean {
  return status === 'accepted' || status === 'matched' || status === 'held';
}

function* answerIn(
  portfolio: PortfolioName,
  known: boolean,
  answer: () => StoreScript<QueryAnswer>,
): StoreScript<QueryAnswer> {
  const state = yield* loadFact(portfolio, { kind: 'portfolio' });
  if (state === undefined && !known)
    return refuseQuestion('portfolio_not_found', noPortfolio(portfolio), { portfolio });
  return yield* answer();
}

function noPortfolio(name: string): string {
  return `There is no portfolio "${name}".`;
}

function refuseQuestion(code: RefusalCode, message: string, detail: JsonObject): QueryAnswer {
  return { kind: 'refuse', code, message, detail };
}

function messageOf(problems: readonly InputProblem[]): string {
  return problems.map((problem) => problem.message).join(' ');
}

function detailOf(problems: readonly InputProblem[]): JsonObject {
  return {
    field: problems[0]?.field ?? null,
    problems: problems.map(({ field, found, message }) => ({ field, found: shorten(found), message })),
  };
}

/** A wrong value is shown so that it can be recognised, not sent back whole. */
function shorten(found: JsonValue): JsonValue {
  const text = typeof found === 'string' ? found : JSON.stringify(found);
  return text.length <= 200 ? found : `${text.slice(0, 200)}…`;
}
