/** What a hub answers besides operations and questions, as paths of the document. */
import type { JsonObject } from '../../ledger/json-value.ts';
import { fileTypes } from '../http/body-rule.ts';
import { bodyStatuses, failureStatuses, requestStatuses } from './api-codes.ts';
import { type DescribedPath, jsonContent, portfolioParameter } from './described-path.ts';
import { problemResponses } from './problem-responses.ts';

export interface DescribedUpload {
  readonly segment: string;
  readonly summary: string;
  readonly limitBytes: number;
}

export function describeUpload({ segment, summary, limitBytes }: DescribedUpload): DescribedPath {
  const file = { type: 'string', format: 'binary' };
  const form = { type: 'object', required: ['file'], properties: { file }, description: 'Exactly one file' };
  const contents = fileTypes.map((type): [string, JsonObject] => [
    type,
    { schema: type === 'multipart/form-data' ? form : file },
  ]);
  return {
    path: `/v1/portfolios/{portfolio}/${segment}`,
    method: 'post',
    description: {
      operationId: segment.replaceAll('-', '_'),
      tags: ['writes'],
      summary,
      description: `${summary}\n\nThe file may have at most ${limitBytes} bytes. Options stand in the query of the URL.`,
      parameters: [portfolioParameter],
      requestBody: { required: true, content: Object.fromEntries(contents) },
      responses: {
        200: { description: 'What came of the file.', content: jsonContent({ type: 'object' }) },
        ...problemResponses(
          ['invalid_input', 'portfolio_not_found', 'idempotency_key_invalid'],
          [...requestStatuses, ...bodyStatuses, 409, 422, ...failureStatuses],
        ),
      },
    },
  };
}

export function describeServices({ mcp }: { readonly mcp: boolean }): readonly DescribedPath[] {
  const page = { type: 'string' };
  return [
    get('/healthz', 'Is the process alive? Needs no token.', jsonContent(state), { open: true }),
    get('/readyz', 'Does the store answer? Needs no token.', jsonContent(state), {
      open: true,
      statuses: failureStatuses,
    }),
    get('/metrics', 'Counters and histograms for Prometheus.', { 'text/plain': { schema: page } }, {}),
    get('/openapi.json', 'This document.', jsonContent({ type: 'object' }), {}),
    get('/docs', 'This document as a page.', { 'text/html': { schema: page } }, {}),
    ...(mcp ? [mcpPath] : []),
  ];
}

const state: JsonObject = { type: 'object', required: ['status'], properties: { status: { const: 'ok' } } };

function get(
  path: string,
  summary: string,
  content: JsonObject,
  { open = false, statuses = [500] }: { readonly open?: boolean; readonly statuses?: readonly number[] },
): DescribedPath {
  const description = {
    operationId: `get_${path.slice(1).replaceAll('.', '_')}`,
    tags: ['service'],
    summary,
    ...(open ? { security: [] } : {}),
    responses: {
      200: { description: 'The answer.', content },
      ...problemResponses([], [...requestStatuses.filter((status) => !open || status !== 401), ...statuses]),
    },
  };
  return { path, method: 'get', description };
}

const mcpPath: DescribedPath = {
  path: '/mcp',
  method: 'post',
  description: {
    operationId: 'mcp',
    tags: ['service'],
    summary: 'The Model Context Protocol over streamable HTTP.',
    requestBody: { required: true, content: jsonContent({ type: 'object' }) },
    responses: {
      200: {
        description: 'The answer, whole or as a stream of events.',
        content: { 'text/event-stream': {} },
      },
      202: { description: 'Taken; there is nothing to answer.' },
      406: { description: 'The Accept header leaves out what MCP answers with.' },
      ...problemResponses([], [...requestStatuses, 404, ...bodyStatuses, ...failureStatuses]),
    },
  },
};
