import { spawn } from 'node:child_process';

export interface RunOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

export interface FinishedRun {
  readonly stdout: string;
  /** From before the process was started until it had ended. */
  readonly milliseconds: number;
}

/** Runs a Node program to its end. Rejects when it fails, with what it complained of. */
export function runNode(args: readonly string[], { cwd, env }: RunOptions): Promise<FinishedRun> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn(process.execPath, args, {
      cwd,
      env: env === undefined ? process.env : { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.on('error', reject);
    child.on('close', (code) => {
      const milliseconds = performance.now() - started;
      if (code === 0) resolve({ stdout, milliseconds });
      else reject(new Error(`node ${args.join(' ')} ended with ${code}: ${stderr}${stdout}`));
    });
  });
}
