import type Database from 'better-sqlite3';

/**
 * A statement that is prepared when it is first needed and kept for the life of its connection: a command that asks
 * for one balance does not pay for forty statements, and no statement is ever collected while its connection is open.
 *
 * `Row` is what the columns of the statement hold; the schema's STRICT tables make it so.
 */
export function prepareOnce<Parameters extends unknown[], Row = never>(
  db: Database.Database,
  sql: string,
): () => Database.Statement<Parameters, Row> {
  let statement: Database.Statement<Parameters, Row> | undefined;
  return () => {
    statement ??= db.prepare<Parameters, Row>(sql);
    return statement;
  };
}
