/** A command for the shell that makes one call of the document. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../ledger/json-value.ts';

/** @param method in lower case, as the document has it */
export function exampleCommand(method: string, path: string, description: JsonObject): string {
  const content = memberOf(memberOf(description, 'requestBody'), 'content');
  const json = memberOf(content, 'application/json');
  const value = memberOf(firstOf(memberOf(json, 'examples')), 'value');
  const target = quote(`http://127.0.0.1:7171${fillPath(path, value)}`);
  if (content === undefined)
    return method === 'get' ? `curl ${target}` : `curl -X ${method.toUpperCase()} ${target}`;
  const lines = [`curl -X ${method.toUpperCase()} ${target}`];
  if (json === undefined || memberOf(content, 'multipart/form-data') !== undefined) {
    return [...lines, "-F 'file=@statement.csv'"].join(' \\\n  ');
  }
  lines.push("-H 'content-type: application/json'");
  if (description['x-fixpoint-replay'] !== undefined)
    lines.push("-H 'idempotency-key: a-name-for-this-event'");
  lines.push(`-d ${quote(JSON.stringify(value ?? {}))}`);
  return lines.join(' \\\n  ');
}

function fillPath(path: string, value: JsonValue | undefined): string {
  return path.replace(/\{([^}]*)\}/g, (_whole, name: string) => {
    if (name === 'portfolio') return 'main';
    const given = isJsonObject(value) ? value[name] : undefined;
    return typeof given === 'string' ? encodeURIComponent(given) : name.toUpperCase();
  });
}

function firstOf(examples: JsonValue | undefined): JsonValue | undefined {
  return isJsonObject(examples) ? Object.values(examples)[0] : undefined;
}

function memberOf(parent: JsonValue | undefined, name: string): JsonValue | undefined {
  return isJsonObject(parent) ? parent[name] : undefined;
}

/** In single quotes the shell reads everything as it is, except another single quote. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
