import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../ledger/json-value.ts';

/** A copy that the package's types take, which ask for arrays and objects that may be changed. */
export function toWireJson(value: JsonObject): Record<string, WireJson> {
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, copy(member)]));
}

type WireJson = string | number | boolean | null | WireJson[] | { [name: string]: WireJson };

function copy(value: JsonValue): WireJson {
  if (value === null || typeof value !== 'object') return value;
  if (isJsonArray(value)) return value.map(copy);
  return isJsonObject(value) ? toWireJson(value) : null;
}
