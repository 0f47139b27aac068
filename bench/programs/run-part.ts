// Runs one part of the benchmark in a process of its own, so that no part inherits another's heap.
//
//   node run-part.js NAME SETTING
//
// SETTING is a `PartSetting` as JSON. The report is printed as one line of JSON.

import type { Part, PartSetting } from '../part.ts';
import { bytes } from '../parts/bytes.ts';
import { cli } from '../parts/cli.ts';
import { engine } from '../parts/engine.ts';
import { growth } from '../parts/growth.ts';
import { importFiles } from '../parts/import-files.ts';
import { holdings } from '../parts/holdings.ts';
import { http } from '../parts/http.ts';
import { peers } from '../parts/peers.ts';
import { postgresGrowth } from '../parts/postgres-growth.ts';
import { postgres } from '../parts/postgres.ts';
import { verify } from '../parts/verify.ts';

const parts: Readonly<Record<string, Part>> = {
  engine,
  http,
  growth,
  holdings,
  cli,
  bytes,
  verify,
  import: importFiles,
  postgres,
  'postgres-growth': postgresGrowth,
  peers,
};

const [name = '', setting = ''] = process.argv.slice(2);
const part = parts[name];
if (part === undefined) throw new Error(`There is no part "${name}"`);
const report = await part(JSON.parse(setting) as PartSetting); // written by bench/run.ts
process.stdout.write(`${JSON.stringify(report)}\n`);
