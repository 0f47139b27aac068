/**
 * Group commit: what waits when the writer becomes free goes into one transaction and one durable flush.
 *
 * Invariants: (1) one batch at a time; (2) every command is answered, and only after its batch has committed; (3) a
 * failed append is tried once more with one command per transaction, so that a command which the store cannot take
 * answers only for itself; (4) after a failed commit every command of the batch is told that its outcome is unknown.
 */
import type { Command } from './command.ts';
import { failedOutcome } from './failed-outcome.ts';
import { Fault, type Outcome } from './outcome.ts';
import { type BatchOptions, runBatch } from './run-batch.ts';
import type { Store } from './store-protocol.ts';

/** A batch ends here. Larger ones gain nothing more per flush and keep the first caller waiting. */
export const batchCommandsMax = 1_000;

export interface WriterOptions extends BatchOptions {
  /** Called with the size and duration of each committed batch. */
  readonly observeBatch: (commands: number, milliseconds: number) => void;
  /** Milliseconds on a clock that never jumps. */
  readonly monotonic: () => number;
  /** Runs the callback once the callers that are ready now have had their turn. */
  readonly defer: (callback: () => void) => void;
}

interface Waiting {
  readonly command: Command;
  readonly answer: (outcome: Outcome) => void;
}

export class Writer {
  readonly #store: Store;
  readonly #options: WriterOptions;
  #queue: Waiting[] = [];
  #running = false;
  #settled: (() => void)[] = [];

  constructor(store: Store, options: WriterOptions) {
    this.#store = store;
    this.#options = options;
  }

  /** Resolves when the command is in the books or answered otherwise. Never rejects. */
  submit(command: Command): Promise<Outcome> {
    return new Promise((resolve) => this.#enqueue({ command, answer: resolve }));
  }

  /** Commands that are answered in one transaction, in this order, together with whatever else waits. */
  submitAll(commands: readonly Command[]): Promise<readonly Outcome[]> {
    if (commands.length === 0) return Promise.resolve([]);
    return new Promise((resolve) => {
      const outcomes: Outcome[] = [];
      // One queue and one promise for all: they are answered in the order in which they are put in.
      const answer = (outcome: Outcome): void => {
        outcomes.push(outcome);
        if (outcomes.length === commands.length) resolve(outcomes);
      };
      for (const command of commands) this.#enqueue({ command, answer });
    });
  }

  /** Resolves when nothing waits and nothing runs. */
  settle(): Promise<void> {
    return this.#running ? new Promise((resolve) => this.#settled.push(resolve)) : Promise.resolve();
  }

  #enqueue(waiting: Waiting): void {
    this.#queue.push(waiting);
    if (this.#running) return;
    this.#running = true;
    this.#options.defer(() => void this.#drain());
  }

  async #drain(): Promise<void> {
    while (this.#queue.length > 0) {
      const batch = this.#queue.slice(0, batchCommandsMax);
      this.#queue = this.#queue.slice(batchCommandsMax);
      const outcomes = await this.#runTogether(batch.map(({ command }) => command));
      for (const [index, { answer, command }] of batch.entries()) {
        answer(outcomes[index] ?? failedOutcome(command, new Error('the batch gave no outcome')));
      }
    }
    this.#running = false;
    const settled = this.#settled;
    this.#settled = [];
    for (const resolve of settled) resolve();
  }

  async #runTogether(commands: readonly Command[]): Promise<readonly Outcome[]> {
    try {
      return await this.#commit(commands);
    } catch (error) {
      const single = commands.length === 1 || (error instanceof Fault && error.code !== 'disk_full');
      if (single) return commands.map((command) => failedOutcome(command, error));
      return this.#runApart(commands);
    }
  }

  async #runApart(commands: readonly Command[]): Promise<readonly Outcome[]> {
    const outcomes: Outcome[] = [];
    for (const command of commands) {
      try {
        outcomes.push(...(await this.#commit([command])));
      } catch (error) {
        outcomes.push(failedOutcome(command, error));
      }
    }
    return outcomes;
  }

  async #commit(commands: readonly Command[]): Promise<readonly Outcome[]> {
    const started = this.#options.monotonic();
    const outcomes = await this.#store.write(() => runBatch(commands, this.#options));
    try {
      this.#options.observeBatch(commands.length, this.#options.monotonic() - started);
    } catch (error) {
      this.#options.reportDefect('observe_batch', error); // committed: nothing after this can change an outcome
    }
    return outcomes;
  }
}
