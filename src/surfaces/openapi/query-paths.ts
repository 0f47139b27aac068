/** Questions as paths of the document. */
import type { Field } from '../../engine/field.ts';
import type { Query } from '../../engine/query.ts';
import type { RefusalCode } from '../../engine/refusal-code.ts';
import type { JsonObject } from '../../ledger/json-value.ts';
import { portfoliosQueryName, portfoliosRoute } from '../http/query-endpoint.ts';
import { failureStatuses, requestStatuses } from './api-codes.ts';
import { type DescribedPath, jsonContent, portfolioParameter } from './described-path.ts';
import { problemResponses } from './problem-responses.ts';

export function describeQuery(query: Query): DescribedPath {
  return {
    path: `/v1/portfolios/{portfolio}/${query.name.replaceAll('_', '-')}`,
    method: 'get',
    description: describe(query, `get_${query.name.replaceAll('-', '_')}`, [portfolioParameter]),
  };
}

/** The list of portfolios, asked without naming one. */
export function describePortfolios(queries: readonly Query[]): readonly DescribedPath[] {
  const query = queries.find(({ name }) => name === portfoliosQueryName);
  if (query === undefined) return [];
  return [{ path: portfoliosRoute, method: 'get', description: describe(query, `list_${query.name}`, []) }];
}

function describe(query: Query, operationId: string, places: readonly JsonObject[]): JsonObject {
  const parameters = Object.entries(query.fields).map(([name, field]) => toParameter(name, field));
  return {
    operationId,
    tags: ['questions'],
    summary: query.summary,
    description: query.summary,
    parameters: [...places, ...parameters],
    responses: {
      200: { description: 'The answer.', content: jsonContent(query.body) },
      ...problemResponses(questionRefusals, [...requestStatuses, ...failureStatuses]),
    },
    'x-fixpoint-refusals': questionRefusals,
    ...(query.examples.length > 0 ? { 'x-fixpoint-examples': query.examples } : {}),
  };
}

/** What a question can be refused for, whichever it is. */
const questionRefusals = [
  'invalid_input',
  'portfolio_not_found',
  'not_found',
  'entry_not_found',
  'import_not_found',
  'review_not_found',
] as const satisfies readonly RefusalCode[];

function toParameter(name: string, field: Pick<Field<unknown>, 'about' | 'need' | 'schema'>): JsonObject {
  return {
    name,
    in: 'query',
    required: field.need === 'required',
    description: field.about,
    schema: field.schema,
  };
}
