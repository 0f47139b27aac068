import { join } from 'node:path';
import { runNode } from '../measure/run-process.ts';
import type { PartSetting } from '../part.ts';
import type { HttpLoadPlan, HttpLoadResult } from './http-load-plan.ts';

const defaults = {
  keys: 'random',
  connections: 64,
  portfolios: 1,
  firstIndex: 0,
  batchSize: 1_000,
  repeatedKeys: 640,
} as const;

type Plan = Pick<HttpLoadPlan, 'port' | 'kind' | 'warmUpMs' | 'measuredMs'> & Partial<HttpLoadPlan>;

/** Runs the load in a process of its own. Throws when anything was answered otherwise than by success. */
export async function runHttpLoad({ programs, folder }: PartSetting, plan: Plan): Promise<HttpLoadResult> {
  const whole: HttpLoadPlan = { ...defaults, ...plan };
  const args = [join(programs, 'http-load.js'), JSON.stringify(whole)];
  const { stdout } = await runNode(args, { cwd: folder });
  const result = JSON.parse(stdout) as HttpLoadResult; // printed by the program
  const odd = Object.keys(result.statuses).filter((status) => status !== '200' && status !== '201');
  if (odd.length > 0) throw new Error(`The server answered ${JSON.stringify(result.statuses)}`);
  return result;
}
