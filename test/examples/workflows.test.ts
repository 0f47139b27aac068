/** The example workflows: their conditions evaluated, and the commands they call carried out. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { runBucket } from '../../src/app/bucket-command.ts';
import { runGuard } from '../../src/app/guard-command.ts';
import { readWorkflowFiles } from '../../src/app/read-workflow-files.ts';
import { lintFiles } from '../../src/automation/lint/lint-files.ts';
import { buildTopology } from '../../src/automation/topology/build-topology.ts';
import { openCliSession } from '../support/cli-session.ts';
import {
  aiBot,
  giteaAccount,
  giteaComment,
  githubAccount,
  githubComment,
  headSha,
  person,
} from '../support/forge-events.ts';
import { callsOf, isStarted, readWorkflow } from '../support/workflow-file.ts';

const folder = new URL('../../examples/workflows/', import.meta.url);
const paths = ['github', 'gitea'].flatMap((forge) =>
  readdirSync(new URL(`${forge}/`, folder)).map((name) => `${forge}/${name}`),
);
it('fixpoint lint finds nothing in the example workflows, and no circle is drawn', async () => {
  const files = (await Promise.all(['github', 'gitea'].map((forge) => readExamples(forge)))).flat();
  expect(files.length).toBe(paths.length);
  expect(lintFiles(files, { isComplete: true })).toMatchObject({ findings: [], problems: [] });
  expect(buildTopology(files).topology.cycles).toEqual([]);
});

/** As if each forge's examples lay in the workflow folder of a repository. */
async function readExamples(forge: string) {
  const found = await readWorkflowFiles([fileURLToPath(new URL(forge, folder))]);
  return found.map((file) => ({
    ...file,
    path: `${forge}/.${forge}/workflows/${file.path.slice(file.path.lastIndexOf('/') + 1)}`,
  }));
}

const ownText = `<!-- ai-review-comment key=sha:${headSha} -->\n\nRead scripts/ops/ai-review-runner.sh.`;

/** Carries out a call of the workflow on an event; what the shell would put in is given as variables. */
function runCall(
  words: readonly string[],
  payload: unknown,
  variables: Readonly<Record<string, string>> = {},
) {
  const text = { summary: '', usage: '', examples: [] };
  const session = openCliSession({
    extraCommands: [
      { name: 'guard', ...text, run: runGuard },
      {
        name: 'bucket',
        ...text,
        run: (args, world) => runBucket(args, world, () => Date.parse('2027-01-01T05:17:00Z')),
      },
    ],
    files: { 'event.json': JSON.stringify(payload) },
  });
  const known: Readonly<Record<string, string>> = {
    GITHUB_EVENT_PATH: 'event.json',
    head: headSha,
    ...variables,
  };
  const filled = words.filter((word) => word !== '||' && word !== 'code=$?');
  return session.run(
    ...filled.map((word) => word.replace(/\$(\w+)/g, (_, name: string) => known[name] ?? '')),
  );
}

describe.each(paths.map((path) => ({ path })))('$path', ({ path }) => {
  const workflow = readWorkflow(path);

  it('starts on new comments only, or on a schedule and by hand', () => {
    const comment = workflow.on['issue_comment'];
    if (comment !== undefined) expect(comment).toEqual({ types: ['created'] });
    else expect(Object.keys(workflow.on)).toEqual(['schedule', 'workflow_dispatch']);
  });

  it('cuts off nothing that writes, uses no search and asks no date command', () => {
    expect(workflow.text).not.toMatch(
      /cancel-in-progress: true|search\/issues|\bdate \+|\bcontains\([^,]*, '\/(?!$)/,
    );
  });

  it('calls the commands in a way that they take', async () => {
    const calls = [...callsOf(workflow, 'guard'), ...callsOf(workflow, 'bucket')];
    expect(calls.length).toBeGreaterThan(0);
    const payload = path.startsWith('gitea') ? giteaComment('/x') : githubComment('/x');
    for (const words of calls) {
      const { exit } = await runCall(words, payload, { ZONE: 'Europe/Berlin' });
      expect({ words, exit }).toEqual({ words, exit: words[0] === 'guard' ? 10 : 0 });
    }
  });
});

describe.each([
  {
    path: 'github/slash-command.yml',
    comment: githubComment,
    account: githubAccount,
    bot: githubAccount(aiBot, 'Bot'),
  },
  { path: 'gitea/slash-command.yml', comment: giteaComment, account: giteaAccount, bot: giteaAccount(aiBot) },
])('the command of $path', ({ path, comment, account, bot }) => {
  const workflow = readWorkflow(path);
  const condition = workflow.jobs['review']?.if ?? '';
  const [guard = []] = callsOf(workflow, 'guard');
  const member = account({ id: 2, login: 'grace' });
  const isRun = async (payload: unknown): Promise<boolean> =>
    isStarted(condition, payload) && (await runCall(guard, payload)).exit === 0;

  it('runs for a person who may', async () => {
    expect(await isRun(comment('/ai-review', { user: member }))).toBe(true);
    expect(await isRun(comment('/ai-review all\r\n', { user: member }))).toBe(true);
  });

  it('does not run on what the workflow writes, whoever posts it', async () => {
    for (const user of [bot, member]) expect(await isRun(comment(ownText, { user }))).toBe(false);
    expect(isStarted(condition, comment(ownText, { user: member }))).toBe(false);
  });

  it('incident: does not run on a path that holds the command, as the guard of that time did', async () => {
    const path = comment('See scripts/ops/ai-review-runner.sh', { user: member });
    expect(isStarted("contains(github.event.comment.body, '/ai-review')", path)).toBe(true);
    expect(await isRun(path)).toBe(false);
  });

  it('does not run for bots, for other commands, nor in another case', async () => {
    expect(isStarted(condition, comment('/ai-review', { user: bot }))).toBe(false);
    for (const body of ['/ai-review-all', '/AI-review']) {
      // The condition compares without case and without an end; the guard step does not.
      expect(isStarted(condition, comment(body, { user: member }))).toBe(true);
      expect(await isRun(comment(body, { user: member }))).toBe(false);
    }
  });

  it('does not run for strangers', async () => {
    const user = account({ id: 99, login: 'eve' });
    expect(await isRun(comment('/ai-review', { user, author_association: 'NONE' }))).toBe(false);
  });
});

describe('the verdict of github/merge-on-verdict.yml', () => {
  const workflow = readWorkflow('github/merge-on-verdict.yml');
  const condition = workflow.jobs['merge']?.if ?? '';
  const [guard = []] = callsOf(workflow, 'guard');
  const user = githubAccount({ id: 1234, login: 'AIBot' });
  const verdict = (sha: string) => `<!-- ai-review-comment verdict=APPROVE sha=${sha} -->`;
  const isRun = async (payload: unknown): Promise<boolean> =>
    isStarted(condition, payload) && (await runCall(guard, payload)).exit === 0;

  it('counts by the reviewing account and for the head only', async () => {
    expect(await isRun(githubComment(verdict(headSha), { user }))).toBe(true);
    expect(await isRun(githubComment(verdict('b'.repeat(40)), { user }))).toBe(false);
    expect(await isRun(githubComment(verdict(headSha), { user: githubAccount(person) }))).toBe(false);
  });
});

describe('the weekly issue', () => {
  it.each(['github/weekly-issue.yml', 'gitea/weekly-issue.yml'])(
    'of %s is named by the week of its zone',
    async (path) => {
      const [words = []] = callsOf(readWorkflow(path), 'bucket');
      const { out } = await runCall(words, {}, { ZONE: 'Asia/Shanghai' });
      expect(out).toBe('2026-W53 2026-12-27T16:00:00Z 2027-01-03T16:00:00Z\n');
    },
  );
});

describe('docs/automation', () => {
  it('shows nothing of a workflow that does not stand in the examples', () => {
    const docs = new URL('../../docs/automation/', import.meta.url);
    const examples = paths.map((path) => readFileSync(new URL(path, folder), 'utf8'));
    const blocks = readdirSync(docs).flatMap((name) => [
      ...readFileSync(new URL(name, docs), 'utf8').matchAll(/^```yaml\n([\s\S]*?)^```$/gm),
    ]);
    expect(blocks.length).toBeGreaterThan(2);
    for (const [, block = ''] of blocks) {
      expect(
        examples.some((example) => example.includes(block)),
        block,
      ).toBe(true);
    }
  });
});
