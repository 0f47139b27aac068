/**
 * What the command line needs from the process it runs in. Everything that touches the machine comes in here, so
 * that a whole command can run inside a test.
 */
import type { Hub } from '../../engine/hub.ts';
import type { Operation } from '../../engine/operation.ts';
import type { Query } from '../../engine/query.ts';

export interface CliWorld {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly version: string;
  /** Who is named in the books as having typed the command. */
  readonly actor: string;
  readonly operations: readonly Operation[];
  readonly queries: readonly Query[];
  /** Commands that are no operation and no question: they run something. */
  readonly extraCommands: readonly CliCommand[];
  /** Opens the store on this machine. Called only when a command needs it. Throws `Fault` or `UsageError`. */
  readonly openHub: (place: StorePlace) => Promise<OpenHub>;
  readonly randomKey: () => string;
  /** Today where the user is, `YYYY-MM-DD`. */
  readonly localDate: () => string;
  readonly fetch: typeof fetch;
  /** Resolves after so many milliseconds. */
  readonly wait: (milliseconds: number) => Promise<void>;
  /** The text of a file, or of standard input for `-`. Throws when it cannot be read. */
  readonly readText: (path: string) => Promise<string>;
  /** Calls the listener on Ctrl-C instead of ending the process; the function returned undoes that. */
  readonly onInterrupt: (listener: () => void) => () => void;
  /** Asks a yes-or-no question on the terminal. Undefined when nobody is there to answer. */
  readonly confirm?: ((question: string) => Promise<boolean>) | undefined;
}

/** A stream as a process has it. */
export interface Output {
  readonly write: (text: string) => unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

/** What `--store` and `--config` said. */
export interface StorePlace {
  readonly store: string | undefined;
  readonly config: string | undefined;
}

export interface OpenHub {
  readonly hub: Hub;
  readonly close: () => Promise<void>;
}

export interface CliCommand {
  readonly name: string;
  readonly summary: string;
  /** What follows the command's name: `FILE… [--format NAME]`. One line per form. */
  readonly usage: string;
  /** Whole command lines without the leading `fixpoint`. */
  readonly examples: readonly string[];
  /** Gets the words after the command's name and returns the exit code. */
  readonly run: (args: readonly string[], world: CliWorld) => Promise<number>;
}

/** The command line, the configuration or the token is wrong: nothing was done, and the exit code says so. */
export class UsageError extends Error {
  readonly code: string;

  constructor(message: string, code = 'invalid_input') {
    super(message);
    this.name = 'UsageError';
    this.code = code;
  }
}
