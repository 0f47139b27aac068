/**
 * The mark that an automation leaves in what it writes: an HTML comment that starts with its name,
 * `<!-- ai-review-comment verdict=APPROVE sha=… -->`. Names are compared whole: `ai-review` is not `ai-review-comment`.
 */
export interface OwnMarker {
  /** What stands after the name, split at blanks. */
  readonly tokens: readonly string[];
}

/**
 * Whether the text holds the mark anywhere, also in a quotation, cut off before its end, or with a value straight
 * after its name (`name:2026-W19`).
 */
export function hasOwnMarker(text: string, name: string): boolean {
  return openings(text).some((at) => {
    const found = nameAt(text, at);
    return found === name || found.startsWith(`${name}:`) || found.startsWith(`${name}=`);
  });
}

/**
 * The mark with which the text starts. Marks further down do not count: an automation that quotes what others wrote
 * would otherwise pass on a mark that they made up.
 */
export function readLeadingMarker(text: string, name: string): OwnMarker | undefined {
  const found = /^\s*<!--([^<>]*?)-->/.exec(text);
  const [first, ...tokens] = (found?.[1] ?? '').trim().split(/\s+/);
  return found !== null && first === name ? { tokens } : undefined;
}

/** The name of a mark as the command line takes it: with or without the comment around it. */
export function readMarkerName(given: string): string | undefined {
  const name = (/^<!--\s*(\S+)\s*-->$/.exec(given.trim())?.[1] ?? given).trim();
  return nameForm.test(name) && !name.includes('--') ? name : undefined;
}

/** Two letters would be found by chance; two dashes would end the comment. */
const nameForm = /^[A-Za-z0-9][A-Za-z0-9._:/-]{1,98}[A-Za-z0-9]$/;
const opening = '<!--';

function openings(text: string): readonly number[] {
  const found: number[] = [];
  for (let at = text.indexOf(opening); at !== -1; at = text.indexOf(opening, at + 1)) found.push(at);
  return found;
}

/** The word after the opening of a comment. */
function nameAt(text: string, at: number): string {
  const rest = text.slice(at + opening.length, at + opening.length + searchedLength).trimStart();
  return /^.*?(?=\s|-->|$)/s.exec(rest)?.[0] ?? '';
}

/** Room for blanks before a name of full length. */
const searchedLength = 200;
