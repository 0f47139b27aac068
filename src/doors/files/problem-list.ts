import { problemsMax } from './format.ts';
import type { ParsedFile, RowProblem } from './format.ts';

/** Collects what is wrong with a file. Keeps the first `problemsMax` and counts the rest. */
export class ProblemList {
  readonly #kept: RowProblem[] = [];
  #uncounted = 0;
  #uncountedLine = 1;

  get isEmpty(): boolean {
    return this.#kept.length === 0;
  }

  add(problem: RowProblem): void {
    if (this.#kept.length < problemsMax) {
      this.#kept.push(problem);
      return;
    }
    if (this.#uncounted === 0) this.#uncountedLine = problem.line;
    this.#uncounted += 1;
  }

  /** The refusal of the file: by line, and within a line as found. Call it only when the list is not empty. */
  toParsedFile(): ParsedFile {
    const problems = [...this.#kept].sort((left, right) => left.line - right.line);
    if (this.#uncounted > 0) problems.push(describeRest(this.#uncounted, this.#uncountedLine));
    return { kind: 'problems', problems };
  }
}

function describeRest(count: number, line: number): RowProblem {
  const rest = count === 1 ? 'There is 1 more problem' : `There are ${count} more problems`;
  return { line, code: 'more_problems', message: `${rest}. Mend these first and import the file again.` };
}
