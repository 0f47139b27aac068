/** `fixpoint bucket`: the key of a window, for people whose automation is a script. Opens no store. */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import {
  type Bucket,
  deriveBucket,
  isProblem,
  nextBucket,
  previousBucket,
} from '../automation/buckets/bucket.ts';
import type { BucketProblem } from '../automation/buckets/bucket-problem.ts';
import type { BucketKind, BucketScheme } from '../automation/buckets/bucket-scheme.ts';
import { isFiscalKind } from '../automation/buckets/bucket-scheme.ts';
import { formatInstant, type Instant, parseInstant } from '../automation/buckets/instant.ts';
import { formatBucketKey, parseBucketKey } from '../automation/buckets/parse-bucket-key.ts';
import { readBucketKind } from '../automation/buckets/read-bucket-kind.ts';
import { contentBucket, shaBucket } from '../automation/buckets/value-bucket.ts';
import { findZone } from '../automation/buckets/zone.ts';
import { type CliWorld, UsageError } from '../surfaces/cli/cli-world.ts';
import { toJsonLine } from '../surfaces/cli/visible-text.ts';

export function runBucket(
  args: readonly string[],
  world: Pick<CliWorld, 'stdout' | 'stderr'>,
  now: () => Instant = Date.now,
): Promise<number> {
  const { positionals, values } = readFlags(args);
  const [word, ...rest] = positionals;
  if (word === undefined || rest.length > 0) {
    throw new UsageError('Write: fixpoint bucket KIND. "fixpoint help bucket" lists the flags.');
  }
  const named = nameBucket(word, values, now);
  if (named.isNow) {
    world.stderr.write(
      `fixpoint: --at was left out, so this is the key of now, ${formatInstant(named.at ?? 0)}. In a scheduled job give the instant for which the run was scheduled.\n`,
    );
  }
  if (values.json === true) world.stdout.write(toJsonLine(describeBucket(named)));
  else world.stdout.write(`${lineOf(named, values.window === true)}\n`);
  return Promise.resolve(0);
}

interface NamedBucket {
  readonly bucket: Bucket;
  readonly suffix: string | undefined;
  /** The instant asked about; undefined when a key, a commit or a file was. */
  readonly at: Instant | undefined;
  readonly isNow: boolean;
}

type Flags = ReturnType<typeof readFlags>['values'];

function nameBucket(word: string, flags: Flags, now: () => Instant): NamedBucket {
  const value = readValueBucket(word);
  if (value !== undefined) {
    if (flags.at !== undefined) throw new UsageError(`${word} does not depend on time; leave out --at.`);
    return { bucket: value, suffix: undefined, at: undefined, isNow: false };
  }
  const kind = required(readBucketKind(word)).value;
  const scheme = readScheme(kind, flags);
  if (flags.key !== undefined) {
    if (flags.at !== undefined) throw new UsageError('Give --at or --key, not both.');
    const { bucket, suffix } = required(parseBucketKey(scheme, flags.key));
    return { bucket, suffix, at: undefined, isNow: false };
  }
  if (scheme.kind === 'sha') throw new UsageError('A commit has no time: write sha: and its full name.');
  if (scheme.kind === 'content')
    throw new UsageError('Content has no time: write content: and the name of a file.');
  if (flags.at === undefined && scheme.kind === 'slot') {
    throw new UsageError('slot needs --at: now is not the instant for which a run was scheduled.');
  }
  const isNow = flags.at === undefined;
  const at = flags.at === undefined ? now() : required(parseInstant(flags.at)).instant;
  const bucket = deriveBucket(scheme, at);
  if (isProblem(bucket)) throw new UsageError(bucket.message, bucket.code);
  return { bucket, suffix: undefined, at, isNow };
}

/** `sha:COMMIT` and `content:FILE`. */
function readValueBucket(word: string): Bucket | undefined {
  if (word.startsWith('sha:')) {
    const bucket = shaBucket(word.slice('sha:'.length));
    if (isProblem(bucket)) throw new UsageError(bucket.message, bucket.code);
    return bucket;
  }
  if (!word.startsWith('content:')) return undefined;
  const file = word.slice('content:'.length);
  try {
    return contentBucket(readFileSync(file === '-' ? 0 : file));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`The file of "${word}" cannot be read: ${reason}`);
  }
}

function readScheme(kind: BucketKind, flags: Flags): BucketScheme {
  const { zone } = required(findZone(flags.zone ?? 'UTC'));
  const startMonth = flags['start-month'];
  const namedBy = flags['named-by'];
  if (!isFiscalKind(kind)) {
    if (startMonth !== undefined || namedBy !== undefined) {
      throw new UsageError(`--start-month and --named-by are for fiscal years; ${kind} has none.`);
    }
    return kind === 'slot' || kind === 'sha' || kind === 'content' ? { kind } : { kind, zone };
  }
  if (startMonth === undefined || !/^(?:[1-9]|1[0-2])$/.test(startMonth)) {
    throw new UsageError(
      `--start-month is ${startMonth === undefined ? 'missing' : `"${startMonth}"`}. It must be the month in which the fiscal year starts, 1 to 12.`,
      'bad_fiscal_year',
    );
  }
  if (namedBy !== 'end' && namedBy !== 'start') {
    throw new UsageError(
      `--named-by is ${namedBy === undefined ? 'missing' : `"${namedBy}"`}. It must be end or start: whether the fiscal year is called after the year in which it ends or starts.`,
      'bad_fiscal_year',
    );
  }
  return { kind, zone, startMonth: Number(startMonth), namedBy };
}

function required<Good extends { readonly kind: string }>(read: Good | BucketProblem): Good {
  if (isBucketProblem(read)) throw new UsageError(read.message, read.code);
  return read;
}

function isBucketProblem(read: { readonly kind: string }): read is BucketProblem {
  return read.kind === 'problem';
}

function lineOf({ bucket, suffix }: NamedBucket, withWindow: boolean): string {
  const key = formatBucketKey({ bucket, suffix });
  if (!withWindow || bucket.window === undefined) return key;
  return `${key} ${formatInstant(bucket.window.start)} ${formatInstant(bucket.window.end)}`;
}

function describeBucket({ bucket, suffix, at, isNow }: NamedBucket): object {
  const { scheme, window } = bucket;
  const isFiscal = scheme.kind === 'fiscal' || scheme.kind === 'fiscal-quarter';
  return {
    key: formatBucketKey({ bucket, suffix }),
    kind: scheme.kind,
    ...(suffix === undefined ? {} : { bucket: bucket.key, suffix }),
    zone: 'zone' in scheme ? scheme.zone.name : null,
    ...(isFiscal ? { start_month: scheme.startMonth, named_by: scheme.namedBy } : {}),
    start: window === undefined ? null : formatInstant(window.start),
    end: window === undefined ? null : formatInstant(window.end),
    previous: previousBucket(bucket)?.key ?? null,
    next: nextBucket(bucket)?.key ?? null,
    at: at === undefined ? null : formatInstant(at),
    at_is_now: isNow,
    time_zone_data: process.versions['tz'] ?? null,
  };
}

function readFlags(args: readonly string[]) {
  try {
    const options = {
      zone: { type: 'string' },
      at: { type: 'string' },
      key: { type: 'string' },
      'start-month': { type: 'string' },
      'named-by': { type: 'string' },
      window: { type: 'boolean' },
      json: { type: 'boolean' },
    } as const;
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
