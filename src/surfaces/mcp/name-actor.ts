import { CLIENT_INFO_META_KEY, type Server, type ServerContext } from '@modelcontextprotocol/server';
import { isJsonObject } from '../../ledger/json-value.ts';

/** What a client calls itself is outside text that ends up in the books, so it is cut here. */
const clientNameLengthMax = 64;

/** Who sent a wish: the actor the server runs for, and the client's name where it is known. */
export function nameActor(actor: string, server: Server, context: ServerContext): string {
  const client =
    readClientName(server, context)?.slice(0, clientNameLengthMax).replace(/\p{C}/gu, '').trim() ?? '';
  return client === '' ? actor : `${actor} via ${client}`;
}

/** Since 2026-07-28 every request names the client; before, only the handshake did. */
function readClientName(server: Server, context: ServerContext): string | undefined {
  const envelope: unknown = context.mcpReq.envelope;
  const told = isJsonObject(envelope) ? envelope[CLIENT_INFO_META_KEY] : undefined;
  if (isJsonObject(told)) return typeof told['name'] === 'string' ? told['name'] : undefined;
  return server.getClientVersion()?.name;
}
