import { type ChildProcess, spawn } from 'node:child_process';
import { onTestFinished } from 'vitest';

export interface StartedProcess {
  /** Resolves with the lines printed so far, once there are at least so many. */
  readonly lines: (count: number) => Promise<readonly string[]>;
  /** Writes a line to its input. */
  readonly say: (line: string) => void;
  /** Ends its input and waits for its end. Resolves with all that it printed; rejects with what it complained of. */
  readonly finish: () => Promise<string>;
  /** Kills it at once, whatever it is doing, and waits for its end. */
  readonly kill: () => Promise<void>;
}

/** Runs a program, as `bundleProgram` made it, in a process of its own, which ends with the test at the latest. */
export function startProcess(program: string, parameters: readonly string[]): StartedProcess {
  const child = spawn(process.execPath, [program, ...parameters]);
  onTestFinished(() => void child.kill('SIGKILL'));
  let printed = '';
  let complaints = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
    child.emit('printed');
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints += text;
  });
  const ended = endOf(child);
  return {
    lines: (count) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const lines = printed.split('\n').slice(0, -1);
          if (lines.length >= count) resolve(lines);
        };
        child.on('printed', look);
        look();
        ended.then(
          () => reject(new Error(`${program} ended after printing "${printed}": ${complaints}`)),
          reject,
        );
      }),
    say: (line) => void child.stdin.write(`${line}\n`),
    finish: async () => {
      child.stdin.end();
      const code = await ended;
      if (code !== 0) throw new Error(`${program} ended with ${code}: ${complaints}`);
      return printed;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

function endOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
}
