/**
 * The MCP surface, read off the registries: one tool per operation and question. Protocol versions 2025-11-25 and
 * 2026-07-28 are served from the same factory; the package knows both.
 *
 * The package is heavy, so this folder is imported dynamically by whoever starts a server.
 *
 * Invariants: (1) a tool is listed exactly when it may be called; (2) what a tool is called with is read by the
 * operation's own fields, never by the package, so that every door words its refusals alike; (3) text from outside is
 * passed on as data and never looked at.
 */
import { type CallToolResult, Server, type Tool } from '@modelcontextprotocol/server';
import type { Hub } from '../../engine/hub.ts';
import type { Operation } from '../../engine/operation.ts';
import type { Query } from '../../engine/query.ts';
import { isJsonObject } from '../../ledger/json-value.ts';
import { ConfirmationTokens } from './confirmation-tokens.ts';
import type { McpTool, ReportDefect, ToolAnswer } from './mcp-tool.ts';
import { nameActor } from './name-actor.ts';
import { createOperationTool } from './operation-tool.ts';
import { createQueryTool } from './query-tool.ts';
import { writeInstructions } from './server-instructions.ts';
import { refuseArguments } from './tool-arguments.ts';
import { toWireJson } from './to-wire-json.ts';

export interface McpServerFactoryOptions {
  readonly hub: Hub;
  readonly operations: readonly Operation[];
  readonly queries: readonly Query[];
  /** `confirm`: a write is first shown and booked by a second call. `off`: there are no writes. */
  readonly writes: 'direct' | 'confirm' | 'off';
  /** Hides every write, whatever `writes` says. */
  readonly readOnly: boolean;
  /** Who is told to have sent the wishes; the client's name is added when it gives one. */
  readonly actor: string;
  /** Fixpoint's version. */
  readonly version: string;
  /** Confirmation tokens; must not be guessable. */
  readonly newToken: () => string;
  /** Milliseconds on a clock that never jumps. */
  readonly monotonic: () => number;
  /** Told of a throw on the way to an answer, which is answered as a defect. */
  readonly reportDefect?: ReportDefect;
}

/** One server per call, for one connection or one HTTP request. All of them share the confirmation tokens. */
export function createMcpServerFactory(options: McpServerFactoryOptions): () => Server {
  const confirms = !isReadOnly(options) && options.writes === 'confirm';
  const writes = options.operations.filter(({ exposure }) => exposure === 'everywhere');
  const offered = isReadOnly(options) ? [] : writes;
  const tools = collectTools(offered, options, confirms);
  const listed = [...tools.values()].map(toListedTool);
  const hidden = new Set(writes.map(({ name }) => name).filter((name) => !tools.has(name)));
  const instructions = writeInstructions(offered, { confirms });
  return () => {
    const server = new Server(
      { name: 'fixpoint', title: 'Fixpoint', version: options.version },
      { capabilities: { tools: {} }, instructions },
    );
    server.setRequestHandler('tools/list', () => ({ tools: [...listed] }));
    server.setRequestHandler('tools/call', async ({ params }, context) => {
      const tool = tools.get(params.name);
      const given = isJsonObject(params.arguments) ? params.arguments : {};
      if (tool === undefined) {
        return toCallResult(refuseTool(params.name, options.hub.defaultPortfolio, hidden.has(params.name)));
      }
      return toCallResult(await tool.call(given, nameActor(options.actor, server, context)));
    });
    return server;
  };
}

function isReadOnly({ readOnly, writes }: McpServerFactoryOptions): boolean {
  return readOnly || writes === 'off';
}

function collectTools(
  operations: readonly Operation[],
  { hub, queries, newToken, monotonic, reportDefect = () => undefined }: McpServerFactoryOptions,
  confirms: boolean,
): ReadonlyMap<string, McpTool> {
  const tokens = confirms ? new ConfirmationTokens({ newToken, monotonic }) : undefined;
  const tools = [
    ...operations.map((operation) => createOperationTool(operation, { hub, tokens, reportDefect })),
    ...queries.map((query) => createQueryTool(query, { hub, reportDefect })),
  ];
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  if (byName.size < tools.length) throw new Error('Two tools have the same name');
  return byName;
}

function toListedTool({ name, description, inputSchema, outputSchema, hints }: McpTool): Tool {
  return {
    name,
    description,
    inputSchema: { ...toWireJson(inputSchema), type: 'object' },
    outputSchema: toWireJson(outputSchema),
    annotations: hints,
  };
}

function toCallResult({ body, isError }: ToolAnswer): CallToolResult {
  return {
    content: [{ type: 'text', text: JSON.stringify(body) }],
    structuredContent: body,
    ...(isError ? { isError } : {}),
  };
}

function refuseTool(name: string, portfolio: string, isHidden: boolean): ToolAnswer {
  const shown = name.slice(0, 100);
  const message = isHidden
    ? `${shown} is not offered here: this server only reads. Book it at another door, or allow writes over MCP.`
    : `There is no tool "${shown}". List the tools to see what there is.`;
  const refusal = refuseArguments([{ field: 'name', found: shown, message }]);
  return { body: { operation: shown, portfolio, ...refusal }, isError: true };
}
