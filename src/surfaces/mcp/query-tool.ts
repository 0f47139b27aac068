/** A question as a tool: `holdings` is `get_holdings`. */
import { readFields } from '../../engine/field.ts';
import type { Hub } from '../../engine/hub.ts';
import type { Query, QueryAnswer } from '../../engine/query.ts';
import { isJsonObject } from '../../ledger/json-value.ts';
import { describeThrow, type McpTool, type ReportDefect, type ToolAnswer } from './mcp-tool.ts';
import { isWrapped, nameAnswer, toAnswerSchema } from './outcome-schema.ts';
import { defineToolArguments, refuseArguments, splitArguments, toInputSchema } from './tool-arguments.ts';

export interface QueryToolOptions {
  readonly hub: Hub;
  readonly reportDefect: ReportDefect;
}

export function createQueryTool(query: Query, { hub, reportDefect }: QueryToolOptions): McpTool {
  const name = `get_${nameAnswer(query)}`;
  const { portfolio: field } = defineToolArguments(hub.defaultPortfolio);
  return {
    name,
    description: query.summary,
    inputSchema: toInputSchema(query.fields, [{ name: 'portfolio', field, required: false }]),
    outputSchema: toAnswerSchema(query),
    hints: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    call: async (given) => {
      const { own, input } = splitArguments(given, ['portfolio']);
      const read = readFields({ portfolio: field }, own);
      if (read.kind === 'problems') {
        return { body: { query: query.name, ...refuseArguments(read.problems) }, isError: true };
      }
      const { portfolio } = read.values;
      try {
        return toAnswer(query, portfolio, await hub.ask({ query, portfolio, parameters: input }));
      } catch (error) {
        return {
          body: { query: query.name, portfolio, ...describeThrow(name, error, reportDefect) },
          isError: true,
        };
      }
    },
  };
}

/** Bad news (`verify` found something) is an answer like any other. */
function toAnswer(query: Query, portfolio: string, answer: QueryAnswer): ToolAnswer {
  if (answer.kind === 'refuse') {
    const { code, message, detail } = answer;
    return {
      body: { query: query.name, portfolio, status: 'refused', code, message, detail },
      isError: true,
    };
  }
  const { body } = answer;
  if (isWrapped(query)) return { body: { [nameAnswer(query)]: body }, isError: false };
  if (!isJsonObject(body)) throw new Error(`${query.name} answered something else than its schema says`);
  return { body, isError: false };
}
