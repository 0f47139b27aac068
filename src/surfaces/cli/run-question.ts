/** Asks one question and shows the answer. */
import { Fault } from '../../engine/outcome.ts';
import type { InputProblem } from '../../engine/field.ts';
import type { Query, QueryAnswer } from '../../engine/query.ts';
import type { JsonObject } from '../../ledger/json-value.ts';
import { translateAnswer, translateFault } from '../outcome-table.ts';
import type { CliWorld } from './cli-world.ts';
import { type CommandShape, fieldOf, shapeOfQuery } from './command-shape.ts';
import type { GlobalValues } from './global-flags.ts';
import { openLedger } from './open-ledger.ts';
import { readArguments } from './read-arguments.ts';
import { explainProblems } from './refuse-input.ts';
import { readInputFile } from './read-input-file.ts';
import { openScreen } from './screen.ts';
import { untilInterrupted } from './until-interrupted.ts';
import { usageLine } from './usage-line.ts';
import { toJsonLine } from './visible-text.ts';

/** Returns the exit code. */
export async function runQuestion(query: Query, args: readonly string[], world: CliWorld): Promise<number> {
  const shape = shapeOfQuery(query);
  const { input, globals, problems } = readArguments(shape, args, world.env);
  if (globals.help) {
    const { showQuestionHelp } = await import('./show-help.ts');
    return showQuestionHelp(query, world);
  }
  const answer =
    problems.length > 0
      ? refuseParameters(problems)
      : await ask(query, await readFiles(shape, input, world), globals, world);
  if (answer.kind === 'fault')
    return tellTrouble(answer, 'failed', { query, globals, world }, translateFault(answer.code).exit);
  const { exit } = translateAnswer(answer);
  if (answer.kind === 'refuse') {
    if (!globals.json && answer.code === 'invalid_input') world.stderr.write(`${usageLine(shape)}\n`);
    return tellTrouble(answer, 'refused', { query, globals, world }, exit);
  }
  if (globals.json) world.stdout.write(toJsonLine(answer.body));
  else {
    const { answerLines } = await import('./answer-lines.ts');
    const screen = await openScreen(world.stdout, world.env);
    for (const { text, emphasis } of await answerLines(answer.body, query.table)) screen.line(text, emphasis);
  }
  return exit;
}

/** A parameter whose placeholder is FILE holds what stands in that file. */
async function readFiles(shape: CommandShape, input: JsonObject, world: CliWorld): Promise<JsonObject> {
  const read = { ...input };
  for (const [name, value] of Object.entries(input)) {
    if (fieldOf(shape, name).placeholder !== 'FILE' || typeof value !== 'string') continue;
    read[name] = await readInputFile(value, world);
  }
  return read;
}

interface AnswerFault {
  readonly kind: 'fault';
  readonly code: Fault['code'];
  readonly message: string;
  readonly detail?: undefined;
}

async function ask(
  query: Query,
  parameters: JsonObject,
  globals: GlobalValues,
  world: CliWorld,
): Promise<QueryAnswer | AnswerFault> {
  const prepared = query.prepare(parameters);
  if (prepared.kind === 'problems') return refuseParameters(prepared.problems);
  const attempt = async (): Promise<QueryAnswer> => {
    const ledger = await openLedger(world, globals);
    try {
      return await ledger.ask({ query, portfolio: globals.portfolio, parameters });
    } finally {
      await ledger.close().catch(() => undefined); // nothing was written, so nothing depends on it
    }
  };
  try {
    const answer = await untilInterrupted(world, attempt());
    return answer ?? { kind: 'fault', code: 'unavailable', message: 'Interrupted before the answer came.' };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { kind: 'fault', code: error.code, message: error.message };
  }
}

function refuseParameters(problems: readonly InputProblem[]): QueryAnswer {
  return { kind: 'refuse', code: 'invalid_input', ...explainProblems(problems) };
}

async function tellTrouble(
  trouble: Exclude<QueryAnswer, { readonly kind: 'answer' }> | AnswerFault,
  status: 'refused' | 'failed',
  {
    query,
    globals,
    world,
  }: { readonly query: Query; readonly globals: GlobalValues; readonly world: CliWorld },
  exit: number,
): Promise<number> {
  const { code, message, detail } = trouble;
  const { portfolio, json } = globals;
  if (json) {
    const body = {
      status,
      query: query.name,
      portfolio,
      code,
      message,
      ...(detail === undefined ? {} : { detail }),
    };
    world.stdout.write(toJsonLine(body));
    return exit;
  }
  const screen = await openScreen(world.stderr, world.env);
  screen.line(`${status === 'refused' ? 'Refused' : 'Failed'} (${code}): ${message}`, 'bad');
  return exit;
}
