import type { CliWorld } from './cli-world.ts';

/** What the work gives, or undefined as soon as the user presses Ctrl-C. The work itself goes on or dies with the process. */
export async function untilInterrupted<Result>(
  world: CliWorld,
  work: Promise<Result>,
): Promise<Result | undefined> {
  let release = (): void => {};
  const interrupted = new Promise<undefined>((resolve) => {
    release = world.onInterrupt(() => resolve(undefined));
  });
  try {
    return await Promise.race([work, interrupted]);
  } finally {
    release();
    // Once nobody waits for it, its failure would otherwise end the process before the retry is printed.
    work.catch(() => undefined);
  }
}
