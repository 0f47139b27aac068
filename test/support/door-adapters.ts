/** The surfaces as one kind of thing: each takes an operation, its input and a key, and gives back the outcome JSON. */
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { createMcpServerFactory } from '../../src/surfaces/mcp/create-mcp-server-factory.ts';
import { serveMcpStdio } from '../../src/surfaces/mcp/serve-mcp-stdio.ts';
import type { Hub } from '../../src/engine/hub.ts';
import type { Operation } from '../../src/engine/operation.ts';
import type { Outcome } from '../../src/engine/outcome.ts';
import { isJsonObject, type JsonObject } from '../../src/ledger/json-value.ts';
import { operations } from '../../src/operations/registry.ts';
import { queries } from '../../src/queries/registry.ts';
import type { CliWorld } from '../../src/surfaces/cli/cli-world.ts';
import { shapeOfOperation } from '../../src/surfaces/cli/command-shape.ts';
import { runCli } from '../../src/surfaces/cli/run-cli.ts';
import { writeArguments } from '../../src/surfaces/cli/write-arguments.ts';
import { createHttpSurface } from '../../src/surfaces/http/http-surface.ts';
import { createTokenCheck } from '../../src/surfaces/http/tokens.ts';
import { translateOutcome } from '../../src/surfaces/outcome-table.ts';
import { fail } from './fail.ts';

export interface SentWish {
  readonly operation: Operation;
  readonly portfolio: string;
  readonly input: JsonObject;
  readonly key: string;
  readonly dryRun: boolean;
}

export interface DoorAdapter {
  readonly door: 'cli' | 'http' | 'mcp';
  readonly connect: (hub: Hub) => (wish: SentWish) => Promise<Outcome>;
}

/** The command line with `--json`: the outcome is what it prints, the exit code what the table says. */
export const cliAdapter: DoorAdapter = {
  door: 'cli',
  connect: (hub) => async (wish) => {
    const printed = { out: '', err: '' };
    const words = writeArguments(shapeOfOperation(wish.operation), wish.input, [
      { name: 'portfolio', value: wish.portfolio },
      { name: 'idempotency-key', value: wish.key },
      { name: 'json', value: true },
      ...(wish.dryRun ? [{ name: 'dry-run', value: true }] : []),
    ]);
    const exit = await runCli(words.slice(1), cliWorld(hub, printed));
    const outcome = toOutcome(JSON.parse(printed.out));
    if (exit !== translateOutcome(outcome, wish.operation.replay).exit)
      fail(`exit code ${exit} for ${printed.out}`);
    return outcome;
  },
};

/** HTTP without the socket: the outcome is the body, the status what the table says. */
export const httpAdapter: DoorAdapter = {
  door: 'http',
  connect: (hub) => {
    const surface = createHttpSurface({
      hub,
      operations,
      queries,
      tokens: createTokenCheck([]),
      allowedHosts: [],
      logger: { info: () => {}, warn: () => {}, error: () => {} },
      metrics: { render: () => Promise.resolve({ contentType: 'text/plain', body: '' }) },
      uploads: [],
    });
    return async ({ operation, portfolio, input, key, dryRun }) => {
      const reply = await surface.answer({
        method: 'POST',
        path: `/v1/portfolios/${portfolio}/${operation.name.replaceAll('_', '-')}`,
        query: '',
        headers: { host: '127.0.0.1:7171', 'content-type': 'application/json', 'idempotency-key': key },
        port: 7171,
        body: new TextEncoder().encode(JSON.stringify(dryRun ? { ...input, dry_run: true } : input)),
      });
      const body: unknown = JSON.parse(
        typeof reply.body === 'string' ? reply.body : fail('the reply is no text'),
      );
      const {
        type: _type,
        title: _title,
        ...members
      } = isJsonObject(body) ? body : fail('the reply is no object');
      const outcome = toOutcome(members);
      const { http } = translateOutcome(outcome, operation.replay);
      return reply.status === http ? outcome : fail(`status ${reply.status} for ${JSON.stringify(members)}`);
    };
  },
};

/** MCP with the package's own client. */
export const mcpAdapter: DoorAdapter = {
  door: 'mcp',
  connect: (hub) => {
    const connecting = connectMcp(hub);
    return async ({ operation, portfolio, input, key, dryRun }) => {
      const client = await connecting;
      const given = { ...input, portfolio, idempotency_key: key, ...(dryRun ? { dry_run: true } : {}) };
      const { structuredContent, isError } = await client.callTool({
        name: operation.name,
        arguments: given,
      });
      const outcome = toOutcome(structuredContent);
      const bad = outcome.status === 'refused' || outcome.status === 'failed' || outcome.status === 'defect';
      return (isError ?? false) === bad
        ? outcome
        : fail(`isError is ${isError} for ${JSON.stringify(outcome)}`);
    };
  },
};

async function connectMcp(hub: Hub): Promise<Client> {
  const [near, far] = InMemoryTransport.createLinkedPair();
  const factory = createMcpServerFactory({
    hub,
    operations,
    queries,
    writes: 'direct',
    readOnly: false,
    actor: 'tester',
    version: '0.0.0',
    newToken: () => 'token',
    monotonic: () => 0,
  });
  serveMcpStdio(factory, { transport: far });
  const client = new Client({ name: 'conformance', version: '1.0.0' });
  await client.connect(near);
  return client;
}

function cliWorld(hub: Hub, printed: { out: string; err: string }): CliWorld {
  return {
    env: {},
    stdout: { write: (text) => void (printed.out += text) },
    stderr: { write: (text) => void (printed.err += text) },
    version: '0.0.0',
    actor: 'tester',
    operations,
    queries,
    extraCommands: [],
    openHub: () => Promise.resolve({ hub, close: () => Promise.resolve() }),
    randomKey: () => fail('every command of this suite has its key'),
    localDate: () => fail('a given key leaves dates alone'),
    fetch: () => fail('there is no network here'),
    wait: () => Promise.resolve(),
    readText: () => fail('there are no files here'),
    onInterrupt: () => () => {},
  };
}

function toOutcome(body: unknown): Outcome {
  if (!isJsonObject(body) || typeof body['status'] !== 'string')
    return fail(`${JSON.stringify(body)} is no outcome`);
  return body as unknown as Outcome;
}
