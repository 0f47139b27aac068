/**
 * The known names that look most like a name that is not known, best first; none when nothing is near.
 *
 * Likeness is the share of letter pairs that two names have in common, so that `Berlin` finds `Europe/Berlin`
 * although most of its letters are missing.
 */
export function nearestNames(found: string, known: readonly string[]): readonly string[] {
  const wanted = pairsOf(found);
  return known
    .map((name) => ({ name, likeness: shareOf(wanted, pairsOf(name)) }))
    .filter(({ likeness }) => likeness >= likenessMin)
    .toSorted((left, right) => right.likeness - left.likeness)
    .slice(0, namesMax)
    .map(({ name }) => name);
}

/** The end of a message about an unknown name: ` Did you mean Europe/Berlin?`, or nothing. */
export function suggestNames(found: string, known: readonly string[]): string {
  const [best] = nearestNames(found, known);
  return best === undefined ? '' : ` Did you mean ${best}?`;
}

/** Lower suggests names that have only an ending in common; higher misses two swapped letters in a short name. */
const likenessMin = 0.5;
const namesMax = 3;
/** Nobody mistypes a longer name; comparing would only take time. */
const comparedLengthMax = 64;

function pairsOf(name: string): readonly string[] {
  const letters = name.slice(0, comparedLengthMax).toLowerCase().replaceAll(/[ _-]/g, '_');
  return Array.from({ length: Math.max(0, letters.length - 1) }, (_, at) => letters.slice(at, at + 2));
}

function shareOf(left: readonly string[], right: readonly string[]): number {
  const rest = [...right];
  let shared = 0;
  for (const pair of left) {
    const at = rest.indexOf(pair);
    if (at === -1) continue;
    rest.splice(at, 1);
    shared += 1;
  }
  const all = left.length + right.length;
  return all === 0 ? 0 : (2 * shared) / all;
}
