import { describe, expect, it, onTestFinished } from 'vitest';
import { openPostgresStore } from '../../src/store/postgres/postgres-store.ts';
import { readBooks } from '../support/books.ts';
import { bundleProgram } from '../support/bundle-program.ts';
import { startProcess } from '../support/child-process.ts';
import { makeTestDatabase } from '../support/temporary-postgres.ts';
import { openTestHub } from '../support/test-hub.ts';

const rounds = ['a', 'b', 'c', 'd', 'e'];
const processes = [0, 1, 2, 3];

describe('several processes on one PostgreSQL', () => {
  it('make its schema together, and book each key once', async () => {
    const { target, url } = await makeTestDatabase();
    const program = await bundleProgram('support/write-keys-main.ts');
    onTestFinished(program.dispose);
    const children = processes.map(() => startProcess(program.path, [url, 'yield']));
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
    const store = await openPostgresStore(target);
    onTestFinished(store.close);
    const hub = openTestHub(store);
    // Five rounds of three shared keys and four of their own, one dollar each.
    expect(await readBooks(hub)).toEqual({ cash: { USD: '35' }, holdings: {} });
    expect(await hub.ask('verify')).toMatchObject({ ok: true, entries: 35, receipts: 35, problems: [] });
  });
});

function statusesIn(line: string): readonly string[] {
  return JSON.parse(line) as readonly string[]; // printed by write-keys-main.ts
}
