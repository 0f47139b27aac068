/** Files that are sent to be imported. The reader of the file is handed in; here it is only taken off the wire. */
import type { JsonValue } from '../../ledger/json-value.ts';
import { fileBody, mediaTypeOf } from './body-rule.ts';
import { type Call, type Endpoint, mayUse } from './endpoint.ts';
import { headerOf, type HttpReply } from './http-message.ts';
import { readMultipartFile } from './multipart-file.ts';
import { readQueryString } from './query-string.ts';
import { readKey } from './read-key.ts';
import { jsonReply, problemReply, refusalReply } from './reply.ts';

export interface UploadRequest {
  readonly portfolio: string;
  /** The parameters of the URL. */
  readonly query: Readonly<Record<string, string>>;
  /** The type of the file itself, in lower case and without parameters. */
  readonly contentType: string;
  /** As the form says; undefined when the file came without one. */
  readonly fileName: string | undefined;
  readonly bytes: Uint8Array;
  readonly actor: string;
  readonly idempotencyKey: string | undefined;
}

export interface UploadRoute {
  /** The last part of the path: `import`. */
  readonly segment: string;
  /** One sentence for the documentation. */
  readonly summary: string;
  readonly limitBytes: number;
  /** A status of 400 and more is sent as a problem; its body should carry `code` and `message`; `status` may be left to us. */
  readonly handle: (
    request: UploadRequest,
  ) => Promise<{ readonly status: number; readonly body: JsonValue | object }>;
}

export function uploadEndpoint(upload: UploadRoute): Endpoint {
  return {
    route: `/v1/portfolios/{portfolio}/${upload.segment}`,
    scope: 'write',
    body: fileBody(upload.limitBytes),
    answer: (call, body) => answerUpload(upload, call, body),
  };
}

async function answerUpload(upload: UploadRoute, call: Call, body: Uint8Array): Promise<HttpReply> {
  const { portfolio, head } = call;
  const query = readQueryString(head.query);
  if (query.kind === 'unusable') return refusalReply(query, { portfolio });
  const key = readKey(headerOf(head.headers, 'idempotency-key'), undefined);
  if (key.kind === 'unusable') return refusalReply(key, { portfolio });
  const sentType = headerOf(head.headers, 'content-type') ?? '';
  const isForm = mediaTypeOf(sentType) === 'multipart/form-data';
  const file = isForm
    ? readMultipartFile(sentType, body)
    : { kind: 'file' as const, fileName: undefined, contentType: mediaTypeOf(sentType), bytes: body };
  if (file.kind === 'unusable') {
    return refusalReply({ code: 'invalid_input', message: file.message, detail: {} }, { portfolio });
  }
  if (!mayUse(call.caller, portfolio)) {
    const message = `There is no portfolio "${portfolio}". Make it with create_portfolio first.`;
    return refusalReply({ code: 'portfolio_not_found', message, detail: { portfolio } }, { portfolio });
  }
  const { fileName, contentType, bytes } = file;
  const { actor } = call.caller;
  const parameters = query.parameters;
  const request = {
    portfolio,
    query: parameters,
    contentType,
    fileName,
    bytes,
    actor,
    idempotencyKey: key.key,
  };
  return toReply(await upload.handle(request));
}

function toReply({ status, body }: Awaited<ReturnType<UploadRoute['handle']>>): HttpReply {
  if (status >= 400 && typeof body === 'object' && body !== null && 'code' in body) {
    const { code } = body;
    const refused = status < failureStatus ? { status: 'refused' } : {};
    if (typeof code === 'string') return problemReply(status, code, { ...refused, ...body });
  }
  return { ...jsonReply(status, null), body: JSON.stringify(body) };
}

/** From here on a status is not the caller's doing. */
const failureStatus = 500;
