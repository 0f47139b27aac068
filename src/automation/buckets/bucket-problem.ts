/** Why something is no bucket, no key, no zone or no instant. Returned, never thrown. */
export interface BucketProblem {
  readonly kind: 'problem';
  /** Stable; programs may depend on it. */
  readonly code: BucketProblemCode;
  /** What was found and what to write instead. */
  readonly message: string;
}

export type BucketProblemCode =
  | 'unknown_kind'
  | 'rolling_window'
  | 'unknown_zone'
  | 'bad_fiscal_year'
  | 'bad_instant'
  | 'slot_not_whole_second'
  | 'out_of_range'
  | 'bad_key'
  | 'no_such_window'
  | 'bad_suffix'
  | 'bad_sha';

export function bucketProblem(code: BucketProblemCode, message: string): BucketProblem {
  return { kind: 'problem', code, message };
}
