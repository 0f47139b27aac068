import { type Schedule, triggerOf, type Workflow } from '../../workflow/workflow.ts';
import { type CronWords, readCronWords } from '../cron-comment.ts';
import { grainOfCron } from '../dates.ts';
import type { Discovery, Rule } from '../rule.ts';

export const cronComment: Rule = {
  id: 'FX18',
  name: 'cron-comment-mismatch',
  severity: 'warning',
  summary: 'A schedule fires at another time, or more often, than the words beside it say.',
  why: 'The comment is what people read and the cron line is what runs. "* 10 * * *" fires sixty times between ten and eleven, and "*/50" at minute 0 and 50, not every 50 minutes.',
  fix: 'Correct whichever of the two is wrong.',
  example: {
    path: '.github/workflows/clean.yml',
    bad: `on:
  schedule:
    - cron: '0 3 * * 0' # every Monday at 03:00 UTC
jobs:
  clean:
    runs-on: ubuntu-latest
    steps:
      - run: make clean
`,
    good: `on:
  schedule:
    - cron: '0 3 * * 1' # every Monday at 03:00 UTC
jobs:
  clean:
    runs-on: ubuntu-latest
    steps:
      - run: make clean
`,
  },
  check: (workflow) => {
    const schedules = triggerOf(workflow, 'schedule')?.schedules ?? [];
    return schedules.flatMap((schedule) => checkSchedule(schedule, workflow, schedules.length === 1));
  },
};

function checkSchedule(
  { cron, timezone }: Schedule,
  workflow: Workflow,
  isOnly: boolean,
): readonly Discovery[] {
  const fields = cron.value.trim().split(/\s+/);
  if (fields.length !== 5) return [];
  const [minute = '', hour = '', day = '', , weekday = ''] = fields;
  const tell = (message: string): readonly Discovery[] => [{ at: cron.at, message }];
  if (minute === '*' && /^\d+$/.test(hour))
    return tell(`"${cron.value}" fires 60 times between ${hour}:00 and ${hour}:59.`);
  const step = Number(/^\*\/(\d+)$/.exec(minute)?.[1] ?? '0');
  if (step > 30 && step < 60)
    return tell(`"${cron.value}" fires at minute 0 and ${step} of the hour, not every ${step} minutes.`);
  const comment = commentOf(workflow.source, cron.at.line, isOnly);
  if (comment === undefined) return [];
  const message = compareWords(readCronWords(comment), {
    minute,
    hour,
    day,
    weekday,
    cron: cron.value,
    hasZone: timezone !== undefined,
  });
  return message === undefined ? [] : tell(`The comment says "${comment.slice(0, 60)}", but ${message}.`);
}

/** On the same line, or alone on the line above when that line is about this cron line only. */
function commentOf(source: string, line: number, isOnly: boolean): string | undefined {
  const lines = source.split('\n');
  const own = /['"]?\s+#\s*(.+?)\s*$/.exec(lines[line - 1] ?? '')?.[1];
  if (own !== undefined) return own;
  // Between the words and the line there may be an address and, for the only schedule, the key.
  let index = line - 2;
  const isSkipped = (text: string): boolean =>
    /^\s*#\s*<?https?:\S+\s*$/.test(text) || (/^\s*schedule:\s*$/.test(text) && isOnly);
  while (index >= 0 && isSkipped(lines[index] ?? '')) index -= 1;
  const above = /^\s*#\s*(.+?)\s*$/.exec(lines[index] ?? '')?.[1];
  return above !== undefined && !/cron:|\*/.test(above) && !/^\s*#/.test(lines[index - 1] ?? '')
    ? above
    : undefined;
}

interface CronFields {
  readonly minute: string;
  readonly hour: string;
  readonly day: string;
  readonly weekday: string;
  readonly cron: string;
  readonly hasZone: boolean;
}

function compareWords(words: CronWords, fields: CronFields): string | undefined {
  return compareWeekday(words, fields) ?? comparePeriod(words, fields) ?? compareTime(words, fields);
}

const dayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

function compareWeekday(
  { weekdays, namesLocalTime, timesUtc }: CronWords,
  { weekday }: CronFields,
): string | undefined {
  const [said] = weekdays;
  if (said === undefined || weekdays.length !== 1) return undefined;
  const index = dayNames.findIndex((name) => name.slice(0, 3).toLowerCase() === weekday.toLowerCase());
  const fires = /^[0-7]$/.test(weekday) ? Number(weekday) % 7 : index;
  if (fires < 0 || fires === said) return undefined;
  const apart = Math.min((fires - said + 7) % 7, (said - fires + 7) % 7);
  if (apart === 1 && namesLocalTime && timesUtc.length === 0) return undefined;
  return `the schedule fires on ${dayNames[fires] ?? ''}`;
}

function comparePeriod(
  { period, everyHours, everyMinutes, weekdays }: CronWords,
  { minute, hour, cron }: CronFields,
): string | undefined {
  const hourStep = Number(/^\*\/(\d+)$/.exec(hour)?.[1] ?? (hour === '*' ? '1' : '0'));
  const minuteStep = Number(/^\*\/(\d+)$/.exec(minute)?.[1] ?? '0');
  if (everyHours !== undefined && hourStep > 0 && minuteStep === 0 && hourStep !== everyHours)
    return `the schedule fires every ${hourStep} hours`;
  if (everyMinutes !== undefined && minuteStep > 0 && minuteStep !== everyMinutes)
    return `the schedule fires every ${minuteStep} minutes`;
  const grain = grainOfCron(cron);
  if (grain === undefined || period === undefined || weekdays.length > 0) return undefined;
  const isPlain =
    (period === 'day' || period === 'week' || period === 'month') &&
    (grain === 'day' || grain === 'week' || grain === 'month');
  if (!isPlain || grain === period || /[-,]/.test(cron)) return undefined;
  return `the schedule fires once a ${grain}`;
}

function compareTime({ timesUtc }: CronWords, { minute, hour, hasZone }: CronFields): string | undefined {
  if (timesUtc.length !== 1 || hasZone || !/^\d+$/.test(hour) || !/^\d+$/.test(minute)) return undefined;
  const fires = `${Number(hour)}:${Number(minute)}`;
  return timesUtc[0] === fires
    ? undefined
    : `the schedule fires at ${Number(hour)}:${minute.padStart(2, '0')} UTC`;
}
