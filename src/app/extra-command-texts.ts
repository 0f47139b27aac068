/** What help says about the commands that are no operation and no question, apart from their code. */
import type { CommandText } from '../surfaces/cli/own-commands.ts';

export const extraCommandTexts = [
  {
    name: 'import',
    summary: 'Bring files of a broker or another program into the books. A bad file is refused whole.',
    usage:
      'FILE… [--format NAME] [--account A] [--zone Z] [--currency C] [--mapping FILE] [--funding external] [--rebook] [--dry-run] [--json]',
    examples: ['import year.csv', 'import activities.json --funding external --account A'],
  },
  {
    name: 'serve',
    summary: 'Run the hub: HTTP interface, documentation, MCP over HTTP and metrics.',
    usage: '[--host ADDRESS] [--port N] [--store STORE] [--config FILE]',
    examples: ['serve', 'serve --port 8080 --store sqlite:books.db'],
  },
  {
    name: 'mcp',
    summary: 'Serve an MCP client over standard input and output.',
    usage: '[--read-only] [--store STORE] [--config FILE]',
    examples: ['mcp', 'mcp --read-only'],
  },
  {
    name: 'tokens',
    summary: 'Make a bearer token and print the lines for fixpoint.yaml that let it in.',
    usage: 'new NAME [--scopes read,write] [--portfolios A,B]',
    examples: ['tokens new importer --scopes write --portfolios main'],
  },
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
  {
    name: 'lint',
    summary: 'Find in workflow files what starts itself, is done twice or never runs. Needs no books.',
    usage:
      '[PATH…] [--format pretty|json|sarif|github] [--forge github|gitea] [--severity error|warning|note] [--rule FX01,…]',
    examples: ['lint', 'lint .github/workflows/deploy.yml --format github'],
  },
  {
    name: 'topology',
    summary: 'Map which workflow starts which, and fail when a circle turns by itself. Needs no books.',
    usage: '[PATH…] [--format mermaid|json|dot|svg] [--forge github|gitea]',
    examples: ['topology', 'topology staging production --format svg'],
  },
  {
    name: 'store',
    summary:
      'Move the books of one store into another that is empty, of either kind. Cut off, the same command goes on.',
    usage: 'move FROM TO [--json]',
    examples: [
      'store move sqlite:fixpoint.db postgres://fixpoint@db1,db2/fixpoint',
      'store move postgres://fixpoint@db1/fixpoint sqlite:books.db',
    ],
  },
  {
    name: 'backup',
    summary:
      'Copy the books into one file, as they are at one moment, and verify it. Others may write meanwhile.',
    usage: 'DIR|FILE [--overwrite] [--store STORE] [--config FILE] [--json]',
    examples: [
      'backup /var/backups/fixpoint',
      'backup before-upgrade.db --store postgres://fixpoint@db1/fixpoint',
    ],
  },
  {
    name: 'restore',
    summary: 'Bring a backup into a store that is empty or does not exist, of either kind.',
    usage: 'FILE [--store STORE] [--config FILE] [--json]',
    examples: ['restore fixpoint-20261201T040000Z.db --store sqlite:restored.db'],
  },
  {
    name: 'doctor',
    summary: 'Examine the store: settings read back, integrity, disk, permissions, servers and replication.',
    usage: '[--store STORE] [--config FILE] [--json]',
    examples: ['doctor', 'doctor --store postgres://fixpoint@db1,db2/fixpoint --json'],
  },
] as const satisfies readonly CommandText[];

export type ExtraCommandName = (typeof extraCommandTexts)[number]['name'];
