/** Flags that belong to the command line and not to an operation's input. */
import type { InputProblem } from '../../engine/field.ts';
import type { CliWorld } from './cli-world.ts';
import type { FlagKind } from './read-command-line.ts';

interface GlobalFlagForm {
  readonly kind: FlagKind;
  readonly placeholder: string;
  readonly about: string;
}

export const globalFlags = {
  portfolio: {
    kind: 'value',
    placeholder: 'NAME',
    about: 'Portfolio; FIXPOINT_PORTFOLIO or "main" when left out',
  },
  'idempotency-key': {
    kind: 'value',
    placeholder: 'KEY',
    about: 'Name of this one event; made anew each time when left out',
  },
  'dry-run': { kind: 'switch', placeholder: '', about: 'Show what would be booked, and book nothing' },
  yes: { kind: 'switch', placeholder: '', about: 'Do not ask before something is taken away' },
  json: { kind: 'switch', placeholder: '', about: 'Print one JSON document instead of text' },
  store: {
    kind: 'value',
    placeholder: 'STORE',
    about: 'sqlite:PATH or postgres://…; FIXPOINT_STORE when left out',
  },
  config: { kind: 'value', placeholder: 'FILE', about: 'Settings file; FIXPOINT_CONFIG when left out' },
  timeout: {
    kind: 'value',
    placeholder: 'SECONDS',
    about: 'With FIXPOINT_API_BASE: how long to wait for the hub (30)',
  },
  retries: {
    kind: 'value',
    placeholder: 'N',
    about: 'With FIXPOINT_API_BASE: send again up to N times, with the same key (0)',
  },
  help: { kind: 'switch', placeholder: '', about: 'Show this help' },
  version: { kind: 'switch', placeholder: '', about: 'Show the version' },
} as const satisfies Record<string, GlobalFlagForm>;

export type GlobalFlag = keyof typeof globalFlags;

/** Every flag here, for words that stand before the command's name. */
export const globalFlagKinds: ReadonlyMap<string, FlagKind> = new Map(
  Object.entries(globalFlags).map(([name, { kind }]) => [name, kind]),
);

export interface GlobalValues {
  readonly portfolio: string;
  readonly key: string | undefined;
  readonly dryRun: boolean;
  readonly yes: boolean;
  readonly json: boolean;
  readonly store: string | undefined;
  readonly config: string | undefined;
  readonly timeoutSeconds: number;
  readonly retries: number;
  readonly help: boolean;
  /** The flags that a repeat of this command needs as well: where the books are and how to reach them. */
  readonly kept: readonly { readonly name: GlobalFlag; readonly value: string | boolean }[];
}

const keptFlags = [
  'json',
  'yes',
  'store',
  'config',
  'timeout',
  'retries',
] as const satisfies readonly GlobalFlag[];

interface NumberForm {
  readonly pattern: RegExp;
  readonly min: number;
  readonly max: number;
  readonly usual: number;
}

/** Up to a day: longer would be a mistake in the unit. */
const timeoutForm: NumberForm = { pattern: /^\d{1,5}(\.\d{1,3})?$/, min: 0.001, max: 86_400, usual: 30 };
/** With the longest pause between two attempts, 100 take over an hour and a half. */
const retriesForm: NumberForm = { pattern: /^\d{1,3}$/, min: 0, max: 100, usual: 0 };

export function readGlobalFlags(
  flags: ReadonlyMap<string, string | boolean>,
  env: CliWorld['env'],
): { readonly globals: GlobalValues; readonly problems: readonly InputProblem[] } {
  const problems: InputProblem[] = [];
  const text = (name: GlobalFlag): string | undefined => {
    const value = flags.get(name);
    return typeof value === 'string' ? value : undefined;
  };
  const number = (name: GlobalFlag, form: NumberForm): number => {
    const found = text(name);
    if (found === undefined) return form.usual;
    const value = form.pattern.test(found) ? Number(found) : Number.NaN;
    if (value >= form.min && value <= form.max) return value;
    const expected = `a number from ${form.min} to ${form.max}`;
    problems.push({ field: name, found, message: `--${name} is "${found}". It must be ${expected}.` });
    return form.usual;
  };
  const globals: GlobalValues = {
    portfolio: text('portfolio') ?? (env['FIXPOINT_PORTFOLIO'] || 'main'),
    key: text('idempotency-key'),
    dryRun: flags.get('dry-run') === true,
    yes: flags.get('yes') === true,
    json: flags.get('json') === true,
    store: text('store'),
    config: text('config'),
    timeoutSeconds: number('timeout', timeoutForm),
    retries: number('retries', retriesForm),
    help: flags.get('help') === true,
    kept: keptFlags.flatMap((name) => {
      const value = flags.get(name);
      return value === undefined || value === false ? [] : [{ name, value }];
    }),
  };
  return { globals, problems };
}
