import { describe, expect, it } from 'vitest';
import { lintFiles } from './lint-files.ts';
import { rules } from './registry.ts';
import type { Rule } from './rule.ts';

/** Where each bad example is wrong, counted by hand in its text. */
const places: Readonly<Record<string, string>> = {
  FX01: '6:9',
  FX02: '10:11',
  FX03: '6:9',
  FX04: '1:5',
  FX05: '8:14',
  FX06: '4:9',
  FX07: '6:9',
  FX08: '3:17',
  FX09: '12:11',
  FX10: '8:33',
  FX11: '8:14',
  FX12: '9:19',
  FX13: '6:15',
  FX14: '6:23',
  FX15: '9:14',
  FX16: '13:11',
  FX17: '8:14',
  FX18: '3:13',
  FX19: '3:22',
  FX20: '6:61',
  FX21: '6:9',
  FX22: '8:26',
};

function findings({ example }: Rule, text: string) {
  const files = [
    { path: example.path, text, isReported: true },
    ...(example.beside ?? []).map((file) => ({ ...file, isReported: false })),
  ];
  const { findings: found, problems } = lintFiles(files, { isComplete: true });
  expect(problems).toEqual([]);
  return found;
}

describe('the rules', () => {
  it('are FX01 to FX22, each once and in order', () => {
    expect(rules.map(({ id }) => id)).toEqual(Object.keys(places));
    expect(new Set(rules.map(({ name }) => name)).size).toBe(22);
  });

  it.each(rules.map((rule) => [rule.id, rule] as const))(
    '%s finds its bad example at its place',
    (id, rule) => {
      const own = findings(rule, rule.example.bad).filter((finding) => finding.rule === id);
      expect(own.map(({ at }) => `${at.line}:${at.column}`)).toEqual([places[id]]);
      expect(own[0]?.severity).toBe(rule.severity);
    },
  );

  it.each(rules.map((rule) => [rule.id, rule] as const))(
    'no rule finds anything in the good example of %s',
    (_, rule) => {
      expect(findings(rule, rule.example.good)).toEqual([]);
    },
  );

  it.each(rules.map((rule) => [rule.id, rule] as const))(
    '%s says nothing on the line below a comment with a reason',
    (id, rule) => {
      const [line = 0] = (places[id] ?? '').split(':').map(Number);
      const lines = rule.example.bad.split('\n');
      const indent = /^\s*/.exec(lines[line - 1] ?? '')?.[0] ?? '';
      lines.splice(line - 1, 0, `${indent}# fixpoint: ignore ${id} reason=it is meant here`);
      expect(
        findings(rule, lines.join('\n')).filter((finding) => finding.rule === id || finding.rule === 'FX00'),
      ).toEqual([]);
    },
  );

  it('writes its sentences as sentences', () => {
    for (const { summary, why, fix } of rules) {
      for (const text of [summary, why, fix]) expect(text).toMatch(/^[^\s].*\.$/s);
    }
  });
});
