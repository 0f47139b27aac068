/**
 * Decides a batch of commands against one set of facts. A generator: it asks, a store answers, so the order of steps
 * exists once for every database and a test can stop before and after each of them.
 *
 * Order: load receipts → load portfolios → load facts (at most three rounds for the whole batch) → per command: replay,
 * or decide and append → flush what was appended. One transaction of the store spans it all.
 *
 * Invariants: (1) a key is looked up before any state; (2) an effect and its receipt are in the same append; (3) a
 * refused, unchanged or failed command leaves nothing behind; (4) a throw in one command's `decide` answers only that
 * command.
 */
import { toEntryId } from '../ledger/entry.ts';
import type { PortfolioName, PortfolioSettings } from '../ledger/portfolio.ts';
import type { Command } from './command.ts';
import { appendAcceptance, rememberUnchanged } from './append-acceptance.ts';
import type { Fence } from './lease.ts';
import type { Decision } from './operation.ts';
import type { Outcome } from './outcome.ts';
import { nameRead } from './read-name.ts';
import { findDifferences, readReceipt, type StoredReceipt } from './receipt.ts';
import {
  loadFacts,
  loadReceipts,
  type PlacedRead,
  type Read,
  type StoreRequest,
  type StoreScript,
} from './store-protocol.ts';
import { MissingFact, WorkingPortfolio } from './working-facts.ts';

/** Rounds of loading for the whole batch before single commands ask for what is still missing. */
const batchRoundsMax = 3;
/** Facts that one command may ask for one by one; more means that its reads never settle. */
const missingFactsMax = 10_000;

export interface BatchOptions {
  /** Settings of a portfolio that is made on first use. */
  readonly defaults: PortfolioSettings;
  /** Told of a throw in `decide`; the command is answered as a defect. */
  readonly reportDefect: (operation: string, error: unknown) => void;
}

/** Outcomes in the order of the commands. */
export function* runBatch(
  commands: readonly Command[],
  options: BatchOptions,
): StoreScript<readonly Outcome[]> {
  const batch = new Batch(options);
  yield* batch.loadKeys(commands);
  yield* batch.loadRounds(commands);
  const outcomes: Outcome[] = [];
  for (const command of commands) outcomes.push(yield* batch.answer(command));
  yield* batch.flush();
  return outcomes;
}

class Batch {
  readonly #options: BatchOptions;
  readonly #portfolios = new Map<PortfolioName, WorkingPortfolio>();
  readonly #receipts = new Map<string, StoredReceipt>();
  /** Those of the commands whose effects wait to be appended. */
  readonly #fences = new Set<Fence>();

  constructor(options: BatchOptions) {
    this.#options = options;
  }

  *loadKeys(commands: readonly Command[]): StoreScript<void> {
    const wanted = new Map<string, { portfolio: PortfolioName; key: string }>();
    for (const { portfolio, key } of commands) {
      if (key !== undefined) wanted.set(nameKey(portfolio, key), { portfolio, key });
    }
    const stored = yield* loadReceipts([...wanted.values()]);
    for (const [index, name] of [...wanted.keys()].entries()) {
      const receipt = stored[index];
      if (receipt !== undefined) this.#receipts.set(name, receipt);
    }
  }

  *loadRounds(commands: readonly Command[]): StoreScript<void> {
    // Commands that have not named all their reads yet.
    let unsettled = commands.filter((command) => this.#findReceipt(command) === undefined);
    yield* this.#loadFirst(unsettled);
    for (let round = 0; round < batchRoundsMax; round += 1) {
      const missing = new Map<string, PlacedRead>();
      unsettled = unsettled.filter((command) => !this.#nameMissing(command, missing));
      if (missing.size === 0) return;
      yield* this.#load([...missing.values()]);
    }
  }

  /** Portfolios, in the light of whose settings everything else is read, and what the commands say comes first. */
  *#loadFirst(commands: readonly Command[]): StoreScript<void> {
    const first = new Map<string, PlacedRead>();
    for (const { portfolio } of commands)
      if (!first.has(portfolio)) first.set(portfolio, { portfolio, read: { kind: 'portfolio' } });
    for (const { portfolio, prepared } of commands) {
      for (const read of prepared.firstReads())
        first.set(nameKey(portfolio, nameRead(read)), { portfolio, read });
    }
    yield* this.#load([...first.values()]);
  }

  *answer(command: Command): StoreScript<Outcome> {
    const receipt = this.#findReceipt(command);
    if (receipt !== undefined) return answerRepeat(command, receipt);
    for (let asked = 0; asked < missingFactsMax; asked += 1) {
      try {
        return this.#decide(command);
      } catch (error) {
        if (!(error instanceof MissingFact)) return this.#defect(command, error);
        yield* this.flush();
        yield* this.#load([{ portfolio: command.portfolio, read: error.read }]);
      }
    }
    return this.#defect(command, new Error('it keeps asking for more facts'));
  }

  *flush(): StoreScript<void> {
    const portfolios = [...this.#portfolios.values()].flatMap((portfolio) => portfolio.takePending() ?? []);
    if (portfolios.length === 0) return;
    const fences = this.#fences.size === 0 ? {} : { fences: [...this.#fences] };
    this.#fences.clear();
    yield { kind: 'append', portfolios, ...fences } satisfies StoreRequest;
  }

  #decide(command: Command): Outcome {
    const view = this.#portfolio(command.portfolio);
    if (!view.exists && !command.portfolioOnFirstUse && !command.operation.makesPortfolio) {
      return answerTo(command, {
        status: 'refused',
        code: 'portfolio_not_found',
        message: `There is no portfolio "${command.portfolio}". Make it with create_portfolio first.`,
        detail: { portfolio: command.portfolio },
      });
    }
    const decision: Decision = command.prepared.decide(view, command.given);
    switch (decision.kind) {
      case 'refuse':
        return answerTo(command, {
          status: 'refused',
          code: decision.code,
          message: decision.message,
          detail: decision.detail,
        });
      case 'unchanged': {
        const receipt = rememberUnchanged(command, view, decision);
        if (receipt !== undefined) this.#remember(command, receipt);
        return answerTo(command, { status: 'unchanged', code: decision.code, result: decision.result });
      }
      case 'accept': {
        const { receipt, outcome } = appendAcceptance(command, view, decision);
        if (!command.dryRun) this.#remember(command, receipt);
        return answerTo(command, outcome);
      }
      default:
        return decision satisfies never;
    }
  }

  /** The command leaves something behind, of which later ones in the batch must know. */
  #remember(command: Command, receipt: StoredReceipt | undefined): void {
    if (receipt !== undefined) this.#receipts.set(nameKey(command.portfolio, receipt.key), receipt);
    if (command.fence !== undefined) this.#fences.add(command.fence);
  }

  /** Adds the reads that are not loaded; true when there will be no others once these are. */
  #nameMissing(command: Command, missing: Map<string, PlacedRead>): boolean {
    const { portfolio } = command;
    const view = this.#portfolio(portfolio);
    const want = (read: Read): void => {
      if (!view.has(read)) missing.set(nameKey(portfolio, nameRead(read)), { portfolio, read });
    };
    try {
      for (const read of command.prepared.reads(view, command.given)) want(read);
    } catch (error) {
      // A read that depends on one that is still missing ends this round; any other throw is answered in its turn.
      if (!(error instanceof MissingFact)) return true;
      want(error.read);
      return false;
    }
    return true;
  }

  *#load(reads: readonly PlacedRead[]): StoreScript<void> {
    const answers = yield* loadFacts(reads);
    for (const [index, { portfolio, read }] of reads.entries())
      this.#portfolio(portfolio).learn(read, answers[index]);
  }

  #portfolio(name: PortfolioName): WorkingPortfolio {
    let portfolio = this.#portfolios.get(name);
    if (portfolio === undefined) {
      portfolio = new WorkingPortfolio(name, this.#options.defaults);
      this.#portfolios.set(name, portfolio);
    }
    return portfolio;
  }

  #findReceipt({ portfolio, key }: Command): StoredReceipt | undefined {
    return key === undefined ? undefined : this.#receipts.get(nameKey(portfolio, key));
  }

  #defect(command: Command, error: unknown): Outcome {
    this.#options.reportDefect(command.operation.name, error);
    return answerTo(command, {
      status: 'defect',
      code: 'defect',
      message: `${command.operation.name} failed by a fault of Fixpoint's own; nothing was booked. Please report it.`,
    });
  }
}

function answerRepeat(command: Command, stored: StoredReceipt): Outcome {
  const receipt = readReceipt(stored);
  const fields = findDifferences(receipt, command.operation.name, command.prepared.canonical);
  if (fields.length > 0) {
    const what = fields[0] === 'operation' ? `for ${receipt.operation}` : `with another ${fields.join(', ')}`;
    return answerTo(command, {
      status: 'refused',
      code: 'idempotency_key_reused',
      message: `The key ${receipt.key} was used ${what} at ${receipt.at}. Send the same input, or take a new key for a new event.`,
      detail: { fields, first: { operation: receipt.operation, input: receipt.input, at: receipt.at } },
    });
  }
  return answerTo(command, {
    status: 'duplicate',
    ...(receipt.seq === undefined ? {} : { entry_id: toEntryId(receipt.seq) }),
    ...(receipt.reviewId === undefined ? {} : { review_id: receipt.reviewId }),
    result: receipt.result,
    first: {
      at: receipt.at,
      door: receipt.door,
      ...(receipt.status === 'accepted' ? {} : { status: receipt.status }),
    },
    ...(receipt.reversedBy === undefined ? {} : { reversed_by: toEntryId(receipt.reversedBy) }),
  });
}

/** Whom the answer is to, and then the answer. No spread stands first, because V8 is slow to add members after one. */
function answerTo<Answered extends object>(command: Command, answer: Answered) {
  return {
    operation: command.operation.name,
    portfolio: command.portfolio,
    ...(command.key === undefined ? {} : { idempotency_key: command.key }),
    ...answer,
  };
}

function nameKey(portfolio: PortfolioName, key: string): string {
  return `${portfolio} ${key}`;
}
