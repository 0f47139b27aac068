/** The reference pages of the lint rules, read off the rules themselves, with where the bad example is reported. */
import { lintFiles } from '../src/automation/lint/lint-files.ts';
import { rules } from '../src/automation/lint/registry.ts';
import type { Rule } from '../src/automation/lint/rule.ts';

/** By file name below docs/reference. */
export function lintPages(generated: string): Readonly<Record<string, string>> {
  return {
    'lint/README.md': indexPage(generated),
    ...Object.fromEntries(rules.map((rule) => [`lint/${rule.id}.md`, rulePage(rule, generated)])),
  };
}

function indexPage(generated: string): string {
  const rows = rules.map(
    ({ id, name, severity, summary }) => `| [${id}](${id}.md) | ${name} | ${severity} | ${summary} |`,
  );
  return `${generated}# Lint rules

\`fixpoint lint [PATH…]\` reads \`.github/workflows\`, \`.gitea/workflows\` and \`.forgejo/workflows\`; it needs no books and no network. Exit code 0: nothing found, 1: findings, 2: a file cannot be read. \`--format pretty|json|sarif|github\`, \`--rule FX01,FX02\`, \`--severity error|warning|note\`, \`--forge github|gitea\` (otherwise the folder says which).

A finding is taken back by a comment on its line or the line above, which must give a reason: \`# fixpoint: ignore FX10 reason=…\`. A loop that is meant is accepted anywhere in one of its files: \`# fixpoint: accepted-loop reason=… max=10s\`.

| rule | name | severity | what is found |
| --- | --- | --- | --- |
${rows.join('\n')}
`;
}

function rulePage(rule: Rule, generated: string): string {
  const { id, name, severity, summary, why, fix, example } = rule;
  const others = (example.beside ?? []).map(
    ({ path, text }) => `Beside it in \`${path}\`:\n\n\`\`\`yaml\n${text}\`\`\`\n\n`,
  );
  return `${generated}# ${id} ${name}

${summary} (${severity})

## Bad

\`${example.path}\`

\`\`\`yaml
${example.bad}\`\`\`

${others.join('')}\`\`\`
${reportOf(rule)}
\`\`\`

## Why

${why}

## Good

${fix}

\`\`\`yaml
${example.good}\`\`\`

## How to silence it

On the line of the finding or the line above, with a reason:

\`\`\`yaml
# fixpoint: ignore ${id} reason=why it is meant here
\`\`\`
`;
}

function reportOf({ id, example }: Rule): string {
  const files = [{ path: example.path, text: example.bad }, ...(example.beside ?? [])];
  const report = lintFiles(
    files.map((file) => ({ ...file, isReported: file.path === example.path })),
    { isComplete: true, rules: [id] },
  );
  return report.findings
    .map(({ path, at, severity, message }) => `${path}:${at.line}:${at.column} ${severity} ${id}: ${message}`)
    .join('\n');
}
