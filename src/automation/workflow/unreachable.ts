/** Ends a switch over a union: does not compile while a case is missing, and throws if data got past the types. */
export function unreachable(value: never): never {
  throw new Error(`Unexpected value ${JSON.stringify(value)}`);
}
