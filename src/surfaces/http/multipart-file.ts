/**
 * Reads the one file out of a form (RFC 7578). Bounded by the body's own limit: parts are slices of it, nothing is
 * copied, and every search goes forward.
 */
import { mediaTypeOf } from './body-rule.ts';

export type MultipartFile =
  | {
      readonly kind: 'file';
      readonly fileName: string | undefined;
      readonly contentType: string;
      readonly bytes: Uint8Array;
    }
  | { readonly kind: 'unusable'; readonly message: string };

/** A form for an upload has one part; a few more are counted to say so. */
const partsMax = 8;
/** The headers of one part. */
const partHeadBytesMax = 4_096;

export function readMultipartFile(contentType: string, body: Uint8Array): MultipartFile {
  const boundary = readBoundary(contentType);
  if (boundary === undefined) return unusable('The content type names no boundary of 1 to 70 characters.');
  const parts = splitParts(Buffer.from(body.buffer, body.byteOffset, body.byteLength), `--${boundary}`);
  if (parts === undefined)
    return unusable('The form is cut off or is not divided by the boundary that it names.');
  const [part, ...more] = parts;
  if (part === undefined || more.length > 0) {
    return unusable('Send exactly one file in the form, and options in the query of the URL.');
  }
  return readPart(part);
}

function unusable(message: string): MultipartFile {
  return { kind: 'unusable', message };
}

function readBoundary(contentType: string): string | undefined {
  for (const parameter of contentType.split(';').slice(1)) {
    const equals = parameter.indexOf('=');
    if (parameter.slice(0, equals).trim().toLowerCase() !== 'boundary') continue;
    const value = parameter.slice(equals + 1).trim();
    const boundary = value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value;
    return /^[\x21-\x7e][\x20-\x7e]{0,69}$/.test(boundary) ? boundary : undefined;
  }
  return undefined;
}

/** What stands between the delimiters; undefined when they do not end the form as they should. */
function splitParts(body: Buffer, delimiter: string): readonly Buffer[] | undefined {
  const parts: Buffer[] = [];
  const opens = body.toString('latin1', 0, delimiter.length) === delimiter;
  let at = opens ? 0 : findDelimiter(body, delimiter, 0);
  while (at !== undefined && parts.length <= partsMax) {
    const after = at + delimiter.length;
    const mark = body.toString('latin1', after, after + lineBreak.length);
    if (mark === '--') return parts;
    const next = mark === lineBreak ? findDelimiter(body, delimiter, after) : undefined;
    if (next !== undefined) parts.push(body.subarray(after + lineBreak.length, next - lineBreak.length));
    at = next;
  }
  return at === undefined ? undefined : parts;
}

const lineBreak = '\r\n';

/** The next delimiter that stands at the start of a line. */
function findDelimiter(body: Buffer, delimiter: string, from: number): number | undefined {
  const found = body.indexOf(lineBreak + delimiter, from, 'latin1');
  return found === -1 ? undefined : found + lineBreak.length;
}

function readPart(part: Buffer): MultipartFile {
  const end = part.indexOf('\r\n\r\n');
  if (end === -1 || end > partHeadBytesMax) return unusable('A part of the form has no readable headers.');
  const headers = new Map(part.toString('utf8', 0, end).split(lineBreak).map(splitHeader));
  const disposition = headers.get('content-disposition') ?? '';
  const fileName = /;\s*filename="((?:[^"\\]|\\.)*)"/i.exec(disposition)?.[1];
  if (fileName === undefined) return unusable('The part of the form is not a file: it has no file name.');
  return {
    kind: 'file',
    fileName: fileName.replace(/\\(.)/g, '$1').slice(0, 255),
    contentType: mediaTypeOf(headers.get('content-type') ?? 'application/octet-stream'),
    bytes: part.subarray(end + 4),
  };
}

function splitHeader(line: string): readonly [string, string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()];
}
