import { describe, expect, it } from 'vitest';
import { listShellCommands } from './shell-commands.ts';

function wordsOf(script: string): readonly (readonly string[])[] {
  return listShellCommands(script).map(({ words }) => words.map(({ text }) => text));
}

describe('shell commands', () => {
  it.each([
    [
      'quotes',
      `gh issue create --title "a b" --body 'c "d"'`,
      [['gh', 'issue', 'create', '--title', 'a b', '--body', 'c "d"']],
    ],
    ['lines that go on', 'a \\\n  b\nc', [['a', 'b'], ['c']]],
    ['separators', 'a && b || c; d | e &', [['a'], ['b'], ['c'], ['d'], ['e']]],
    ['comments', 'a # b\n# c\nd#e', [['a'], ['d#e']]],
    ['keywords and sudo', 'if ! sudo a; then b; fi', [['a'], ['b'], ['fi']]],
    ['expressions of the forge', `a "\${{ b && 'c' }}"`, [['a', "${{ b && 'c' }}"]]],
    [
      'substitutions, whose commands come first',
      'a "$(b \'c\')"',
      [
        ['b', 'c'],
        ['a', "$(b 'c')"],
      ],
    ],
    ['an apostrophe in double quotes', `a "it's" b`, [['a', "it's", 'b']]],
    ['an open quotation', 'a "b', [['a', 'b']]],
    ['an open substitution', 'a $(b', [['a', '$(b']]],
  ])('reads %s', (_, script, words) => {
    expect(wordsOf(script)).toEqual(words);
  });

  it('keeps assignments, redirections and here-documents with their command', () => {
    const [cat, next] = listShellCommands('X=1 cat <<EOF > out.md\nline $X\nEOF\nnext 2>&1\n');
    expect(cat).toMatchObject({
      hereDocuments: ['line $X'],
      output: 'out.md',
      assignments: [{ name: 'X', value: '1' }],
    });
    expect(next).toMatchObject({ words: [{ text: 'next' }], output: undefined, joinedBy: '' });
  });

  it('gives a here-document to the program behind the pipe too', () => {
    const commands = listShellCommands("cat <<'EOF' | gh issue comment 1 --body-file -\ntext\nEOF\nend");
    expect(commands.map(({ words, hereDocuments }) => [words[0]?.text, hereDocuments])).toEqual([
      ['cat', ['text']],
      ['gh', ['text']],
      ['end', []],
    ]);
  });

  it('ends on any text', () => {
    for (const text of [
      '$('.repeat(5_000),
      '"'.repeat(9_999),
      '<<'.repeat(5_000),
      '`'.repeat(4_001),
      '\\',
      '>',
      '((',
      '${{',
      '<<-',
    ]) {
      expect(listShellCommands(text).length).toBeLessThan(20_000);
    }
  });
});
