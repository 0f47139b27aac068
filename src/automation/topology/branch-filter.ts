import type { Truth } from '../workflow/expression.ts';
import { unreachable } from '../workflow/unreachable.ts';
import type { Trigger } from '../workflow/workflow.ts';

/** Where a push goes, as far as the file says. */
export type PushTarget =
  | { readonly kind: 'named'; readonly branch: string }
  /** The default branch, whatever its name is. */
  | { readonly kind: 'default' }
  /** The branch whose push started the workflow: one of those that its own filter names. */
  | { readonly kind: 'pushed'; readonly trigger: Trigger }
  | { readonly kind: 'unknown' };

const usualDefaults = ['main', 'master'];

/** Whether a push to the target passes the branch filters of a trigger. */
export function passesBranches(trigger: Trigger, target: PushTarget): Truth {
  const { branches, branchesIgnore, tags, tagsIgnore } = trigger;
  const namesOnlyTags =
    (tags !== undefined || tagsIgnore !== undefined) &&
    branches === undefined &&
    branchesIgnore === undefined;
  if (namesOnlyTags) return 'no';
  if (branches === undefined && branchesIgnore === undefined) return 'yes';
  const passes = (branch: string): boolean =>
    branches !== undefined ? matchesFilter(branches, branch) : !matchesFilter(branchesIgnore ?? [], branch);
  switch (target.kind) {
    case 'named':
      return passes(target.branch) ? 'yes' : 'no';
    case 'default':
      return usualDefaults.some(passes) ? 'yes' : 'maybe';
    case 'pushed': {
      if (target.trigger === trigger) return 'yes';
      const names = (target.trigger.branches ?? []).filter((branch) => !/[*?![\]]/.test(branch));
      if (names.length === 0) return 'maybe';
      return names.some(passes) ? 'yes' : 'no';
    }
    case 'unknown':
      return 'maybe';
    default:
      return unreachable(target);
  }
}

/** Whether files that a commit changes start the trigger. `undefined` files are not known. */
export function passesPaths({ paths, pathsIgnore }: Trigger, files: readonly string[] | undefined): Truth {
  if (paths === undefined && pathsIgnore === undefined) return 'yes';
  if (files === undefined || files.length === 0) return 'maybe';
  const hits = files.map((file) =>
    paths !== undefined ? touches(paths, file) : touches(pathsIgnore ?? [], file) ? 'no' : 'yes',
  );
  if (paths !== undefined) return hits.some((hit) => hit === true) ? 'yes' : 'no';
  return hits.every((hit) => hit === 'no') ? 'no' : 'yes';
}

/** A folder that was added touches the patterns of the files in it. */
function touches(patterns: readonly string[], file: string): boolean {
  const clean = file.replace(/^\.\//, '').replace(/\/$/, '');
  return matchesFilter(patterns, clean) || matchesFilter(patterns, `${clean}/x`);
}

/** The forge's rule: later patterns win, `!` takes back. */
export function matchesFilter(patterns: readonly string[], text: string): boolean {
  let matches = false;
  for (const pattern of patterns) {
    const isNegative = pattern.startsWith('!');
    if (toPattern(isNegative ? pattern.slice(1) : pattern).test(text)) matches = !isNegative;
  }
  return matches;
}

const compiled = new Map<string, RegExp>();
/** More different patterns than any set of repositories has; beyond it they are compiled again. */
const compiledMax = 2_000;

function toPattern(glob: string): RegExp {
  const known = compiled.get(glob);
  if (known !== undefined) return known;
  let source = '';
  for (let index = 0; index < glob.length; index += 1) {
    const character = glob[index] ?? '';
    if (glob.startsWith('**/', index)) {
      source += '(?:.*/)?';
      index += 2;
    } else if (glob.startsWith('**', index)) {
      source += '.*';
      index += 1;
    } else if (character === '*') source += '[^/]*';
    else if (character === '?') source += '[^/]';
    else source += character.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  }
  const pattern = new RegExp(`^${source}$`);
  if (compiled.size < compiledMax) compiled.set(glob, pattern);
  return pattern;
}

/** What holds of several conditions that must all let something through. */
export function weakest(truths: readonly Truth[]): Truth {
  if (truths.includes('no')) return 'no';
  return truths.includes('maybe') ? 'maybe' : 'yes';
}
