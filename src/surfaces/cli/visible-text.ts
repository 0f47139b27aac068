/**
 * Text from the books, from files or from a hub may hold anything. A terminal would obey its control characters, and
 * some invisible ones make a line read differently from what it says, so they are shown instead of sent.
 */
export function toVisibleText(text: string): string {
  if (isPlain(text)) return text;
  return text.replace(unsafe, (character) => {
    const short = shortForms.get(character);
    if (short !== undefined) return short;
    const code = character.codePointAt(0) ?? 0;
    return code < 0x100 ? `\\x${hex(code, 2)}` : `\\u{${hex(code, 4)}}`;
  });
}

/**
 * One JSON document on one line. Characters that JSON allows and a terminal obeys are escaped, which leaves the data
 * as it is.
 */
export function toJsonLine(value: unknown): string {
  const text = JSON.stringify(value);
  if (isPlain(text)) return `${text}\n`;
  const escaped = text.replace(unsafe, (character) =>
    Array.from({ length: character.length }, (_, at) => `\\u${hex(character.charCodeAt(at), 4)}`).join(''),
  );
  return `${escaped}\n`;
}

/** Most text is, and then the pattern below need not even be compiled. */
function isPlain(text: string): boolean {
  return /^[ -~]*$/.test(text);
}

/** Control characters, marks that change the direction of text, invisible blanks, line separators and tags. */
const unsafe =
  /[\p{Cc}\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

const shortForms: ReadonlyMap<string, string> = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, '0');
}
