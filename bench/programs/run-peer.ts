// Measures one peer in a process of its own, and prints what came of it as JSON.
//
//   node run-peer.js NAME SETTING
//
// SETTING is a `PeerSetting` as JSON.

import { Absent, type PeerResult, type PeerSetting } from '../peers/peer.ts';
import { peers } from '../peers/registry.ts';

const [name = '', setting = ''] = process.argv.slice(2);
const peer = peers.find((one) => one.name === name);
if (peer === undefined) throw new Error(`There is no peer "${name}"`);
let result: PeerResult;
try {
  const operationsPerSecond = await peer.measure(JSON.parse(setting) as PeerSetting); // written by parts/peers.ts
  result = { kind: 'measured', operationsPerSecond };
} catch (error) {
  if (!(error instanceof Absent)) throw error;
  result = { kind: 'absent', reason: error.message };
}
// Some of them leave timers behind.
process.stdout.write(`\n${JSON.stringify(result)}\n`, () => process.exit(0));
