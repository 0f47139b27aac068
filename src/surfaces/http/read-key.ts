/** Reads the key of a write from where it may stand: the `Idempotency-Key` header or the body. */
import type { RefusalOf } from '../../engine/operation.ts';
import type { RefusalCode } from '../../engine/refusal-code.ts';
import type { JsonValue } from '../../ledger/json-value.ts';

export type ReadKey =
  | { readonly kind: 'key'; readonly key: string | undefined }
  | (Omit<RefusalOf<RefusalCode>, 'kind'> & { readonly kind: 'unusable' });

/** The same key in both places is fine. Whether it is a good key is the hub's to say. */
export function readKey(header: string | undefined, inBody: JsonValue | undefined): ReadKey {
  if (inBody !== undefined && inBody !== null && typeof inBody !== 'string') {
    return unusable(
      `"idempotency_key" is ${JSON.stringify(inBody).slice(0, 100)}. It must be text in quotes.`,
      inBody,
    );
  }
  const fromBody = inBody ?? undefined;
  if (header === undefined) return { kind: 'key', key: fromBody };
  const fromHeader = header.startsWith('"') ? readQuoted(header) : header;
  if (fromHeader === undefined) {
    const message = `The Idempotency-Key header is ${header.slice(0, 255)}. Write the key bare, or between two quotes.`;
    return unusable(message, header.slice(0, 255));
  }
  if (fromBody === undefined || fromBody === fromHeader) return { kind: 'key', key: fromHeader };
  const message =
    `The Idempotency-Key header says "${fromHeader.slice(0, 255)}" and the body's "idempotency_key" says ` +
    `"${fromBody.slice(0, 255)}". Send one of them, or the same in both.`;
  return unusable(message, { header: fromHeader.slice(0, 255), body: fromBody.slice(0, 255) });
}

function unusable(message: string, found: JsonValue): ReadKey {
  return {
    kind: 'unusable',
    code: 'idempotency_key_invalid',
    message,
    detail: { field: 'idempotency_key', found },
  };
}

/** A quoted string as RFC 8941 writes it: `\"` and `\\` are the only escapes, and nothing follows the last quote. */
function readQuoted(header: string): string | undefined {
  let key = '';
  for (let at = 1; at < header.length; at += 1) {
    const character = header.charAt(at);
    if (character === '"') return at === header.length - 1 ? key : undefined;
    if (character !== '\\') key += character;
    else {
      at += 1;
      const escaped = header.charAt(at);
      if (escaped !== '"' && escaped !== '\\') return undefined;
      key += escaped;
    }
  }
  return undefined;
}
