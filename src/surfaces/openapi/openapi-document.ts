/**
 * The OpenAPI 3.1 document of a hub, made from its operations and questions: fields give the schemas, refusals the
 * statuses, and the replay contract the sentence about repeating a call.
 */
import type { Operation } from '../../engine/operation.ts';
import type { Query } from '../../engine/query.ts';
import type { JsonObject } from '../../ledger/json-value.ts';
import { findActiveAliases } from '../http/route-aliases.ts';
import { components } from './api-components.ts';
import type { DescribedPath } from './described-path.ts';
import { describeAlias, describeBatch, describeWrite } from './write-paths.ts';
import { describeEvents } from './events-path.ts';
import { describePortfolios, describeQuery } from './query-paths.ts';
import { type DescribedUpload, describeServices, describeUpload } from './service-paths.ts';

export interface DescribeApiOptions {
  /** Must writes that accumulate carry a key? */
  readonly keysRequired: boolean;
  readonly uploads?: readonly DescribedUpload[];
  readonly mcp?: boolean;
}

const about = [
  'Every write answers with an outcome: accepted, duplicate, unchanged, matched, held, refused, failed or defect.',
  'Amounts are text in quotes, never JSON numbers. A field that is not described, a member that stands twice or a',
  'value that cannot be read is refused by its name. `"dry_run": true` in the body of any write shows what would be',
  'booked, and books nothing.',
  '',
  'A request whose Host or Origin is not one of this hub is answered 403 before anything else. Names of operations and',
  'questions may be written with `-` or `_`.',
].join('\n');

export function describeApi(
  operations: readonly Operation[],
  queries: readonly Query[],
  options: DescribeApiOptions,
): JsonObject {
  const { keysRequired, uploads = [], mcp = false } = options;
  const offered = operations.filter(({ exposure }) => exposure === 'everywhere');
  const paths = new Map<string, Record<string, JsonObject>>();
  const add = ({ path, method, description }: DescribedPath) => {
    paths.set(path, { ...paths.get(path), [method]: description });
  };
  for (const operation of offered) add(describeWrite(operation, keysRequired));
  for (const alias of findActiveAliases(offered))
    for (const path of describeAlias(alias, keysRequired)) add(path);
  add(describeBatch(offered));
  for (const upload of uploads) add(describeUpload(upload));
  for (const query of queries) add(describeQuery(query));
  add(describeEvents());
  for (const path of describePortfolios(queries)) add(path);
  for (const path of describeServices({ mcp })) add(path);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Fixpoint',
      version: '1',
      summary: 'A self-hosted investment ledger.',
      description: about,
    },
    servers: [{ url: '/' }],
    security: [{}, { token: [] }],
    tags: [
      { name: 'writes', description: 'Operations: what can be done.' },
      { name: 'questions', description: 'What can be asked. Nothing is written.' },
      { name: 'service', description: 'About the hub itself.' },
    ],
    paths: Object.fromEntries(paths),
    components,
  };
}
