import { type CarriedRow, keyPlaces } from './carried-tables.ts';
import type { CarriedPart, TransferSource } from './transfer-ends.ts';

/** All rows of a part, a page at a time. The next page is asked for while the one before it is used. */
export async function* readPages(
  source: TransferSource,
  part: CarriedPart,
  pageRows: number,
  from?: CarriedRow,
): AsyncGenerator<readonly CarriedRow[]> {
  const places = keyPlaces(part.table);
  const read = (after: CarriedRow | undefined): Promise<readonly CarriedRow[]> => {
    const page = source.page(part, after, pageRows);
    page.catch(() => undefined); // awaited below, unless whoever uses the pages gives up before
    return page;
  };
  let next = read(from);
  for (;;) {
    const rows = await next;
    const last = rows.at(-1);
    if (last === undefined) return;
    const isLast = rows.length < pageRows;
    if (!isLast) next = read(places.map((at) => last[at] ?? null));
    yield rows;
    if (isLast) return;
  }
}
