import type { InputProblem } from '../../engine/field.ts';
import type { Outcome } from '../../engine/outcome.ts';

type Refused = Extract<Outcome, { readonly status: 'refused' }>;

/** What a wrong command line is answered with: the same as a hub answers to wrong fields. */
export function refuseInput(
  base: { readonly operation: string; readonly portfolio: string; readonly key: string | undefined },
  problems: readonly InputProblem[],
): Refused {
  const { operation, portfolio, key } = base;
  return {
    status: 'refused',
    operation,
    portfolio,
    ...(key === undefined ? {} : { idempotency_key: key }),
    code: 'invalid_input',
    ...explainProblems(problems),
  };
}

/** The message and detail of `invalid_input`. */
export function explainProblems(problems: readonly InputProblem[]): Pick<Refused, 'message' | 'detail'> {
  return {
    message: problems.map(({ message }) => message).join(' '),
    detail: {
      field: problems[0]?.field ?? null,
      problems: problems.map(({ field, found, message }) => ({ field, found, message })),
    },
  };
}
