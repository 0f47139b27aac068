/** A place in a file; lines and columns count from 1, columns in UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export function comparePositions(left: Position, right: Position): number {
  return left.line - right.line || left.column - right.column;
}
