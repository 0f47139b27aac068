/**
 * Settings: the environment, and a YAML file beside it. A setting that is not known or not right stops the start with
 * a sentence that names it; nothing is guessed.
 */
import { readFileSync } from 'node:fs';
import { choiceField, countField, currencyField, textField } from '../engine/field-kinds.ts';
import { readFields, withDefault, optional } from '../engine/field.ts';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../ledger/json-value.ts';
import { parsePortfolioName, type PortfolioName } from '../ledger/portfolio.ts';
import type { Currency } from '../money/currency.ts';
import { UsageError } from '../surfaces/cli/cli-world.ts';
import type { Scope, TokenSettings } from '../surfaces/http/tokens.ts';

export interface Config {
  /** `sqlite:PATH` or `postgres://…`, which may hold a password. */
  readonly store: string;
  readonly host: string;
  readonly port: number;
  readonly portfolio: PortfolioName;
  readonly baseCurrency: Currency;
  readonly keys: 'required' | 'optional';
  readonly mcpWrites: 'direct' | 'confirm' | 'off';
  /** IANA name of the zone in which "today" is; this machine's own when it is absent. */
  readonly zone: string | undefined;
  readonly allowedHosts: readonly string[];
  readonly tokens: readonly TokenSettings[];
  /** The one token that may do everything, from FIXPOINT_TOKEN. */
  readonly plainToken: string | undefined;
}

const fileFields = {
  store: optional(textField('Where the books are: sqlite:PATH or postgres://…', { lengthMax: 1_000 })),
  host: withDefault(textField('Address to listen on', { lengthMax: 255 }), '127.0.0.1'),
  port: withDefault(countField('Port to listen on', { min: 0, max: 65_535 }), 7171),
  portfolio: withDefault(textField('Portfolio that is made on first use', { lengthMax: 64 }), 'main'),
  base_currency: withDefault(currencyField('Base currency of a portfolio that is made on first use'), 'USD'),
  keys: withDefault(
    choiceField('Must accumulating writes carry a key?', ['required', 'optional']),
    'required',
  ),
  mcp_writes: withDefault(choiceField('How MCP tools write', ['direct', 'confirm', 'off']), 'direct'),
  zone: optional(textField('IANA time zone in which today is', { lengthMax: 64 })),
};

/** Reads settings. `place` is what `--store` and `--config` said, which wins over the environment and the file. */
export async function loadConfig(
  env: Readonly<Record<string, string | undefined>>,
  place: { readonly store: string | undefined; readonly config: string | undefined },
): Promise<Config> {
  const file = await readConfigFile(place.config ?? env['FIXPOINT_CONFIG']);
  const { allowed_hosts: hosts, tokens, mcp, ...rest } = file;
  const flat: Record<string, JsonValue> = { ...rest };
  if (mcp !== undefined) flat['mcp_writes'] = readMcp(mcp);
  for (const [variable, name] of variables) {
    const value = env[variable];
    if (value !== undefined && value !== '') flat[name] = value;
  }
  if (place.store !== undefined) flat['store'] = place.store;
  const read = readFields(fileFields, flat);
  if (read.kind === 'problems')
    throw new UsageError(read.problems.map(({ message }) => `Setting ${message}`).join(' '));
  const { values } = read;
  const portfolio = parsePortfolioName(values.portfolio);
  if (portfolio === undefined)
    throw new UsageError(`Setting "portfolio" is "${values.portfolio}", which is no name for a portfolio.`);
  return {
    store: values.store ?? 'sqlite:fixpoint.db',
    host: values.host,
    port: values.port,
    portfolio,
    baseCurrency: values.base_currency,
    keys: values.keys,
    mcpWrites: values.mcp_writes,
    zone: values.zone === undefined ? undefined : checkZone(values.zone),
    allowedHosts: hosts === undefined ? [] : readTexts('allowed_hosts', hosts),
    tokens: tokens === undefined ? [] : readTokens(tokens),
    plainToken: env['FIXPOINT_TOKEN'] === '' ? undefined : env['FIXPOINT_TOKEN'],
  };
}

const variables = [
  ['FIXPOINT_STORE', 'store'],
  ['FIXPOINT_HOST', 'host'],
  ['FIXPOINT_PORT', 'port'],
  ['FIXPOINT_PORTFOLIO', 'portfolio'],
] as const;

async function readConfigFile(path: string | undefined): Promise<JsonObject> {
  const text = readText(path ?? 'fixpoint.yaml', path !== undefined);
  if (text === undefined) return {};
  const { parse } = await import('yaml');
  let data: unknown;
  try {
    data = parse(text);
  } catch (error) {
    throw new UsageError(
      `The settings in ${path ?? 'fixpoint.yaml'} cannot be read as YAML: ${String(error)}`,
    );
  }
  if (data === null || data === undefined) return {};
  if (!isJsonObject(data))
    throw new UsageError(`The settings in ${path ?? 'fixpoint.yaml'} must be a list of names and values.`);
  return data;
}

function readText(path: string, mustExist: boolean): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (missing && !mustExist) return undefined;
    throw new UsageError(`The settings file ${path} cannot be read. Check its name and permissions.`);
  }
}

function readMcp(mcp: JsonValue): JsonValue {
  const known = isJsonObject(mcp) && Object.keys(mcp).every((name) => name === 'writes');
  if (!known || !isJsonObject(mcp))
    throw new UsageError('Setting "mcp" has one member, "writes": direct, confirm or off.');
  return mcp['writes'] ?? 'direct';
}

function readTexts(name: string, value: JsonValue): readonly string[] {
  const items = value !== null && typeof value === 'object' && isJsonArray(value) ? value : [value];
  return items.map((item) => {
    if (typeof item !== 'string') throw new UsageError(`Setting "${name}" must be a list of texts.`);
    return item;
  });
}

function readTokens(value: JsonValue): readonly TokenSettings[] {
  if (value === null || typeof value !== 'object' || !isJsonArray(value)) {
    throw new UsageError('Setting "tokens" must be a list. Make one with "fixpoint tokens new NAME".');
  }
  return value.map((item) => {
    if (!isJsonObject(item) || typeof item['name'] !== 'string' || typeof item['sha256'] !== 'string') {
      throw new UsageError(
        'Each of "tokens" needs a name, a sha256 and scopes. Make one with "fixpoint tokens new NAME".',
      );
    }
    const scopes = readTexts('tokens.scopes', item['scopes'] ?? []).map(readScope);
    const portfolios = item['portfolios'];
    return {
      name: item['name'],
      sha256: item['sha256'],
      scopes,
      ...(portfolios === undefined ? {} : { portfolios: readTexts('tokens.portfolios', portfolios) }),
    };
  });
}

function readScope(text: string): Scope {
  if (text === 'read' || text === 'write' || text === 'admin') return text;
  throw new UsageError(`"${text}" is no scope of a token. It must be read, write or admin.`);
}

function checkZone(zone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    throw new UsageError(`Setting "zone" is "${zone}". It must be an IANA time zone such as Europe/Zurich.`);
  }
}
