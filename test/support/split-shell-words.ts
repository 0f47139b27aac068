/**
 * Splits a command line into words as a POSIX shell does, as far as quoting goes: single quotes, double quotes,
 * backslashes, and `printf` with octal escapes inside a command substitution. Everything else that a shell gives a
 * meaning to is an error, so that no unquoted special character slips through.
 */
export function splitShellWords(line: string): readonly string[] {
  const words: string[] = [];
  let word: string | undefined;
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(line);
    if (match !== null) at += match[0].length;
    return match;
  };
  while (at < line.length) {
    if (take(/[ \t\n]+/y) !== null) {
      if (word !== undefined) words.push(word);
      word = undefined;
      continue;
    }
    const quoted = take(/'([^']*)'/y);
    const escaped = quoted === null ? take(/\\([^\n])/y) : null;
    const printed = quoted ?? escaped ?? take(/"\$\(printf '((?:\\[0-7]{3})+)'\)"/y);
    const plain = printed ?? take(/[A-Za-z0-9_/:.,@%+=-]+/y);
    if (plain === null)
      throw new Error(`A shell would give a meaning to ${JSON.stringify(line.slice(at, at + 10))}`);
    const isPrinted = quoted === null && escaped === null && printed !== null;
    word =
      (word ?? '') + (isPrinted ? readOctal(printed[1] ?? '') : (quoted?.[1] ?? escaped?.[1] ?? plain[0]));
  }
  return word === undefined ? words : [...words, word];
}

function readOctal(text: string): string {
  const bytes = text.split('\\').slice(1);
  return new TextDecoder().decode(Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 8)));
}
