import type { TypedWish } from './ledger.ts';

/** As many as a hub takes in one request. */
const wishesMax = 1_000;
/** A hub takes a megabyte; this leaves room for the brackets and commas between the rows. */
const bytesMax = 900_000;

/** One element of the array that a hub takes. */
export function toBatchElement({ operation, input, key, dryRun }: TypedWish): object {
  return {
    operation: operation.name,
    ...(key === undefined ? {} : { idempotency_key: key }),
    ...(dryRun ? { dry_run: true } : {}),
    input,
  };
}

/** Neighbours that go to the same portfolio, in requests that a hub will take. The order stays. */
export function splitBatch(wishes: readonly TypedWish[]): readonly (readonly TypedWish[])[] {
  const batches: TypedWish[][] = [];
  let bytes = 0;
  for (const wish of wishes) {
    const size = Buffer.byteLength(JSON.stringify(toBatchElement(wish)));
    const current = batches.at(-1);
    const isSame = current?.[0]?.portfolio === wish.portfolio;
    if (current !== undefined && isSame && current.length < wishesMax && bytes + size <= bytesMax) {
      current.push(wish);
      bytes += size;
    } else {
      batches.push([wish]);
      bytes = size;
    }
  }
  return batches;
}
