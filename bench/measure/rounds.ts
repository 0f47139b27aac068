/**
 * Measuring on a machine that does other things too: everything that is compared takes its turn in every round, and
 * what is compared is the pair of one round.
 */

/** Runs every contestant once per round. The order moves on by one each round, so that none always comes first. */
export async function runRounds<Name extends string, Result>(
  rounds: number,
  contestants: Readonly<Record<Name, (round: number) => Promise<Result> | Result>>,
): Promise<Readonly<Record<Name, readonly Result[]>>> {
  const names = Object.keys(contestants) as Name[]; // the keys of the record are its names
  const results = Object.fromEntries(names.map((name) => [name, [] as Result[]])) as Record<Name, Result[]>; // as above
  for (let round = 0; round < rounds; round += 1) {
    for (let turn = 0; turn < names.length; turn += 1) {
      const name = names[(round + turn) % names.length];
      if (name !== undefined) results[name].push(await contestants[name](round));
    }
  }
  return results;
}

/** Each round's ratio of one to another. */
export function ratios(above: readonly number[], below: readonly number[]): readonly number[] {
  return above.map((value, round) => value / (below[round] ?? Number.NaN));
}

export function median(samples: readonly number[]): number {
  const sorted = samples.toSorted((left, right) => left - right);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? Number.NaN;
  return Number.isInteger(middle) ? ((sorted[middle - 1] ?? Number.NaN) + upper) / 2 : upper;
}

/** The value that so many of a hundred samples do not exceed. */
export function percentile(samples: readonly number[], percent: number): number {
  const sorted = samples.toSorted((left, right) => left - right);
  const at = Math.min(sorted.length - 1, Math.ceil((percent / 100) * sorted.length) - 1);
  return sorted[Math.max(0, at)] ?? Number.NaN;
}
