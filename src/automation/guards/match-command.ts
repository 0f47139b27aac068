export type CommandMatch =
  | { readonly kind: 'command'; readonly command: string; readonly arguments: string }
  | { readonly kind: 'other_command'; readonly found: string }
  | { readonly kind: 'no_command' };

/**
 * Whether a text is one of the commands: its first token, whole and in the same case. Blank lines and blanks before
 * it do not matter. A command within the text, a quotation, a code block or a path is never one, because then the
 * first token is something else; four blanks or a tab make the line code.
 */
export function matchCommand(text: string, commands: readonly string[]): CommandMatch {
  const start = text.search(/\S/);
  if (start === -1 || isIndentedCode(text, start)) return { kind: 'no_command' };
  const [token = ''] = /^\S+/.exec(text.slice(start, start + tokenLengthMax)) ?? [];
  const command = commands.find((known) => known === token);
  if (command !== undefined) {
    const [line = ''] = text.slice(start + token.length).split(/\r\n|[\r\n\u2028\u2029]/, 1);
    return { kind: 'command', command, arguments: line.trim() };
  }
  return token.startsWith('/') ? { kind: 'other_command', found: token } : { kind: 'no_command' };
}

/** A slash and a word: what stands here is compared with whole tokens, so nothing else could ever match. */
export function isCommandName(text: string): boolean {
  return commandForm.test(text);
}

const commandForm = /^\/[A-Za-z0-9](?:[A-Za-z0-9_-]{0,62}[A-Za-z0-9])?$/;
/** Longer than every command; a text without blanks is not read to its end. */
const tokenLengthMax = 100;
const columnsOfCode = 4;

/** Markdown takes a line that is set in by four columns as code; a tab goes to the next multiple of four. */
function isIndentedCode(text: string, start: number): boolean {
  const lineStart = Math.max(text.lastIndexOf('\n', start - 1), text.lastIndexOf('\r', start - 1)) + 1;
  let columns = 0;
  for (const blank of start === 0 ? '' : text.slice(lineStart, start)) {
    columns = blank === '\t' ? columns + columnsOfCode - (columns % columnsOfCode) : columns + 1;
  }
  return columns >= columnsOfCode;
}
