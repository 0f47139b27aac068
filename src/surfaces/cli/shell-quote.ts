/**
 * A command line that any POSIX shell reads back as exactly these words, and that a terminal shows without obeying
 * anything in it. Line breaks and tabs inside a word stay as they are, in quotes.
 */
export function quoteForShell(words: readonly string[]): string {
  return words.map(quoteWord).join(' ');
}

function quoteWord(word: string): string {
  if (/^[A-Za-z0-9_/:.,@%+=-]+$/.test(word)) return word;
  const parts = word.split(controlCharacters).filter((part) => part !== '');
  if (parts.length === 0) return "''";
  return parts
    .map((part) => (controlCharacters.test(part) ? printOctal(part) : `'${part.replaceAll("'", `'\\''`)}'`))
    .join('');
}

/** What `toVisibleText` would show, but for line breaks and tabs: a command substitution drops those at its end. */
const controlCharacters =
  /((?:[^\P{Cc}\n\t]|[\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}])+)/u;

/** There is no escape inside POSIX quotes, so the shell is told to print the bytes. */
function printOctal(part: string): string {
  const bytes = [...new TextEncoder().encode(part)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`);
  return `"$(printf '${bytes.join('')}')"`;
}
