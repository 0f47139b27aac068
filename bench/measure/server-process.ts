import { type ChildProcess, spawn } from 'node:child_process';

export interface ServerProcess {
  readonly url: string;
  readonly port: number;
  /** Asks it to stop, and waits until it has. Rejects when it did not end well. */
  readonly stop: () => Promise<void>;
}

/** Starts a server that prints its address, and waits for that. Its complaints go to ours. */
export async function startServer(args: readonly string[], cwd: string): Promise<ServerProcess> {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, FIXPOINT_LOG: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // Also when the measurement fails: a server that nobody stops would keep the benchmark from ending.
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const ended = endOf(child).finally(() => process.off('exit', kill));
  const url = await new Promise<string>((resolve, reject) => {
    readUrl(child, resolve);
    const early = new Error(`node ${args.join(' ')} ended before it printed its address`);
    ended.then(() => reject(early), reject);
  });
  return {
    url,
    port: Number(new URL(url).port),
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function readUrl(child: ChildProcess, found: (url: string) => void): void {
  let printed = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
    const url = /on (http:\/\/\S+:\d+) /.exec(printed)?.[1];
    if (url !== undefined) found(url);
  });
}

function endOf(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (code === 0 || signal === 'SIGTERM') resolve();
      else reject(new Error(`The server ended with ${code ?? signal}`));
    });
  });
}

export interface HubMetrics {
  readonly commits: number;
  readonly commands: number;
  readonly residentMegabytes: number;
}

/** What the hub says about itself at `/metrics`. */
export async function readMetrics(url: string): Promise<HubMetrics> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const valueOf = (name: string): number => {
    const found = new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1];
    if (found === undefined) throw new Error(`The metrics lack ${name}`);
    return Number(found);
  };
  return {
    commits: valueOf('fixpoint_batch_commands_count'),
    commands: valueOf('fixpoint_batch_commands_sum'),
    residentMegabytes: valueOf('process_resident_memory_bytes') / 1_000_000,
  };
}
