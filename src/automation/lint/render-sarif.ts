import { directiveRuleId, type Finding, type LintReport } from './lint-files.ts';
import { rules } from './registry.ts';

const levels: Readonly<Record<Finding['severity'], string>> = {
  error: 'error',
  warning: 'warning',
  note: 'note',
};

/** The report as a SARIF 2.1.0 log (OASIS standard), which code hosts show beside the lines. */
export function toSarif({ findings, problems }: LintReport, version: string): object {
  const described = [
    ...rules.map(({ id, name, severity, summary, why, fix }) => ({
      id,
      name,
      shortDescription: { text: summary },
      fullDescription: { text: why },
      help: { text: fix },
      defaultConfiguration: { level: levels[severity] },
    })),
    {
      id: directiveRuleId,
      name: 'directive',
      shortDescription: { text: 'A comment to this program is wrong.' },
      fullDescription: { text: 'A comment that has no effect looks as if it had one.' },
      help: { text: 'Give it a reason and the id of a rule.' },
      defaultConfiguration: { level: 'warning' },
    },
  ];
  const indexes = new Map(described.map(({ id }, index) => [id, index]));
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'fixpoint', version, rules: described } },
        columnKind: 'utf16CodeUnits',
        invocations: [
          {
            executionSuccessful: problems.length === 0,
            toolExecutionNotifications: problems.map(({ path, at, message }) => ({
              level: 'error',
              message: { text: message },
              locations: [toLocation(path, at)],
            })),
          },
        ],
        results: findings.map(({ rule, severity, message, fix, path, at }) => ({
          ruleId: rule,
          ruleIndex: indexes.get(rule) ?? 0,
          level: levels[severity],
          message: { text: `${message} ${fix}` },
          locations: [toLocation(path, at)],
        })),
      },
    ],
  };
}

function toLocation(path: string, at: Finding['at']): object {
  return {
    physicalLocation: {
      artifactLocation: { uri: path.split('/').map(encodeURIComponent).join('/') },
      region: { startLine: at.line, startColumn: at.column },
    },
  };
}
