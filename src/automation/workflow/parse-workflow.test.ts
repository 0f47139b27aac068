import { describe, expect, it } from 'vitest';
import { parseWorkflow } from './parse-workflow.ts';
import type { Workflow } from './workflow.ts';

function parse(text: string, path = '.github/workflows/a.yml') {
  return parseWorkflow({ path, text });
}

function workflowOf(text: string): Workflow {
  const { workflow, problems } = parse(text);
  expect(problems).toEqual([]);
  if (workflow === undefined) throw new Error('The workflow was not read.');
  return workflow;
}

function problemsOf(text: string): readonly string[] {
  return parse(text).problems.map(({ at, message }) => `${at.line}:${at.column} ${message}`);
}

const job = 'jobs:\n  a:\n    steps:\n      - run: echo hi\n';

describe('triggers', () => {
  it.each([
    ['a text', 'on: push\n', ['push']],
    ['a list', 'on: [push, issues]\n', ['push', 'issues']],
    ['a map', 'on:\n  push:\n  schedule:\n    - cron: "0 1 * * *"\n', ['push', 'schedule']],
    ['an unknown event', 'on: frobnicate\n', ['frobnicate']],
    ['the word on read as a boolean by other parsers', "'on': push\n", ['push']],
  ])('are read from %s', (_, on, events) => {
    expect(workflowOf(on + job).triggers.map(({ event }) => event)).toEqual(events);
  });

  it('keep filters, types and cron lines', () => {
    const text =
      'on:\n  push: {branches: main, paths-ignore: [docs/**]}\n  issues: {types: [opened]}\n  schedule: [{cron: 0 1 * * 1}]\n';
    const [push, issues, schedule] = workflowOf(text + job).triggers;
    expect([push?.branches, push?.pathsIgnore]).toEqual([['main'], ['docs/**']]);
    expect(issues?.types?.map(({ value }) => value)).toEqual(['opened']);
    expect(schedule?.schedules.map(({ cron }) => cron.value)).toEqual(['0 1 * * 1']);
  });
});

describe('YAML', () => {
  it('follows anchors and merge keys, whose own keys win', () => {
    const text =
      'on: push\nx: &base\n  runs-on: ubuntu-latest\n  if: success()\njobs:\n  a:\n    <<: *base\n    runs-on: macos-14\n    steps: []\n';
    const [first] = workflowOf(text).jobs;
    expect([first?.runsOn, first?.condition?.text.value]).toEqual([['macos-14'], 'success()']);
  });

  it.each([
    ['a byte order mark', `\ufeffon: push\n${job}`],
    ['lines that end with CR LF', `on: push\n${job}`.replaceAll('\n', '\r\n')],
  ])('reads %s', (_, text) => {
    expect(workflowOf(text).jobs.map(({ id }) => id)).toEqual(['a']);
  });

  it('knows where each character of a block stands', () => {
    const run = workflowOf(
      'on: push\njobs:\n  a:\n    steps:\n      - run: |\n          one\n            two\n',
    ).jobs[0]?.steps[0]?.run;
    expect(run?.value).toBe('one\n  two\n');
    expect(run?.locate(6)).toEqual({ line: 7, column: 13 });
  });

  it.each([
    ['a tab', 'on:\n\tpush:\n', '2:1 Tabs are not allowed as indentation'],
    [
      'a key that stands twice',
      `on: push\non: issues\n${job}`,
      '2:1 The key "on" stands here a second time; a forge refuses the file.',
    ],
    ['an alias without anchor', 'on: *gone\njobs: {}\n', '1:5 There is no anchor "gone" before this alias.'],
    ['a list where a map must be', '- on\n', '1:1 A workflow must be a map with on and jobs.'],
    ['nothing', '', '1:1 A workflow must be a map with on and jobs.'],
    [
      'jobs as a list',
      'on: push\njobs: [a]\n',
      '2:1 The workflow has no "jobs", which must be a map of jobs.',
    ],
    ['a job as text', 'on: push\njobs:\n  a: run\n', '3:3 The job "a" must be a map.'],
    [
      'steps as a map',
      'on: push\njobs:\n  a:\n    steps: {run: x}\n',
      '4:12 The steps of the job "a" must be a list.',
    ],
    ['a step as text', 'on: push\njobs:\n  a:\n    steps: [x]\n', '4:13 A step must be a map.'],
    [
      'a condition that does not parse',
      'on: push\njobs:\n  a:\n    if: github.actor )\n    steps: []\n',
      '4:22 The condition does not parse',
    ],
  ])('tells the place of %s', (_, text, problem) => {
    expect(problemsOf(text)[0]?.slice(0, problem.length)).toBe(problem);
  });

  it.each([
    ['a hundred thousand brackets', '['.repeat(100_000)],
    ['fifty thousand dashes', '- '.repeat(50_000)],
    ['a chain of aliases that unfolds to 9^9 nodes', bomb()],
    ['an anchor that holds itself', 'on: &a [*a]\n'],
    [
      'sixty levels of maps and more',
      Array.from({ length: 200 }, (_, level) => `${' '.repeat(level)}a:`).join('\n'),
    ],
  ])('ends with a problem at %s', (_, text) => {
    expect(parse(text).problems.length).toBeGreaterThan(0);
  });

  it('reads a file of one megabyte', () => {
    const text = `on: push\njobs:\n  a:\n    steps:\n${'      - run: echo aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n'.repeat(20_000)}`;
    expect(text.length).toBeGreaterThan(1_000_000);
    expect(workflowOf(text).jobs[0]?.steps).toHaveLength(20_000);
  });
});

describe('places', () => {
  it.each([
    ['a/.gitea/workflows/x.yml', 'gitea', 'a/'],
    ['.forgejo/workflows/x.yml', 'gitea', ''],
    ['.github/workflows/x.yml', 'github', ''],
    ['loose/x.yml', 'github', 'loose/'],
  ])('%s belongs to %s', (path, forge, repository) => {
    expect(parse(`on: push\n${job}`, path).workflow).toMatchObject({ forge, repository });
  });

  it('a workflow without a name is called by its path', () => {
    expect(parse(`on: push\n${job}`, 'a/.github/workflows/x.yml').workflow?.name).toBe(
      '.github/workflows/x.yml',
    );
  });
});

function bomb(): string {
  const names = 'abcdefghi'.split('');
  return names
    .map(
      (name, index) =>
        `${name}: &${name} [${(index === 0 ? 'x,' : `*${names[index - 1] ?? ''},`).repeat(9)}]`,
    )
    .join('\n');
}
