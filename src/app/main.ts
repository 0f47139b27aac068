/** The command line's process: wires the surfaces to this machine. Loads nothing that the command does not need. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { operations } from '../operations/registry.ts';
import { queries } from '../queries/registry.ts';
import type { CliCommand, CliWorld } from '../surfaces/cli/cli-world.ts';
import { runCli } from '../surfaces/cli/run-cli.ts';
import { keepingCommands } from './keeping-commands.ts';
import { dateIn } from './local-date.ts';

const version = readVersion();

/** Texts of commands whose code is loaded only when they run. */
const extraCommands: readonly CliCommand[] = [
  lazily(
    {
      name: 'import',
      summary: 'Bring files of a broker or another program into the books. A bad file is refused whole.',
      usage:
        'FILE… [--format NAME] [--account A] [--zone Z] [--currency C] [--mapping FILE] [--funding external] [--rebook] [--dry-run] [--json]',
      examples: ['import year.csv', 'import activities.json --funding external --account A'],
    },
    async () => (await import('./import-command.ts')).runImport,
  ),
  lazily(
    {
      name: 'serve',
      summary: 'Run the hub: HTTP interface, documentation, MCP over HTTP and metrics.',
      usage: '[--host ADDRESS] [--port N] [--store STORE] [--config FILE]',
      examples: ['serve', 'serve --port 8080 --store sqlite:books.db'],
    },
    async () => (await import('./serve-command.ts')).runServe,
  ),
  lazily(
    {
      name: 'mcp',
      summary: 'Serve an MCP client over standard input and output.',
      usage: '[--read-only] [--store STORE] [--config FILE]',
      examples: ['mcp', 'mcp --read-only'],
    },
    async () => (await import('./mcp-command.ts')).runMcp,
  ),
  lazily(
    {
      name: 'tokens',
      summary: 'Make a bearer token and print the lines for fixpoint.yaml that let it in.',
      usage: 'new NAME [--scopes read,write] [--portfolios A,B]',
      examples: ['tokens new importer --scopes write --portfolios main'],
    },
    async () => (await import('./tokens-command.ts')).runTokens,
  ),
  lazily(
    {
      name: 'bucket',
      summary: 'Print the stable key of the window that an instant lies in. Needs no store.',
      usage:
        'KIND [--zone ZONE] [--at INSTANT | --key KEY] [--window] [--json]\nfiscal|fiscal-quarter --start-month N --named-by end|start [--zone ZONE] [--at INSTANT | --key KEY]\nsha:COMMIT | content:FILE',
      examples: [
        'bucket iso-week --zone Europe/Berlin --at 2026-05-09T23:30:00+02:00',
        'bucket fiscal-quarter --start-month 10 --named-by end --at 2026-10-01T12:00:00Z',
        'bucket day --key 2026-05-16 --window',
      ],
    },
    async () => (await import('./bucket-command.ts')).runBucket,
  ),
  lazily(
    {
      name: 'guard',
      summary:
        'Decide whether a workflow should act on the event of a forge. Exits with 0 to run, 10 to ignore, 2 when it cannot tell.',
      usage:
        '--event FILE [--command /NAME]… [--marker NAME] [--allow-id ID]… [--allow-association WORD]… [--bot-login LOGIN]… [--bot-id ID]… [--edited] [--forge github|gitea] [--json]\n--event FILE --verdict WORD --marker NAME --allow-id ID… [--head COMMIT] [--command /NAME]',
      examples: [
        'guard --event "$GITHUB_EVENT_PATH" --command /ai-review --marker ai-review-comment',
        'guard --event event.json --verdict APPROVE --marker ai-review-comment --allow-id 1234',
      ],
    },
    async () => (await import('./guard-command.ts')).runGuard,
  ),
  lazily(
    {
      name: 'lint',
      summary: 'Find in workflow files what starts itself, is done twice or never runs. Needs no books.',
      usage:
        '[PATH…] [--format pretty|json|sarif|github] [--forge github|gitea] [--severity error|warning|note] [--rule FX01,…]',
      examples: ['lint', 'lint .github/workflows/deploy.yml --format github'],
    },
    async () => (await import('./lint-command.ts')).runLint,
  ),
  lazily(
    {
      name: 'topology',
      summary: 'Map which workflow starts which, and fail when a circle turns by itself. Needs no books.',
      usage: '[PATH…] [--format mermaid|json|dot|svg] [--forge github|gitea]',
      examples: ['topology', 'topology staging production --format svg'],
    },
    async () => (await import('./topology-command.ts')).runTopology,
  ),
  ...keepingCommands,
];

const world: CliWorld = {
  env: process.env,
  stdout: process.stdout,
  stderr: process.stderr,
  version,
  actor: nameActor(),
  operations,
  queries,
  extraCommands,
  openHub: async (place) => {
    const [{ loadConfig }, { createHub }] = await Promise.all([
      import('./config.ts'),
      import('./create-hub.ts'),
    ]);
    return createHub(await loadConfig(process.env, place), 'block', {
      observeOutcome: () => {},
      observeBatch: () => {},
      reportDefect: (operation, error) => {
        process.stderr.write(
          `${operation}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
        );
      },
    });
  },
  randomKey: randomUUID,
  localDate: () => dateIn(undefined, new Date().toISOString()) ?? new Date().toISOString().slice(0, 10),
  fetch: (...request) => fetch(...request),
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  readText: async (path) => (path === '-' ? readFileSync(0, 'utf8') : readFile(path, 'utf8')),
  onInterrupt: (listener) => {
    process.on('SIGINT', listener);
    return () => void process.off('SIGINT', listener);
  },
};

const exit = await runCli(process.argv.slice(2), world);
// An interrupted command may have left a request open, so the process ends itself once its output is out.
process.stdout.write('', () => process.stderr.write('', () => process.exit(exit)));

function lazily(text: Omit<CliCommand, 'run'>, load: () => Promise<CliCommand['run']>): CliCommand {
  return { ...text, run: async (args, inWorld) => (await load())(args, inWorld) };
}

function readVersion(): string {
  const data: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  return typeof data === 'object' && data !== null && 'version' in data ? String(data.version) : 'unknown';
}

/** The account that runs the command; it stands in the journal beside what was booked. */
function nameActor(): string {
  try {
    return userInfo().username;
  } catch {
    return 'unknown';
  }
}
