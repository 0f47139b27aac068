// What the third set of public workflow files showed, as small look-alikes. docs/reference/lint-evaluation.md tells the
// whole comparison.

import { describe, expect, it } from 'vitest';
import { commentWorkflow, findingsOf, lintTexts } from '../../../test/support/lint-text.ts';

describe('a comment that nothing looks at', () => {
  const thanks = (steps: string, condition = '') =>
    commentWorkflow('', steps).replace('    if: \n', condition === '' ? '' : `    if: ${condition}\n`);

  it('assigns somebody, also when only issues are meant', () => {
    const assign = `      - uses: actions/github-script@v7
        with:
          script: await github.rest.issues.addAssignees(who)
`;
    expect(findingsOf(thanks(assign), ['FX04'])).toEqual(['FX04 5:3']);
    expect(findingsOf(thanks(assign, '${{ !github.event.issue.pull_request }}'), ['FX04'])).toEqual([
      'FX04 5:3',
    ]);
    expect(findingsOf(thanks(assign, "github.event.comment.body == '/take'"), ['FX04'])).toEqual([]);
  });

  it('is changed when a script of the job has found something else to be true', () => {
    const change = (test: string) => `      - id: count
        run: |
          ${test}
          echo "many=true" >> "$GITHUB_OUTPUT"
      - if: steps.count.outputs.many == 'true'
        run: |
          TEXT=$(jq -r .comment.body "$GITHUB_EVENT_PATH")
          curl -X PATCH "$API/repos/$GITHUB_REPOSITORY/issues/comments/$ID" -d "$TEXT (many)"
`;
    expect(findingsOf(thanks(change('true')), ['FX04'])).toEqual(['FX04 5:3']);
    const asks = `jq -r .comment.body "$GITHUB_EVENT_PATH" | grep -q '^/count' || exit 0`;
    expect(findingsOf(thanks(change(asks)), ['FX04'])).toEqual([]);
  });

  it('is given to an action that judges or sorts, not to one that reads commands', () => {
    const action = (name: string) =>
      thanks(`      - uses: ${name}\n        with: { token: '\${{ secrets.GITHUB_TOKEN }}' }\n`);
    expect(findingsOf(action('octo/comment-moderator@v1'), ['FX04'])).toEqual(['FX04 5:3']);
    expect(findingsOf(action('octo/slash-command@v1'), ['FX04'])).toEqual([]);
  });
});

describe('a group that any comment enters', () => {
  const group = (name: string, condition: string, steps?: string) =>
    commentWorkflow(condition, steps).replace(
      'jobs:\n',
      `concurrency:\n  group: ${name}\n  cancel-in-progress: true\njobs:\n`,
    );
  const command = "github.event.comment.body == '@octo check'";

  it('is one group though the number of the run stands after the number of the issue', () => {
    const either = '${{ github.event.pull_request.number || github.event.issue.number || github.run_id }}';
    expect(findingsOf(group(either, command))).toEqual(['FX14 6:23']);
    expect(findingsOf(group('${{ github.run_id }}', command))).toEqual([]);
  });

  it('loses a label when the cancelled run has taken away what the newer one asks for', () => {
    const condition = "contains(github.event.issue.labels.*.name, 'waiting')";
    const steps = (flag: string) => `      - run: gh issue edit "$N" ${flag}\n`;
    const name = '${{ github.event.issue.number }}';
    expect(findingsOf(group(name, condition, steps('--remove-label waiting')), ['FX14'])).toEqual([
      'FX14 6:23',
    ]);
    expect(findingsOf(group(name, condition, steps('--add-label heard')), ['FX14'])).toEqual([]);
  });
});

describe('words about a schedule', () => {
  const schedule = (words: string, more = '') =>
    `on:\n  ${words}\n  schedule:\n    - cron: '36 2 * * 0'\n${more}jobs: {}\n`;

  it('may stand above the key, with an address between', () => {
    const words = '# every Sunday at 00:36 UTC\n  # https://crontab.example/#36_2_*_*_0';
    expect(findingsOf(schedule(words))).toEqual(['FX18 5:13']);
    expect(findingsOf(schedule(words.replace('00:36', '02:36')))).toEqual([]);
    expect(findingsOf(schedule(words, "    - cron: '36 0 * * 0'\n"))).toEqual([]);
  });
});

describe('a branch that every run names anew', () => {
  it('is made in an earlier step, or named in the input', () => {
    const head = "on:\n  schedule:\n    - cron: '0 4 * * *'\njobs:\n  update:\n    steps:\n";
    const shell = (name: string) =>
      `${head}      - run: git checkout -b update-${name}\n      - run: gh pr create --title Update --body x\n`;
    expect(findingsOf(shell('${{ github.run_number }}'))).toEqual(['FX11 8:14']);
    expect(findingsOf(shell('data'))).toEqual([]);
    const action = (name: string) =>
      `${head}      - uses: peter-evans/create-pull-request@v7\n        with: { branch: 'audit-${name}' }\n`;
    expect(findingsOf(action('${{ github.run_id }}'))).toEqual(['FX11 7:15']);
    expect(findingsOf(action('weekly'))).toEqual([]);
  });
});

describe('several packages of one repository', () => {
  const release = (steps: string) =>
    `on: { push: { tags: ['v*'] } }\njobs:\n  release:\n    steps:\n${steps}`;

  it('go to one registry one after the other', () => {
    const two = (second: string) =>
      release(`      - run: npm publish --workspace core\n      - run: npm publish --workspace ${second}\n`);
    expect(findingsOf(two('cli'))).toEqual(['FX15 6:14']);
    expect(findingsOf(two('core'))).toEqual([]);
  });

  it('are tasks of gradle, unless they are snapshots or stay at home', () => {
    const two = (task: string, name = 'Publish') =>
      release(
        `      - run: ./gradlew publishAllToRelease\n      - name: ${name}\n        run: ./gradlew ${task}\n        working-directory: plugins\n`,
      );
    expect(findingsOf(two('publishPlugins'))).toEqual(['FX15 7:14']);
    expect(findingsOf(two('publishToMavenLocal'))).toEqual([]);
    expect(findingsOf(two('publishPlugins', 'Publish snapshot'))).toEqual([]);
  });
});

describe('a command that a step asks for itself', () => {
  it('is understood, although a script reads another one', () => {
    const steps = (asked: string) => `      - if: ${asked}
        run: ./take.sh
      - uses: actions/github-script@v7
        with:
          script: if (context.payload.comment.body.trim() === '/leave') return
`;
    const test = (name: string) => `startsWith(github.event.comment.body, '${name}')`;
    const condition = `${test('/take')} || ${test('/leave')}`;
    expect(findingsOf(commentWorkflow(condition, steps(test('/take'))), ['FX21'])).toEqual([]);
    expect(findingsOf(commentWorkflow(condition, steps('success()')), ['FX21'])).toEqual(['FX21 6:9']);
  });
});

describe('a file that a tool writes', () => {
  it('is not told about comparisons that nobody can mend there', () => {
    const text = "on: push\njobs:\n  a:\n    if: github.event_name == 'release'\n    steps: []\n";
    expect(findingsOf(text)).toEqual(['FX06 4:9']);
    const { findings } = lintTexts([
      { path: '.github/workflows/a.lock.yml', text: `# Generated by a tool. DO NOT EDIT.\n${text}` },
    ]);
    expect(findings).toEqual([]);
  });
});
