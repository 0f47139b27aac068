import { type CarriedRow, keyPlaces } from './carried-tables.ts';
import type { CarriedPart, TransferSource } from './transfer-ends.ts';

/** All rows of a part, a page at a time. */
export async function* readPages(
  source: TransferSource,
  part: CarriedPart,
  pageRows: number,
): AsyncGenerator<readonly CarriedRow[]> {
  const places = keyPlaces(part.table);
  let after: CarriedRow | undefined;
  for (;;) {
    const rows = await source.page(part, after, pageRows);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    if (rows.length < pageRows) return;
    after = places.map((at) => last[at] ?? null);
  }
}
