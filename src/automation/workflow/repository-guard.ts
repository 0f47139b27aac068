interface Operand {
  readonly kind: string;
  readonly path?: string;
  readonly value?: unknown;
}

/** A condition that asks for one repository keeps forks out; the repository that the file lies in is the one it names. */
export function namesRepository(comparison: {
  readonly operator: string;
  readonly left: Operand;
  readonly right: Operand;
}): boolean {
  const { operator, left, right } = comparison;
  const [path, literal] = left.kind === 'path' ? [left, right] : [right, left];
  return (
    operator === '==' &&
    repositoryPath.test(path.path ?? '') &&
    literal.kind === 'literal' &&
    literal.value !== ''
  );
}

const repositoryPath = /^(?:github|gitea|forgejo)\.(?:repository|repository_owner)$/;
