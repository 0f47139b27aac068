/** What a keyed write takes on disk, with its key, receipt and hash, once the log has been moved into the file. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { EventMix } from '../load/events.ts';
import { createKeySource } from '../load/keys.ts';
import { submitGroups } from '../load/submit-groups.ts';
import type { Figure, Part, PartSetting } from '../part.ts';
import { openBenchHub } from '../stores/bench-hub.ts';
import { checkBooks } from '../stores/check-books.ts';
import { copyStore, makePrefilledStore, prefilledKeys } from '../stores/prefilled-store.ts';
import { openRaw } from '../stores/open-raw.ts';

export const bytes: Part = async (setting) => {
  const prefilled = join(setting.folder, 'prefilled.db');
  await makePrefilledStore(prefilled);
  const deposits = await measure('deposit', prefilled, setting);
  const buys = await measure('buy', prefilled, setting);
  return {
    figures: [deposits.figure, buys.figure],
    checks: [deposits.check, buys.check],
    notes: [deposits.parts, buys.parts],
  };
};

async function measure(
  mix: EventMix,
  prefilled: string,
  { folder, quick }: PartSetting,
): Promise<{ readonly figure: Figure; readonly check: string; readonly parts: string }> {
  const path = copyStore(prefilled, join(folder, `${mix}.db`));
  const before = statSync(path).size;
  const sizesBefore = sizesOf(path);
  const hub = openBenchHub(path);
  const load = { groupSize: 64, groupsMax: quick ? 100 : 400, millisecondsMax: 60_000, first: prefilledKeys };
  const { operations } = await submitGroups(hub, { ...load, mix, nextKey: createKeySource('random') });
  await hub.close();
  const sizes = [...sizesOf(path)].map(([name, size]) => {
    const share = (size - (sizesBefore.get(name) ?? 0)) / operations;
    return `${name} ${share.toFixed(0)}`;
  });
  return {
    figure: {
      name: `bytes: on disk per keyed ${mix}`,
      unit: 'bytes',
      samples: [(statSync(path).size - before) / operations],
      target: { row: 12, bound: 'at most', value: 220 },
    },
    check: await checkBooks(`bytes: ${mix}s`, path, { before: prefilledKeys, accepted: operations }),
    parts: `bytes: of each ${mix}, in tables and indexes: ${sizes.filter((size) => !size.endsWith(' 0')).join(', ')}.`,
  };
}

/** Bytes of every table and index. */
function sizesOf(path: string): ReadonlyMap<string, number> {
  const db = openRaw(path);
  const rows = db
    .prepare<[], { readonly name: string; readonly size: number }>(
      'SELECT name, sum(pgsize) AS size FROM dbstat GROUP BY name ORDER BY size DESC',
    )
    .all();
  db.close();
  return new Map(rows.map(({ name, size }) => [name, size]));
}
