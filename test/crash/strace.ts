/** Counts system calls of a program, and makes one of them kill it or fail, by Linux's strace. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Every call by which a store or an answer gets out of the process. */
export const writingCalls = [
  'pwrite64',
  'fsync',
  'fdatasync',
  'ftruncate',
  'unlink',
  'rename',
  'write',
] as const;
export type WritingCall = (typeof writingCalls)[number];

export type InjectedFault =
  /** The process is killed before the call happens. */
  | { readonly kind: 'kill' }
  /** The call fails with this error, once, or it and all later ones. */
  | { readonly kind: 'error'; readonly error: 'EIO' | 'ENOSPC'; readonly lasting: boolean };

export interface FaultPoint {
  readonly call: WritingCall;
  /** Counted from 1, in each thread by itself. */
  readonly number: number;
}

type Command = readonly [string, ...string[]];

/** Throws with a sentence that says what is missing. */
export function assertTracing(): void {
  const { error, status, stderr } = spawnSync('strace', ['-f', '-o', '/dev/null', 'true'], {
    encoding: 'utf8',
  });
  if (error !== undefined)
    throw new Error('strace is needed and is not installed. On Debian or Ubuntu: apt-get install strace.');
  if (status !== 0)
    throw new Error(
      `strace may not trace here: ${stderr.trim()} In a container, allow ptrace (--cap-add=SYS_PTRACE).`,
    );
}

/** The command, with its writing calls listed in a file. */
export function traced(command: Command, traceFile: string): Command {
  return ['strace', '-f', '-o', traceFile, '-e', `trace=${writingCalls.join(',')}`, ...command];
}

/** The command, with a fault at one point. Each thread has a count of its own, so the first to reach it is hit. */
export function faulted(
  command: Command,
  traceFile: string,
  point: FaultPoint,
  fault: InjectedFault,
): Command {
  const { call, number } = point;
  const when = `when=${number}`;
  // Filtering in the kernel is faster, but strace then loses injected signals without a word.
  const [how, options] =
    fault.kind === 'kill'
      ? [`signal=KILL:${when}`, []]
      : [`error=${fault.error}:${when}${fault.lasting ? '+' : ''}`, ['--seccomp-bpf']];
  const inject = ['-e', `trace=${call}`, '-e', `inject=${call}:${how}`];
  return ['strace', '-f', ...options, '-o', traceFile, ...inject, ...command];
}

/** Did the fault really happen? A sweep whose faults never happen passes whatever the program does. */
export function hasHappened(traceFile: string, fault: InjectedFault): boolean {
  const trace = readFileSync(traceFile, 'utf8');
  return fault.kind === 'kill' ? trace.includes('killed by SIGKILL') : trace.includes('(INJECTED)');
}

/** For each call, how often the thread that made it most often made it. */
export function countCalls(traceFile: string): ReadonlyMap<WritingCall, number> {
  const byThread = new Map<string, number>();
  for (const line of readFileSync(traceFile, 'latin1').split('\n')) {
    const found = /^(\d+) +([a-z0-9]+)\(/.exec(line);
    if (found === null) continue;
    const name = `${found[1]} ${found[2]}`;
    byThread.set(name, (byThread.get(name) ?? 0) + 1);
  }
  const counts = new Map<WritingCall, number>();
  for (const [name, count] of byThread) {
    const call = writingCalls.find((known) => name.endsWith(` ${known}`));
    if (call !== undefined) counts.set(call, Math.max(counts.get(call) ?? 0, count));
  }
  return counts;
}

export function nameFault({ call, number }: FaultPoint, fault: InjectedFault): string {
  if (fault.kind === 'kill') return `killed at ${call} ${number}`;
  return `${fault.error} at ${call} ${number}${fault.lasting ? ' and ever after' : ''}`;
}
