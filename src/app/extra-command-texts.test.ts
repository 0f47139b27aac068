import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { extraCommandTexts } from './extra-command-texts.ts';

describe('the commands of the whole program', () => {
  it('are those that bin/fixpoint.js does not ask the quick program for', () => {
    const starter = readFileSync(new URL('../../bin/fixpoint.js', import.meta.url), 'utf8');
    const listed = /const wholeCommands = \[([^\]]*)\]/.exec(starter)?.[1] ?? '';
    const names = [...listed.matchAll(/'([a-z]+)'/g)].map(([, name]) => name);
    expect(names).toEqual(extraCommandTexts.map(({ name }) => name));
  });
});
