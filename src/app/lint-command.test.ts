import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openCliSession } from '../../test/support/cli-session.ts';
import { runLint } from './lint-command.ts';
import { runTopology } from './topology-command.ts';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fixpoint-lint-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

function put(path: string, text: string): string {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

function run(...argv: readonly string[]) {
  const commands = [
    { name: 'lint', summary: 'Lint.', usage: '', examples: [], run: runLint },
    { name: 'topology', summary: 'Map.', usage: '', examples: [], run: runTopology },
  ];
  return openCliSession({ extraCommands: commands }).run(...argv);
}

const clean = 'on: push\njobs:\n  a:\n    steps:\n      - run: make\n';
const dated = clean.replace('make', 'date +%Y-W%V');
const loop = `on: push\njobs:\n  a:\n    steps:\n      - uses: actions/checkout@v4\n        with: { token: '\${{ secrets.PAT }}' }\n      - run: npm version patch && git push\n`;

describe('fixpoint lint', () => {
  it('ends with 0, 1 or 2: nothing found, findings, unreadable', async () => {
    put('.github/workflows/a.yml', clean);
    expect(await run('lint', folder)).toMatchObject({ exit: 0, out: '1 file, 0 findings\n', err: '' });
    put('.gitea/workflows/b.yaml', dated);
    expect((await run('lint', folder)).exit).toBe(1);
    put('.forgejo/workflows/c.yml', 'on: [\n');
    const { exit, out } = await run('lint', folder);
    expect([exit, out.split('\n').at(-2)]).toEqual([
      2,
      expect.stringMatching(/^3 files, 1 finding, \d problems?$/),
    ]);
  });

  it('reads the neighbours of a named file without reporting about them', async () => {
    const named = put('.github/workflows/a.yml', 'on:\n  workflow_run:\n    workflows: [Tests]\njobs: {}\n');
    put('.github/workflows/b.yml', `name: Tests\n${dated}`);
    expect(await run('lint', named)).toMatchObject({ exit: 0, out: '1 file, 0 findings\n' });
    put('.github/workflows/b.yml', `name: Renamed\n${dated}`);
    const { exit, out } = await run('lint', named, '--json');
    expect([exit, JSON.parse(out)]).toEqual([
      1,
      expect.objectContaining({ findings: [expect.objectContaining({ rule: 'FX08' })] }),
    ]);
  });

  it('keeps to the rules, weights and formats that it is asked for', async () => {
    const named = put('.github/workflows/a.yml', dated);
    expect((await run('lint', named, '--rule', 'fx01,FX02')).exit).toBe(0);
    expect((await run('lint', named, '--severity', 'error')).exit).toBe(0);
    expect((await run('lint', named, '--format', 'github')).out).toMatch(/^::warning file=/);
    expect(JSON.parse((await run('lint', named, '--format', 'sarif')).out)).toMatchObject({
      version: '2.1.0',
    });
  });

  it.each([
    [['--format', 'xml'], '--format is "xml"; it must be one of pretty, json, sarif, github.'],
    [['--rule', 'FX99'], '--rule is "FX99"'],
    [['--forge', 'bitbucket'], '--forge is "bitbucket"; it must be one of github, gitea.'],
    [['--severity', 'loud'], '--severity is "loud"'],
    [['--frob'], "Unknown option '--frob'"],
  ])('refuses %j', async (flags, message) => {
    put('.github/workflows/a.yml', clean);
    const { exit, err } = await run('lint', folder, ...flags);
    expect(exit).toBe(2);
    expect(err).toContain(message);
  });

  it('says what to name when there is nothing to read', async () => {
    expect(await run('lint', join(folder, 'gone'))).toMatchObject({
      exit: 2,
      err: expect.stringContaining('cannot be read (ENOENT)'),
    });
    expect(await run('lint', folder)).toMatchObject({
      exit: 2,
      err: expect.stringContaining('no workflow files'),
    });
  });

  it('shows no control characters of a file', async () => {
    const named = put(
      '.github/workflows/a.yml',
      'on:\n  issue_comment:\n    types: [created]\njobs:\n  a:\n    if: "contains(github.event.comment.body, \'/a\\u001bbc\')"\n    steps: []\n',
    );
    const { exit, out } = await run('lint', named);
    expect(exit).toBe(1);
    expect(out).toContain('/a\\x1bbc');
  });
});

describe('local actions', () => {
  it('count with what their steps write, at the place where they are used', async () => {
    const action = `runs:\n  using: composite\n  steps:\n    - run: gh issue comment 1 --body "ready for /go"\n      shell: bash\n      env: { GH_TOKEN: '\${{ inputs.token }}' }\n`;
    put('.github/actions/answer/action.yml', action);
    const guard = "contains(github.event.comment.body, '/go')";
    put(
      '.github/workflows/a.yml',
      `on:\n  issue_comment:\n    types: [created]\njobs:\n  a:\n    if: ${guard}\n    steps:\n      - uses: ./.github/actions/answer\n        with: { token: '\${{ secrets.PAT }}' }\n`,
    );
    const { out } = await run('lint', folder, '--rule', 'FX02');
    expect(out).toContain('.github/workflows/a.yml:8:15 error FX02');
    expect((await run('topology', folder)).exit).toBe(1);
    put('.github/actions/answer/action.yml', action.replace('/go', 'it'));
    expect((await run('lint', folder, '--rule', 'FX02')).exit).toBe(0);
  });
});

describe('fixpoint topology', () => {
  it('ends with 1 while a circle turns by itself and nobody accepted it', async () => {
    put('.github/workflows/a.yml', loop);
    const turning = await run('topology', folder);
    expect(turning.exit).toBe(1);
    expect(turning.out).toMatch(/^flowchart LR\n/);
    expect(turning.err).toContain('live circle: ');
    put('.github/workflows/a.yml', `# fixpoint: accepted-loop reason=known max=10s\n${loop}`);
    const accepted = await run('topology', folder);
    expect([accepted.exit, accepted.err]).toEqual([0, expect.stringContaining('accepted: known')]);
  });

  it('draws in every format', async () => {
    put('.github/workflows/a.yml', loop);
    expect((await run('topology', folder, '--format', 'dot')).out).toMatch(/^digraph/);
    expect((await run('topology', folder, '--format', 'svg')).out).toMatch(/^<svg /);
    expect(JSON.parse((await run('topology', folder, '--format', 'json')).out)).toMatchObject({
      cycles: [{ state: 'live' }],
    });
    expect((await run('topology', folder, '--format', 'png')).exit).toBe(2);
  });

  it('ends with 2 when a file cannot be read', async () => {
    put('.github/workflows/a.yml', '[');
    expect(await run('topology', folder)).toMatchObject({
      exit: 2,
      err: expect.stringContaining('unreadable'),
    });
  });
});
