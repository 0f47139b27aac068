/** The end of a message about an unknown name: ` Did you mean "buy"?`, or nothing when no known name is near. */
export function suggestName(found: string, known: readonly string[]): string {
  const wanted = found.toLowerCase().replaceAll('_', '-');
  const near = known
    .map((name) => ({ name, distance: distanceOf(wanted, name) }))
    .filter(
      ({ name, distance }) => distance <= Math.max(1, Math.floor(Math.max(name.length, wanted.length) / 3)),
    )
    .sort((left, right) => left.distance - right.distance);
  const [best] = near;
  if (best === undefined) return '';
  const names = near.filter(({ distance }) => distance === best.distance).slice(0, suggestionsMax);
  return ` Did you mean ${names.map(({ name }) => `"${name}"`).join(' or ')}?`;
}

/** More than this is a list to read, not a hint. */
const suggestionsMax = 3;
/** Nobody mistypes a longer name; comparing would only take time. */
const comparedLengthMax = 64;

/** A name that begins with what was typed is nearest, then one that has it as a word: `key` for `idempotency-key`. */
function distanceOf(wanted: string, name: string): number {
  if (name.startsWith(wanted)) return 0.5;
  return name.replace(/^-+/, '').split('-').includes(wanted.replace(/^-+/, ''))
    ? 0.7
    : countEdits(wanted, name);
}

/** How many letters must be changed, added, removed or swapped with their neighbour. */
function countEdits(left: string, right: string): number {
  if (left.length > comparedLengthMax || right.length > comparedLengthMax) return comparedLengthMax;
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const same = left[row - 1] === right[column - 1];
      const swapped =
        row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      current.push(
        Math.min(
          at(last, column) + 1,
          at(current, column - 1) + 1,
          at(last, column - 1) + (same ? 0 : 1),
          swapped ? at(beforeLast, column - 2) + 1 : comparedLengthMax,
        ),
      );
    }
    beforeLast = last;
    last = current;
  }
  return at(last, right.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? comparedLengthMax;
}
