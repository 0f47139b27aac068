import { describe, expect, it } from 'vitest';
import { textWith } from '../../../test/support/text-matchers.ts';
import { openHttp } from '../../../test/support/http-surface.ts';
import type { UploadRequest, UploadRoute } from './upload-endpoint.ts';

const path = '/v1/portfolios/main/import';

function recordUploads(
  answer: Awaited<ReturnType<UploadRoute['handle']>> = { status: 200, body: { new: 1 } },
) {
  const seen: (Omit<UploadRequest, 'bytes'> & { text: string })[] = [];
  const handle = (request: UploadRequest) => {
    const { bytes, query, ...rest } = request;
    seen.push({ ...rest, query: { ...query }, text: Buffer.from(bytes).toString('utf8') });
    return Promise.resolve(answer);
  };
  const upload: UploadRoute = { segment: 'import', summary: 'Import a file.', limitBytes: 300, handle };
  return { seen, uploads: [upload] };
}

describe('an upload', () => {
  it.each(['application/octet-stream', 'text/csv', 'application/json'])(
    'is handed over as it is: %s',
    async (type) => {
      const { seen, uploads } = recordUploads();
      const http = await openHttp({ uploads });
      const headers = { 'content-type': `${type}; charset=utf-8`, 'idempotency-key': '"imp-1"' };
      const sent = { method: 'POST', headers, body: 'date,units\n' };
      const reply = await http.send(`${path}?format=ibkr&rebook=true`, sent);
      expect([reply.status, reply.headers['content-type'], reply.json()]).toEqual([
        200,
        'application/json',
        { new: 1 },
      ]);
      expect(seen).toEqual([
        {
          portfolio: 'main',
          query: { format: 'ibkr', rebook: 'true' },
          contentType: type,
          fileName: undefined,
          text: 'date,units\n',
          actor: 'anonymous',
          idempotencyKey: 'imp-1',
        },
      ]);
      expect(http.observed).toEqual([['/v1/portfolios/{portfolio}/import', 200]]);
    },
  );

  it('may come in a form, by fetch', async () => {
    const { seen, uploads } = recordUploads();
    const http = await openHttp({ uploads });
    const form = new FormData();
    form.set('file', new File(['a,b\r\n'], 'may.csv', { type: 'text/csv' }));
    const reply = await fetch(`${http.service.url}${path}`, { method: 'POST', body: form });
    expect(await reply.json()).toEqual({ new: 1 });
    expect(seen).toMatchObject([
      { fileName: 'may.csv', contentType: 'text/csv', text: 'a,b\r\n', idempotencyKey: undefined },
    ]);
  });

  it.each([
    ['another content type', { 'content-type': 'text/plain' }, path, 'x', 415],
    ['no content type', {}, path, 'x', 415],
    ['too many bytes', { 'content-type': 'text/csv' }, path, 'x'.repeat(301), 413],
    ['a parameter given twice', { 'content-type': 'text/csv' }, `${path}?format=a&format=b`, 'x', 400],
    ['a key that cannot be read', { 'content-type': 'text/csv', 'idempotency-key': '"a' }, path, 'x', 400],
    ['a form without a file', { 'content-type': 'multipart/form-data; boundary=b' }, path, '--b--', 400],
  ])('with %s never reaches the reader', async (_what, headers, target, body, status) => {
    const { seen, uploads } = recordUploads();
    const http = await openHttp({ uploads });
    const reply = await http.send(target, { method: 'POST', headers: { ...headers }, body });
    expect([reply.status, reply.json()]).toMatchObject([
      status,
      { status: 'refused', message: textWith('') },
    ]);
    expect(seen).toEqual([]);
  });

  it('that is refused by the reader is a problem', async () => {
    const body = { code: 'invalid_input', message: 'Line 3 has no date.' };
    const { uploads } = recordUploads({ status: 400, body });
    const http = await openHttp({ uploads });
    const reply = await http.send(path, {
      method: 'POST',
      headers: { 'content-type': 'text/csv' },
      body: 'x',
    });
    expect([reply.status, reply.headers['content-type']]).toEqual([400, 'application/problem+json']);
    expect(reply.json()).toEqual({
      type: '/docs#code-invalid_input',
      title: 'Invalid input',
      status: 'refused',
      ...body,
    });
  });

  it('that makes the reader throw is a defect', async () => {
    const { uploads } = recordUploads();
    const handle = () => Promise.reject(new Error('inside'));
    const http = await openHttp({ uploads: uploads.map((upload) => ({ ...upload, handle })) });
    const reply = await http.send(path, {
      method: 'POST',
      headers: { 'content-type': 'text/csv' },
      body: 'x',
    });
    expect([reply.status, reply.json()]).toMatchObject([500, { status: 'defect', portfolio: 'main' }]);
    expect(reply.text).not.toContain('inside');
  });
});
