import { walkTexts, type TextNode } from '../../workflow/source-node.ts';
import type { Discovery, Rule } from '../rule.ts';

export const calendarWeek: Rule = {
  id: 'FX10',
  name: 'calendar-week',
  severity: 'warning',
  summary: 'A week number stands beside the year of the day instead of the year of the week.',
  why: 'The ISO week belongs to the year in which its Thursday lies. 1 January 2027 is in week 53 of 2026: %Y-%V says 2027-53, %Y-W%W says 2027-W00. %U and %W count weeks that are cut in two at New Year. The key of that week is wrong, or used twice.',
  fix: 'Use date +%G-W%V (moment GGGG-[W]WW, date-fns RRRR-II), or fixpoint bucket.',
  example: {
    path: '.github/workflows/weekly.yml',
    bad: `on:
  schedule:
    - cron: '0 8 * * 1'
jobs:
  report:
    runs-on: ubuntu-latest
    steps:
      - run: echo "week=$(date +%Y-W%V)" >> "$GITHUB_OUTPUT"
`,
    good: `on:
  schedule:
    - cron: '0 8 * * 1'
jobs:
  report:
    runs-on: ubuntu-latest
    steps:
      - run: echo "week=$(date +%G-W%V)" >> "$GITHUB_OUTPUT"
`,
  },
  check: (workflow) =>
    workflow.source.includes('%') || /[yY]{2}/.test(workflow.source)
      ? [...walkTexts(workflow.root)].flatMap(checkText)
      : [],
};

const between = String.raw`[-_/. ]?["'\[\\]*(?:[Ww]eek|[Ww]|KW|CW)?["'\]\\]*[-_ ]?`;

const patterns: readonly (readonly [RegExp, (text: string) => string])[] = [
  [
    new RegExp(`%[Yy]${between}%-?V`, 'g'),
    (text) => `${text} takes the year of the day; the ISO week belongs to %G.`,
  ],
  [
    new RegExp(`%[YyGg]${between}%-?[UW]`, 'g'),
    (text) => `${text} counts weeks that are cut in two at New Year.`,
  ],
  [new RegExp(`%[Gg]-?%m${between}%-?V`, 'g'), (text) => `${text} mixes a month into the year of the week.`],
  [
    /\bYYYY-?(?:\[W\]|'W'|W)?-?(?:WW|ww?)\b/g,
    (text) => `${text} takes the year of the day; the week belongs to GGGG.`,
  ],
  [
    /\byyyy-?(?:'W'|\[W\])?-?II?\b/g,
    (text) => `${text} takes the year of the day; the week belongs to RRRR.`,
  ],
];

function checkText(node: TextNode): readonly Discovery[] {
  return patterns.flatMap(([pattern, explain]) =>
    [...node.value.matchAll(pattern)].map((match) => ({
      at: node.locate(match.index),
      message: explain(match[0]),
    })),
  );
}
