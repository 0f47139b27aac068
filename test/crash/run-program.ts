/** Runs the program once, as a command or as an MCP session, and listens to what it says. */
import { spawn } from 'node:child_process';
import { isJsonObject, type JsonObject } from '../../src/ledger/json-value.ts';

export type Script =
  /** One command. */
  | { readonly kind: 'command'; readonly args: readonly string[] }
  /** `mcp`, with one tool called after the other; each call is a transaction of its own. */
  | { readonly kind: 'session'; readonly args: readonly string[]; readonly calls: readonly ToolCall[] };

export interface ToolCall {
  readonly tool: string;
  readonly arguments: JsonObject;
}

export interface RunOptions {
  /** The program and its fixed arguments, or a tracer in front of them. */
  readonly command: readonly [string, ...string[]];
  readonly folder: string;
  readonly script: Script;
}

export interface ProgramRun {
  /** Undefined when a signal ended it. */
  readonly exit: number | undefined;
  /** Whole lines of standard output. */
  readonly lines: readonly string[];
  readonly err: string;
  readonly timedOut: boolean;
}

/** A run that takes longer hangs. On an idle machine it takes a second. */
const runMsMax = 180_000;

export function runProgram({ command, folder, script }: RunOptions): Promise<ProgramRun> {
  const [program, ...fixed] = command;
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...fixed, ...script.args], {
      cwd: folder,
      // Nothing of the caller's settings may lead the program to other books.
      env: { PATH: process.env['PATH'], HOME: folder, TZ: 'UTC' },
      // A group of its own, so that a tracer is ended together with what it traces.
      detached: true,
    });
    let out = '';
    let err = '';
    let timedOut = false;
    const messages = script.kind === 'session' ? toMessages(script.calls) : [];
    let answered = 0;
    const feed = (): void => {
      const message = messages[answered];
      if (message === undefined) child.stdin.end();
      else child.stdin.write(message);
    };
    const timer = setTimeout(() => {
      timedOut = true;
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    }, runMsMax);
    // The program may be gone before it has read what it is sent; that it is gone is what `close` tells.
    child.stdin.on('error', () => {});
    child.stdout.on('data', (bytes: Buffer) => {
      out += bytes.toString();
      const lines = out.split('\n').length - 1;
      while (answered < lines) {
        answered += 1;
        feed();
      }
    });
    child.stderr.on('data', (bytes: Buffer) => void (err += bytes.toString()));
    child.on('error', reject);
    child.on('close', (exit) => {
      clearTimeout(timer);
      resolve({ exit: exit ?? undefined, lines: out.split('\n').slice(0, -1), err, timedOut });
    });
    feed();
  });
}

/** What a run told of one wish, whichever way it tells it. */
export interface ToldOutcome {
  readonly status: string;
  readonly key: string | undefined;
  readonly code: string | undefined;
}

export function readOutcomes(lines: readonly string[]): readonly ToldOutcome[] {
  return lines.flatMap((line) => {
    const parsed: unknown = JSON.parse(line);
    if (!isJsonObject(parsed)) return [];
    const { result, jsonrpc } = parsed;
    const outcome = jsonrpc === undefined ? parsed : isJsonObject(result) ? result['structuredContent'] : {};
    if (!isJsonObject(outcome)) return [];
    const { status, idempotency_key: key, code } = outcome;
    if (typeof status !== 'string') return [];
    return [{ status, key: textOf(key), code: textOf(code) }];
  });
}

/** Keys of which the caller has been told that they are in the books. */
export function acknowledgedKeys(lines: readonly string[]): readonly string[] {
  const inBooks = ['accepted', 'matched', 'held', 'duplicate'];
  return readOutcomes(lines).flatMap(({ status, key }) =>
    key !== undefined && inBooks.includes(status) ? [key] : [],
  );
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Each message waits for the answer to the one before it; the notification goes together with the first call. */
function toMessages(calls: readonly ToolCall[]): readonly string[] {
  const send = (message: JsonObject): string => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`;
  const params = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'torture', version: '1.0.0' },
  };
  const begin = send({ id: 0, method: 'initialize', params });
  const ready = send({ method: 'notifications/initialized' });
  const [first = '', ...rest] = calls.map(({ tool, arguments: given }, index) =>
    send({ id: index + 1, method: 'tools/call', params: { name: tool, arguments: given } }),
  );
  return [begin, `${ready}${first}`, ...rest];
}
