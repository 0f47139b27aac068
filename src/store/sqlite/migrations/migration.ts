/** One step of the schema. Never edited once it was released: a test pins the checksum of its text. */
export interface Migration {
  /** 1, 2, 3… The store's `user_version` is the number of the last one it has. */
  readonly number: number;
  readonly name: string;
  readonly sql: string;
}
