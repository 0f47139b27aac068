/** Where the surface tells what happened. Entries carry no token, key or body. */
export interface HttpLogger {
  readonly info: (entry: object) => void;
  readonly warn: (entry: object) => void;
  readonly error: (entry: object) => void;
}
