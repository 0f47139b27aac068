/** For what a test takes for granted: stops it with a sentence. */
export function fail(message: string): never {
  throw new Error(message);
}
