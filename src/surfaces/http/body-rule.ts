/** The content types that bodies may have. */
import type { BodyRule } from './endpoint.ts';
import type { HttpReply } from './http-message.ts';
import { requestProblemReply } from './reply.ts';

/**
 * A JSON body. A form or plain text is refused, because a page of any site can make a browser post those without
 * asking first.
 */
export function jsonBody(bytesMax: number, optional = false): BodyRule {
  return {
    bytesMax,
    optional,
    check: (contentType) => (isJson(contentType) ? undefined : refuseType(contentType)),
  };
}

/** A file, by itself or as the one part of a form. */
export function fileBody(bytesMax: number): BodyRule {
  return {
    bytesMax,
    optional: false,
    check: (contentType) => {
      const taken = fileTypes.includes(mediaTypeOf(contentType));
      return taken ? undefined : refuseType(contentType, fileTypes.join(', '));
    },
  };
}

export const fileTypes = ['application/octet-stream', 'text/csv', 'application/json', 'multipart/form-data'];

/** `text/csv` of `Text/CSV; charset=utf-8`. */
export function mediaTypeOf(contentType: string | undefined): string {
  return (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

function isJson(contentType: string | undefined): boolean {
  if (contentType === 'application/json') return true;
  if (mediaTypeOf(contentType) !== 'application/json') return false;
  const parameters = (contentType ?? '').split(';').slice(1);
  return parameters.every((parameter) => ['', ...utf8Parameters].includes(parameter.trim().toLowerCase()));
}

const utf8Parameters = ['charset=utf-8', 'charset="utf-8"', 'charset=utf8'];

function refuseType(contentType: string | undefined, wanted = 'application/json (in UTF-8)'): HttpReply {
  const found = contentType?.slice(0, 100);
  const message = `The content type is ${found === undefined ? 'missing' : `"${found}"`}. Send ${wanted}.`;
  return requestProblemReply('content_type_unsupported', message, { found: found ?? null, wanted });
}
