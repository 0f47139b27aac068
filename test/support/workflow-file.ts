/** Reads the example workflows and evaluates their conditions as GitHub's runner does. */
import { data, Evaluator, Lexer, Parser } from '@actions/expressions';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

export interface WorkflowFile {
  readonly text: string;
  readonly on: Readonly<Record<string, { readonly types?: readonly string[] } | null | undefined>>;
  readonly jobs: Readonly<Record<string, WorkflowJob>>;
}

export interface WorkflowJob {
  readonly if?: string;
  readonly concurrency?: { readonly 'cancel-in-progress'?: boolean };
  readonly steps: readonly { readonly run?: string }[];
}

export function readWorkflow(path: string): WorkflowFile {
  const text = readFileSync(new URL(`../../examples/workflows/${path}`, import.meta.url), 'utf8');
  return { text, ...parse(text) };
}

/** Whether a job would start on an event with this payload. */
export function isStarted(condition: string, payload: unknown): boolean {
  const { tokens } = new Lexer(condition).lex();
  const expression = new Parser(tokens, ['github'], []).parse();
  const github = toData({ event: payload });
  const context = new data.Dictionary({ key: 'github', value: github });
  const result = new Evaluator(expression, context).evaluate();
  return !(
    result.kind === data.Kind.Null ||
    (result.kind === data.Kind.Boolean && result.coerceString() === 'false') ||
    result.coerceString() === ''
  );
}

function toData(value: unknown): data.ExpressionData {
  if (value === null || value === undefined) return new data.Null();
  if (typeof value === 'string') return new data.StringData(value);
  if (typeof value === 'number') return new data.NumberData(value);
  if (typeof value === 'boolean') return new data.BooleanData(value);
  if (Array.isArray(value)) return new data.Array(...value.map(toData));
  return new data.Dictionary(
    ...Object.entries(value).map(([key, member]) => ({ key, value: toData(member) })),
  );
}

/** The words of each call of `fixpoint COMMAND` in the steps of a workflow, without the leading `fixpoint`. */
export function callsOf(workflow: WorkflowFile, command: string): readonly (readonly string[])[] {
  const scripts = Object.values(workflow.jobs).flatMap(({ steps }) => steps.map(({ run }) => run ?? ''));
  return scripts.flatMap((script) => {
    const joined = script.replaceAll(/\\\n\s*/g, ' ');
    return [...joined.matchAll(/npx fixpoint ([^\n|)]*)/g)]
      .map(([, words = '']) =>
        words
          .trim()
          .split(/\s+/)
          .map((word) => word.replaceAll('"', '')),
      )
      .filter(([name]) => name === command);
  });
}
