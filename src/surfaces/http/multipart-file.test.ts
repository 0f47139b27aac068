import { describe, expect, it } from 'vitest';
import { readMultipartFile } from './multipart-file.ts';

const type = 'multipart/form-data; boundary=cut';
const head =
  'Content-Disposition: form-data; name="file"; filename="may.csv"\r\nContent-Type: Text/CSV; charset=utf-8';

function read(body: string | Buffer, contentType = type) {
  const file = readMultipartFile(contentType, Buffer.from(body));
  return file.kind === 'file' ? { ...file, bytes: Buffer.from(file.bytes).toString('latin1') } : file.message;
}

describe('a file in a form', () => {
  it('is read with its name and type', () => {
    expect(read(`--cut\r\n${head}\r\n\r\na,b\r\n1,2\r\n\r\n--cut--\r\n`)).toEqual({
      kind: 'file',
      fileName: 'may.csv',
      contentType: 'text/csv',
      bytes: 'a,b\r\n1,2\r\n',
    });
  });

  it.each([
    ['a quoted boundary', 'multipart/form-data; charset=utf-8; Boundary="cut"', ''],
    ['a preamble', type, 'ignore me\r\n'],
    ['an empty preamble', type, '\r\n'],
  ])('is read with %s', (_what, contentType, preamble) => {
    expect(read(`${preamble}--cut\r\n${head}\r\n\r\nx\r\n--cut--`, contentType)).toMatchObject({
      bytes: 'x',
    });
  });

  it('keeps every byte', () => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, value) => value));
    const body = Buffer.concat([Buffer.from(`--cut\r\n${head}\r\n\r\n`), bytes, Buffer.from('\r\n--cut--')]);
    expect(read(body)).toMatchObject({ bytes: bytes.toString('latin1') });
  });

  it('may be empty, and may hold the boundary inside a line', () => {
    expect(read(`--cut\r\n${head}\r\n\r\n\r\n--cut--`)).toMatchObject({ bytes: '' });
    expect(read(`--cut\r\n${head}\r\n\r\na --cut b\n--cut\r\n--cut--`)).toMatchObject({
      bytes: 'a --cut b\n--cut',
    });
  });

  it('is bytes when its part names no type, and has its name unquoted', () => {
    const named = 'content-disposition: form-data; filename="a \\"b\\".csv"; name="f"';
    expect(read(`--cut\r\n${named}\r\n\r\nx\r\n--cut--`)).toMatchObject({
      contentType: 'application/octet-stream',
      fileName: 'a "b".csv',
    });
  });

  it.each([
    ['nothing', ''],
    ['no delimiter', 'a,b\r\n1,2\r\n'],
    ['no last delimiter', `--cut\r\n${head}\r\n\r\nx`],
    ['a last delimiter that is cut off', `--cut\r\n${head}\r\n\r\nx\r\n--cut`],
    ['another boundary', `--other\r\n${head}\r\n\r\nx\r\n--other--`],
    ['a delimiter with more behind it', `--cutter\r\n${head}\r\n\r\nx\r\n--cutter--`],
  ])('is refused when there is %s', (_what, body) => {
    expect(read(body)).toContain('cut off');
  });

  it.each([
    ['no part', '--cut--'],
    ['two files', `--cut\r\n${head}\r\n\r\nx\r\n--cut\r\n${head}\r\n\r\ny\r\n--cut--`],
    ['very many parts', `--cut\r\n${`${head}\r\n\r\nx\r\n--cut\r\n`.repeat(10_000)}\r\n--cut--`],
  ])('is refused when there is %s', (_what, body) => {
    expect(read(body)).toContain('exactly one file');
  });

  it.each([
    ['no headers', '--cut\r\nx\r\n--cut--', 'no readable headers'],
    ['too long headers', `--cut\r\nx: ${'y'.repeat(5_000)}\r\n\r\nx\r\n--cut--`, 'no readable headers'],
    ['no file name', '--cut\r\ncontent-disposition: form-data; name="f"\r\n\r\nx\r\n--cut--', 'no file name'],
  ])('is refused when its part has %s', (_what, body, message) => {
    expect(read(body)).toContain(message);
  });

  it.each([
    'multipart/form-data',
    'multipart/form-data; boundary=',
    `multipart/form-data; boundary=${'x'.repeat(71)}`,
  ])('is refused when the type is %s', (contentType) => {
    expect(read('--cut--', contentType)).toContain('names no boundary');
  });
});
