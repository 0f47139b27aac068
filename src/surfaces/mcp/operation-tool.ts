/** An operation as a tool. Everything about it is read off the operation; the hub decides. */
import { readFields } from '../../engine/field.ts';
import type { Hub, Wish } from '../../engine/hub.ts';
import type { Operation } from '../../engine/operation.ts';
import type { Outcome } from '../../engine/outcome.ts';
import { describeReplay, hintsOf, requiresKey } from '../../engine/replay-contract.ts';
import type { JsonObject } from '../../ledger/json-value.ts';
import { confirmWish, type PreviewedOutcome } from './confirm-wish.ts';
import type { ConfirmationTokens } from './confirmation-tokens.ts';
import { describeThrow, type McpTool, type ReportDefect, type ToolAnswer } from './mcp-tool.ts';
import { toOutcomeSchema } from './outcome-schema.ts';
import {
  defineToolArguments,
  refuseArguments,
  splitArguments,
  toInputSchema,
  type ToolArgumentName,
} from './tool-arguments.ts';

export interface OperationToolOptions {
  readonly hub: Hub;
  /** Present when writes are to be confirmed. */
  readonly tokens: ConfirmationTokens | undefined;
  readonly reportDefect: ReportDefect;
}

export function createOperationTool(operation: Operation, options: OperationToolOptions): McpTool {
  const { hub, tokens } = options;
  const { replay, destructive } = operation;
  const ownFields = defineToolArguments(hub.defaultPortfolio);
  const keyRequired = hub.keysRequired && requiresKey(replay);
  const names: readonly ToolArgumentName[] = [
    'portfolio',
    'idempotency_key',
    'dry_run',
    ...(tokens === undefined ? [] : (['confirmation_token'] as const)),
  ];
  return {
    name: operation.name,
    description: [
      operation.summary,
      ...(tokens === undefined
        ? []
        : [
            'Answers first with what it would book and a confirmation_token; the same call with that token books it.',
          ]),
      describeReplay(replay),
    ].join(' '),
    inputSchema: toInputSchema(
      operation.fields,
      names.map((name) => ({
        name,
        field: ownFields[name],
        required: name === 'idempotency_key' && keyRequired,
      })),
    ),
    outputSchema: toOutcomeSchema(operation, { confirms: tokens !== undefined }),
    hints: hintsOf(replay, { destructive, keyRequired: hub.keysRequired }),
    call: async (given, actor) => {
      const { own, input } = splitArguments(given, names);
      const read = readFields(ownFields, own);
      const base = { operation: operation.name, portfolio: nameAsked(own, hub) };
      if (read.kind === 'problems') return toAnswer({ ...base, ...refuseArguments(read.problems) });
      const { portfolio, idempotency_key: key, dry_run: dryRun, confirmation_token: token } = read.values;
      const wish: Wish = {
        operation,
        portfolio,
        input,
        ...(key === undefined ? {} : { key }),
        dryRun,
        door: 'mcp',
        actor,
      };
      try {
        return toAnswer(
          await (tokens === undefined ? hub.submit(wish) : confirmWish(wish, token, { hub, tokens })),
        );
      } catch (error) {
        const keyed = key === undefined ? {} : { idempotency_key: key };
        return toAnswer({ ...base, ...keyed, ...describeThrow(operation.name, error, options.reportDefect) });
      }
    },
  };
}

function toAnswer(outcome: Outcome | PreviewedOutcome): ToolAnswer {
  const { status } = outcome;
  return { body: outcome, isError: status === 'refused' || status === 'failed' || status === 'defect' };
}

/** The portfolio that an answer names when the arguments could not be read. */
function nameAsked(own: JsonObject, hub: Hub): string {
  const asked = own['portfolio'];
  return typeof asked === 'string' ? asked : hub.defaultPortfolio;
}
