/**
 * - `good`: as it should be.
 * - `warning`: works, but something is not as safe as it could be, or cannot be seen from here.
 * - `bad`: what was answered can be lost or rewritten, or the store cannot be used.
 */
export type Grade = 'good' | 'warning' | 'bad';

/** One thing that `doctor` looked at. */
export interface Finding {
  /** A name that programs may look for. */
  readonly check: string;
  readonly grade: Grade;
  readonly found: string;
  /** What to do; said where the grade is not `good`. */
  readonly advice?: string;
}

export interface Examination {
  readonly findings: readonly Finding[];
  /** Could the store be used at all? */
  readonly isReachable: boolean;
}

export function good(check: string, found: string): Finding {
  return { check, grade: 'good', found };
}

export function warning(check: string, found: string, advice: string): Finding {
  return { check, grade: 'warning', found, advice };
}

export function bad(check: string, found: string, advice: string): Finding {
  return { check, grade: 'bad', found, advice };
}
