/**
 * Feeds a script the replies it asks for. SQLite answers synchronously, so that nothing can come between two steps of
 * a transaction; PostgreSQL asynchronously. The script is the same.
 */
import type { StoreReply, StoreRequest, StoreScript } from './store-protocol.ts';

export function runSync<Result>(
  script: StoreScript<Result>,
  answer: (request: StoreRequest) => StoreReply,
): Result {
  let step = script.next();
  while (step.done !== true) step = script.next(answer(step.value));
  return step.value;
}

export async function runAsync<Result>(
  script: StoreScript<Result>,
  answer: (request: StoreRequest) => Promise<StoreReply>,
): Promise<Result> {
  let step = script.next();
  while (step.done !== true) step = script.next(await answer(step.value));
  return step.value;
}
