/** Several processes that share one store: they make it together, and book each key once. */
import { expect, it, onTestFinished } from 'vitest';
import type { Store } from '../../src/engine/store-protocol.ts';
import { readBooks } from '../support/books.ts';
import { bundleProgram } from '../support/bundle-program.ts';
import { startProcess } from '../support/child-process.ts';
import { openTestHub } from '../support/test-hub.ts';

export interface SharedStore {
  /** As the processes are told it: a path or a URL. */
  readonly place: string;
  readonly open: () => Store | Promise<Store>;
}

const rounds = ['a', 'b', 'c', 'd', 'e'];
const modes = ['block', 'yield', 'block', 'yield'];

export function describeSharedStore(makeStore: () => SharedStore | Promise<SharedStore>): void {
  it('is made by several processes together, and books each key once', async () => {
    const { place, open } = await makeStore();
    const program = await bundleProgram('support/write-keys-main.ts');
    onTestFinished(program.dispose);
    const children = modes.map((mode) => startProcess(program.path, [place, mode]));
    const allPrinted = (count: number) => Promise.all(children.map((child) => child.lines(count)));
    const sayToAll = (line: (index: number) => string) => {
      for (const [index, child] of children.entries()) child.say(line(index));
    };
    await allPrinted(1);
    sayToAll(() => 'open');
    await allPrinted(2);
    // In each round all of them meet in three keys, and each has one of its own.
    for (const [index, round] of rounds.entries()) {
      sayToAll((child) => `${round}-1 ${round}-own-${child} ${round}-2 ${round}-3`);
      await allPrinted(index + 3);
    }
    const outputs = await Promise.all(children.map((child) => child.finish()));
    const answers = outputs.map((output) => output.trim().split('\n').slice(2).map(statusesIn));

    for (const ofChild of answers)
      expect(ofChild.map((statuses) => statuses[1])).toEqual(rounds.map(() => 'accepted'));
    for (const [round, name] of rounds.entries()) {
      for (const shared of [0, 2, 3]) {
        const statuses = answers.map((ofChild) => ofChild[round]?.[shared]);
        const count = (wanted: string) => statuses.filter((status) => status === wanted).length;
        const counts = { accepted: count('accepted'), duplicate: count('duplicate') };
        expect(counts, `${name} ${shared}`).toEqual({ accepted: 1, duplicate: 3 });
      }
    }
    const hub = openTestHub(await open());
    // Five rounds of three shared keys and four of their own, one dollar each.
    expect(await readBooks(hub)).toEqual({ cash: { USD: '35' }, holdings: {} });
    expect(await hub.ask('verify')).toMatchObject({ ok: true, entries: 35, receipts: 35, problems: [] });
  });
}

function statusesIn(line: string): readonly string[] {
  return JSON.parse(line) as readonly string[]; // printed by write-keys-main.ts
}
