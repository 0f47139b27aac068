import type { JsonObject } from '../../ledger/json-value.ts';

/** One method of one path of the document. */
export interface DescribedPath {
  readonly path: string;
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  readonly description: JsonObject;
}

export const portfolioParameter: JsonObject = { $ref: '#/components/parameters/Portfolio' };

export function jsonContent(schema: JsonObject): JsonObject {
  return { 'application/json': { schema } };
}

export function schemaRef(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name}` };
}
