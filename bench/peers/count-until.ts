import { inFlight } from './peer.ts';

/** Calls per second of so many at once. Counting begins after half as long again, for warming up. */
export async function countUntil(
  milliseconds: number,
  call: () => Promise<void>,
  atOnce = inFlight,
): Promise<number> {
  const from = performance.now() + milliseconds / 2;
  const until = from + milliseconds;
  let counted = 0;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (performance.now() < until) {
        await call();
        const now = performance.now();
        if (now >= from && now < until) counted += 1;
      }
    }),
  );
  return (counted / milliseconds) * 1_000;
}
