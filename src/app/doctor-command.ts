import { parseArgs } from 'node:util';
import type { Examination, Finding, Grade } from '../store/finding.ts';
import { UsageError, type CliWorld } from '../surfaces/cli/cli-world.ts';
import { type Emphasis, openScreen } from '../surfaces/cli/screen.ts';
import { translateAnswer, translateFault } from '../surfaces/outcome-table.ts';
import { nameLocalStore } from './local-store.ts';
import { nameStore, readStoreSetting } from './open-store.ts';

/** `fixpoint doctor`: 0 nothing bad, 1 something is, 2 not understood, 3 the store cannot be reached. */
export async function runDoctor(args: readonly string[], world: CliWorld): Promise<number> {
  const { positionals, values } = readFlags(args);
  if (positionals.length > 0) throw new UsageError('Write: fixpoint doctor [--store STORE]');
  const store = await nameLocalStore(world, { store: values.store, config: values.config });
  const { findings, isReachable } = await examine(store);
  const isOk = isReachable && findings.every(({ grade }) => grade !== 'bad');
  const name = await nameStore(store);
  if (values.json === true) {
    world.stdout.write(`${JSON.stringify({ ok: isOk, store: name, findings })}\n`);
  } else {
    const screen = await openScreen(world.stdout, world.env);
    screen.line(name, 'title');
    for (const finding of findings) screen.line(describe(finding), emphases[finding.grade]);
    screen.line(summarise(findings), isOk ? 'good' : 'bad');
  }
  if (!isReachable) return translateFault('unavailable').exit;
  return translateAnswer({ kind: 'answer', body: null, failed: !isOk }).exit;
}

async function examine(setting: string): Promise<Examination> {
  const place = await readStoreSetting(setting);
  if (place.kind === 'sqlite') {
    const { examineSqlite } = await import('../store/sqlite/examine-file.ts');
    return examineSqlite(place.path);
  }
  const { examinePostgres } = await import('../store/postgres/examine-server.ts');
  return examinePostgres(place.target);
}

const words = { good: 'ok     ', warning: 'warning', bad: 'BAD    ' } as const satisfies Record<
  Grade,
  string
>;
const emphases = { good: 'plain', warning: 'plain', bad: 'bad' } as const satisfies Record<Grade, Emphasis>;
/** As wide as the longest name of a check. */
const checkWidth = 'synchronous_commit'.length;

function describe({ check, grade, found, advice }: Finding): string {
  return `${words[grade]} ${check.padEnd(checkWidth)} ${found}${advice === undefined ? '' : `. ${advice}`}`;
}

function summarise(findings: readonly Finding[]): string {
  const count = (grade: Grade): number => findings.filter((finding) => finding.grade === grade).length;
  return `${count('bad')} bad, ${count('warning')} warnings. Whether the books are in order is checked by: fixpoint verify`;
}

function readFlags(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { store: { type: 'string' }, config: { type: 'string' }, json: { type: 'boolean' } },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
