/** How fine a text that is computed from the clock changes, and how often a cron line fires. */

/** Finer grains come first. */
export const grains = ['run', 'second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const;
export type Grain = (typeof grains)[number];

export function isFiner(left: Grain, right: Grain): boolean {
  return grains.indexOf(left) < grains.indexOf(right);
}

/** The finest part of the clock that a text contains; undefined when it contains none. */
export function grainOf(text: string): Grain | undefined {
  const found: Grain[] = [];
  if (/github\.run_(?:id|number)|GITHUB_RUN_(?:ID|NUMBER)|context\.run(?:Id|Number)/.test(text))
    found.push('run');
  for (const match of text.matchAll(/\bdate\b[^)|;&\n]*?\+\s*["']?([^"')\n]*)/g))
    found.push(...grainOfFormat(match[1] ?? ''));
  for (const match of text.matchAll(/strftime\(\s*["']([^"']*)/g))
    found.push(...grainOfFormat(match[1] ?? ''));
  for (const match of text.matchAll(/\bformat\(\s*["']([^"']*)/g))
    found.push(...grainOfLetters(match[1] ?? ''));
  if (/\$\(\s*date(?:\s+(?:-u|--utc|-R))?\s*\)/.test(text)) found.push('second');
  if (/\$\(\s*date(?:\s+-u)?\s+(?:-I|--iso-8601)\s*\)/.test(text)) found.push('day');
  found.push(...grainOfScript(text));
  return grains.find((grain) => found.includes(grain));
}

function grainOfScript(text: string): readonly Grain[] {
  const found: Grain[] = [];
  for (const match of text.matchAll(/toISOString\(\)([^\n,;`}]{0,40})/g))
    found.push(grainOfCut(match[1] ?? ''));
  if (/toLocaleDateString\(|toDateString\(|date\.today\(\)|getDate\(\)/.test(text)) found.push('day');
  if (/toLocaleString\(|Date\.now\(\)|\bdatetime\.now\(\)(?!\.(?:strftime|date|isocalendar|year))/.test(text))
    found.push('second');
  return found;
}

function grainOfCut(rest: string): Grain {
  if (/^\s*\.(?:split\(\s*["']T["']\s*\)|(?:slice|substring|substr)\(\s*0\s*,\s*10\s*\))/.test(rest))
    return 'day';
  if (/^\s*\.(?:slice|substring|substr)\(\s*0\s*,\s*7\s*\)/.test(rest)) return 'month';
  return /^\s*\.(?:slice|substring|substr)\(\s*0\s*,\s*4\s*\)/.test(rest) ? 'year' : 'second';
}

const formatGrains: readonly (readonly [RegExp, Grain])[] = [
  [/%[sSTcNr]/, 'second'],
  [/%[MR]/, 'minute'],
  [/%[HIkl]/, 'hour'],
  [/%-?[deFDxjuwaA]/, 'day'],
  [/%-?[VUW]/, 'week'],
  [/%-?[mbBh]/, 'month'],
  [/%-?q/, 'quarter'],
  [/%-?[YyGg]/, 'year'],
];

function grainOfFormat(format: string): readonly Grain[] {
  return formatGrains.flatMap(([pattern, grain]) => (pattern.test(format) ? [grain] : []));
}

function grainOfLetters(format: string): readonly Grain[] {
  if (!/[yY]{2,4}/.test(format)) return [];
  if (/ss/.test(format)) return ['second'];
  if (/HH|hh/.test(format)) return ['hour'];
  if (/\bD{1,2}\b|DD|dd|\bd\b/.test(format)) return ['day'];
  if (/WW|ww|II/.test(format)) return ['week'];
  return /MM/.test(format) ? ['month'] : ['year'];
}

/** The bucket of one tick of a cron line: a line that fires on one weekday makes weeks. */
export function grainOfCron(cron: string): Grain | undefined {
  const named = /^@(hourly|daily|midnight|weekly|monthly|yearly|annually)$/.exec(cron.trim())?.[1];
  if (named !== undefined) return namedGrains[named];
  const fields = cron.trim().split(/\s+/);
  if (fields.length !== 5) return undefined;
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = fields;
  const isOne = (field: string): boolean => /^(?:\d+|[A-Za-z]{3})$/.test(field);
  const isAny = (field: string): boolean => field === '*' || field === '?';
  if (!isOne(minute)) return 'minute';
  if (!isOne(hour)) return 'hour';
  if (isAny(day) && isAny(weekday)) return 'day';
  if (isAny(day)) return isOne(weekday) ? 'week' : 'day';
  if (!isAny(weekday) || !isOne(day)) return 'day';
  if (isOne(month)) return 'year';
  return /^\*\/3$|^\d+(?:,\d+){3}$/.test(month) ? 'quarter' : 'month';
}

const namedGrains: Readonly<Record<string, Grain>> = {
  hourly: 'hour',
  daily: 'day',
  midnight: 'day',
  weekly: 'week',
  monthly: 'month',
  yearly: 'year',
  annually: 'year',
};
