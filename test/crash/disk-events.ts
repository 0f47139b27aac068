/** What a run did to the files of one folder and what it told the world, in order, read from a trace of its calls. */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

export type DiskEvent =
  | { readonly kind: 'create'; readonly file: string; readonly empties: boolean }
  /** Without an offset the bytes go to the end. */
  | {
      readonly kind: 'write';
      readonly file: string;
      readonly offset: number | undefined;
      readonly bytes: Buffer;
    }
  | { readonly kind: 'resize'; readonly file: string; readonly length: number }
  | { readonly kind: 'unlink'; readonly file: string }
  | { readonly kind: 'rename'; readonly file: string; readonly to: string }
  /** A flush of the file, or of the folder when `file` is empty. */
  | { readonly kind: 'sync'; readonly file: string }
  /** Bytes on standard output. What the world has heard is never lost. */
  | { readonly kind: 'told'; readonly bytes: Buffer };

const tracedCalls =
  'openat creat write writev pwrite64 pwritev fsync fdatasync ' +
  'ftruncate truncate fallocate unlink unlinkat rename renameat renameat2';
/** More bytes than any one call here writes; strace would cut longer ones off. */
const bytesPerCallMax = 4_194_304;

/** The command, with everything it writes recorded in a file. */
export function recorded(
  command: readonly [string, ...string[]],
  traceFile: string,
): readonly [string, ...string[]] {
  const calls = `trace=${tracedCalls.replaceAll(' ', ',')}`;
  const format = ['-y', '-xx', '-s', String(bytesPerCallMax), '-e', 'signal=none'];
  return ['strace', '-f', '--seccomp-bpf', ...format, '-e', calls, '-o', traceFile, ...command];
}

interface Call {
  readonly name: string;
  readonly args: string;
  readonly result: number;
}

/** Throws on a call that changes files in a way this cannot follow. */
export function readDiskEvents(traceFile: string, folder: string): readonly DiskEvent[] {
  const inFolder = (path: string | undefined): string | undefined => {
    if (path === undefined) return undefined;
    const file = relative(folder, path);
    return file.startsWith('..') ? undefined : file;
  };
  return [...readCalls(readFileSync(traceFile, 'latin1'))].flatMap((call) => toEvent(call, inFolder) ?? []);
}

function* readCalls(trace: string): Generator<Call> {
  const unfinished = new Map<string, string>();
  for (const line of trace.split('\n')) {
    const found = /^(\d+) +(.*)$/.exec(line);
    if (found === null) continue;
    const [, thread = '', text = ''] = found;
    const cut = ' <unfinished ...>';
    if (text.endsWith(cut)) {
      unfinished.set(thread, text.slice(0, -cut.length));
      continue;
    }
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(text);
    const whole = resumed === null ? text : `${unfinished.get(thread) ?? ''}${resumed[1]}`;
    const call = /^(\w+)\((.*)\) += (-?\d+)/.exec(whole);
    if (call === null) continue;
    const [, name = '', args = '', result = ''] = call;
    yield { name, args, result: Number(result) };
  }
}

function toEvent(
  { name, args, result }: Call,
  inFolder: (path: string | undefined) => string | undefined,
): DiskEvent | undefined {
  if (result < 0) return undefined;
  const texts = [...args.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g)].map(([, hex = '']) => unhex(hex));
  const handle = /^(\d+)<((?:\\x[0-9a-f]{2})*)>/.exec(args);
  if (name.startsWith('write') && handle?.[1] === '1')
    return { kind: 'told', bytes: Buffer.concat(texts).subarray(0, result) };
  // A name given beside a folder's handle is relative to that folder; here programs give whole paths.
  const named = texts.map((text) => inFolder(text.toString()));
  const file = handle === null ? undefined : inFolder(unhex(handle[2] ?? '').toString());
  const last = Number(/, (\d+)$/.exec(args)?.[1]);
  switch (name) {
    case 'openat':
    case 'creat':
      if (named[0] === undefined || !(name === 'creat' || args.includes('O_CREAT'))) return undefined;
      return { kind: 'create', file: named[0], empties: name === 'creat' || args.includes('O_TRUNC') };
    case 'unlink':
    case 'unlinkat':
      return named[0] === undefined ? undefined : { kind: 'unlink', file: named[0] };
    case 'rename':
    case 'renameat':
    case 'renameat2':
      if (named[0] === undefined || named[1] === undefined) return undefined;
      return { kind: 'rename', file: named[0], to: named[1] };
    default:
      return file === undefined
        ? undefined
        : toFileEvent(name, file, { bytes: Buffer.concat(texts).subarray(0, result), last });
  }
}

function toFileEvent(
  name: string,
  file: string,
  { bytes, last }: { readonly bytes: Buffer; readonly last: number },
): DiskEvent {
  switch (name) {
    case 'write':
    case 'writev':
      return { kind: 'write', file, offset: undefined, bytes };
    case 'pwrite64':
    case 'pwritev':
      return { kind: 'write', file, offset: last, bytes };
    case 'ftruncate':
      return { kind: 'resize', file, length: last };
    case 'fsync':
    case 'fdatasync':
      return { kind: 'sync', file };
    default:
      throw new Error(`${name} on ${file} is nothing that this can follow`);
  }
}

function unhex(text: string): Buffer {
  return Buffer.from(text.replaceAll('\\x', ''), 'hex');
}
