/** The stored text of an entry is damaged. Raised by reading, reported by `verify`. */
export class CorruptEntryError extends Error {
  constructor(text: string, reason: string) {
    super(`An entry cannot be read because ${reason}: ${text.slice(0, 200)}`);
    this.name = 'CorruptEntryError';
  }
}

/** What was found, for the reason of the error. */
export function quoteFound(value: unknown): string {
  return typeof value === 'string' || value === undefined ? `"${value}"` : JSON.stringify(value);
}
