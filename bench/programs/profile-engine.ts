// Runs the engine under load for a while, to be profiled:
//
//   node --cpu-prof profile-engine.js FILE GROUP_SIZE GROUPS KEYS

import { join } from 'node:path';
import { createKeySource } from '../load/keys.ts';
import { submitGroups } from '../load/submit-groups.ts';
import { openBenchHub } from '../stores/bench-hub.ts';
import { makePrefilledStore, prefilledKeys } from '../stores/prefilled-store.ts';

const [folder = '.', groupSize = '64', groups = '100', keys = 'random'] = process.argv.slice(2);
const path = join(folder, 'profiled.db');
await makePrefilledStore(path);
const hub = openBenchHub(path);
const nextKey = createKeySource(keys === 'ordered' ? 'ordered' : 'random');
let first = prefilledKeys;
for (let slice = 0; slice < 8; slice += 1) {
  const load = { groupSize: Number(groupSize), groupsMax: Number(groups), millisecondsMax: 60_000, nextKey };
  const result = await submitGroups(hub, { ...load, first });
  first += result.operations;
  process.stdout.write(`${JSON.stringify(result)}\n`);
}
await hub.close();
