import { createHash, randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import type { CliWorld } from '../surfaces/cli/cli-world.ts';
import { UsageError } from '../surfaces/cli/cli-world.ts';
import { scopes } from '../surfaces/http/tokens.ts';

export function runTokens(args: readonly string[], world: CliWorld): Promise<number> {
  const { positionals, values } = readFlags(args);
  const [verb, name, ...rest] = positionals;
  if (verb !== 'new' || name === undefined || rest.length > 0)
    throw new UsageError('Write: fixpoint tokens new NAME');
  const granted = (values.scopes ?? 'read,write').split(',');
  const unknown = granted.find((scope) => !scopes.some((known) => known === scope));
  if (unknown !== undefined)
    throw new UsageError(`"${unknown}" is no scope. It must be one of ${scopes.join(', ')}.`);
  const token = `fx_${randomBytes(32).toString('base64url')}`;
  const lines = [
    'tokens:',
    `  - name: ${JSON.stringify(name)}`,
    `    sha256: ${createHash('sha256').update(token).digest('hex')}`,
    `    scopes: [${granted.join(', ')}]`,
    ...(values.portfolios === undefined
      ? []
      : [`    portfolios: [${values.portfolios.split(',').join(', ')}]`]),
  ];
  world.stdout.write(`${token}\n`);
  world.stderr.write(
    `The token above is shown once. Put these lines into fixpoint.yaml:\n\n${lines.join('\n')}\n`,
  );
  return Promise.resolve(0);
}

function readFlags(args: readonly string[]) {
  try {
    const options = { scopes: { type: 'string' }, portfolios: { type: 'string' } } as const;
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
