import { describe, expect, it } from 'vitest';
import { lintTexts, usualPath } from '../../../test/support/lint-text.ts';
import { renderReport } from './render-report.ts';

const bad = 'on: push\njobs:\n  a:\n    steps:\n      - run: date +%Y-W%V\n';
const report = lintTexts([{ path: 'a b/.github/workflows/x,y.yml', text: bad }]);

describe('a report', () => {
  it('is pretty, with place, rule, sentence and fix', () => {
    expect(renderReport(report, 'pretty', '1.0.0')).toEqual([
      'a b/.github/workflows/x,y.yml:5:20 warning FX10 calendar-week: %Y-W%V takes the year of the day; the ISO week belongs to %G.',
      '    Use date +%G-W%V (moment GGGG-[W]WW, date-fns RRRR-II), or fixpoint bucket.',
      '1 file, 1 finding',
    ]);
  });

  it('is JSON for programs', () => {
    const [line = ''] = renderReport(report, 'json', '1.0.0');
    expect(JSON.parse(line)).toMatchObject({
      files: 1,
      ignored: 0,
      problems: [],
      findings: [{ rule: 'FX10', line: 5, column: 20 }],
    });
  });

  it('is annotations whose percent signs, commas and line ends are escaped', () => {
    const [line = ''] = renderReport(report, 'github', '1.0.0');
    expect(line).toMatch(
      /^::warning file=a b\/\.github\/workflows\/x%2Cy\.yml,line=5,col=20,title=FX10 calendar-week::%25Y-W%25V takes /,
    );
    expect(line).toContain('%0AUse date');
    expect(line).not.toContain('\n');
  });

  it('is a SARIF 2.1.0 log whose results point at their rules', () => {
    const [line = ''] = renderReport(report, 'sarif', '1.0.0');
    const log: unknown = JSON.parse(line);
    expect(log).toMatchObject({
      version: '2.1.0',
      runs: [
        {
          tool: { driver: { name: 'fixpoint', version: '1.0.0' } },
          columnKind: 'utf16CodeUnits',
          invocations: [{ executionSuccessful: true }],
          results: [
            {
              ruleId: 'FX10',
              ruleIndex: 9,
              level: 'warning',
              locations: [
                {
                  physicalLocation: {
                    artifactLocation: { uri: 'a%20b/.github/workflows/x%2Cy.yml' },
                    region: { startLine: 5, startColumn: 20 },
                  },
                },
              ],
            },
          ],
        },
      ],
    });
    // The 22 rules, and the one about comments to this program.
    expect(log).toHaveProperty('runs.0.tool.driver.rules.length', 23);
    expect(log).toHaveProperty('runs.0.tool.driver.rules.9', {
      id: 'FX10',
      name: 'calendar-week',
      shortDescription: { text: expect.stringMatching(/\.$/) },
      fullDescription: { text: expect.stringMatching(/\.$/) },
      help: { text: expect.stringMatching(/\.$/) },
      defaultConfiguration: { level: 'warning' },
    });
  });

  it('tells what cannot be read apart from findings', () => {
    const broken = lintTexts([{ path: usualPath, text: 'on: [' }]);
    expect(broken.findings).toEqual([]);
    expect(renderReport(broken, 'pretty', '1').at(-1)).toMatch(/^1 file, 0 findings, \d problems$/);
    expect(renderReport(broken, 'github', '1')[0]).toMatch(
      /^::error file=\.github\/workflows\/test\.yml,line=1,/,
    );
  });

  it('keeps its order whatever order the files come in', () => {
    const files = ['b', 'a', 'c'].map((name) => ({ path: `${name}/.github/workflows/x.yml`, text: bad }));
    const turned = lintTexts(files.toReversed());
    expect(lintTexts(files)).toEqual(turned);
    expect(turned.findings.map(({ path }) => path[0])).toEqual(['a', 'b', 'c']);
  });
});
