/** One step of the schema. Never edited once it was released: each store keeps the hash of the text it was made by. */
export interface Migration {
  /** 1, 2, 3… as in the other databases: the same number is the same step. */
  readonly number: number;
  readonly name: string;
  readonly sql: string;
}
