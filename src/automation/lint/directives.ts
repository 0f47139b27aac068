/**
 * Comments by which an author answers a finding: `# fixpoint: ignore FX10 reason=…` for findings on the same or the
 * next line, and `# fixpoint: accepted-loop reason=… max=10s` anywhere in a file for the loops through it.
 */
import type { Position } from '../workflow/position.ts';

export interface Directives {
  readonly ignores: (rule: string, line: number) => boolean;
  readonly acceptedLoop: AcceptedLoop | undefined;
  readonly faults: readonly { readonly at: Position; readonly message: string }[];
}

export interface AcceptedLoop {
  readonly reason: string;
  /** How long an empty turn may take, as written. */
  readonly max: string | undefined;
}

const pattern = /#\s*fixpoint:\s*(.*?)\s*$/;

export function readDirectives(source: string): Directives {
  const ignored = new Set<string>();
  const faults: { readonly at: Position; readonly message: string }[] = [];
  let acceptedLoop: AcceptedLoop | undefined;
  if (!source.includes('fixpoint:')) return { ignores: () => false, acceptedLoop, faults };
  for (const [index, line] of source.split('\n').entries()) {
    const match = pattern.exec(line.replace(/\r$/, ''));
    if (match === null) continue;
    const at = { line: index + 1, column: match.index + 1 };
    const text = match[1] ?? '';
    const reason = /\breason=(.*?)(?:\s+max=\S+)?$/.exec(text)?.[1]?.trim() ?? '';
    const [verb = '', ...words] = text.split(/\s+/);
    const ids = words.filter((word) => /^FX\d\d,?$/.test(word)).map((word) => word.slice(0, 4));
    if (verb !== 'ignore' && verb !== 'accepted-loop') {
      faults.push({ at, message: `"${verb}" is no directive; there are "ignore" and "accepted-loop".` });
    } else if (reason === '') {
      faults.push({ at, message: `The ${verb} comment gives no reason, so it has no effect.` });
    } else if (verb === 'accepted-loop') {
      acceptedLoop = { reason, max: /\bmax=(\S+)/.exec(text)?.[1] };
    } else if (ids.length === 0) {
      faults.push({ at, message: 'The ignore comment names no rule, so it has no effect.' });
    } else {
      for (const id of ids) for (const next of [1, 2]) ignored.add(`${id}:${index + next}`);
    }
  }
  return { ignores: (rule, line) => ignored.has(`${rule}:${line}`), acceptedLoop, faults };
}
