/** Every code by which a wish can be refused. Codes are facts about the world in snake_case and are never renamed. */
export const refusalCodes = [
  'invalid_input',
  'idempotency_key_required',
  'idempotency_key_invalid',
  'idempotency_key_reused',
  'portfolio_not_found',
  'already_exists',
  'not_found',
  'entry_not_found',
  'import_not_found',
  'review_not_found',
  'date_in_future',
  'insufficient_cash',
  'insufficient_units',
  'nothing_held',
  'net_mismatch',
  'alias_loop',
  'possible_duplicate',
  'split_already_recorded',
  'not_reversible',
  'reversal_blocked',
  'already_resolved',
  'incomplete_fact',
  'lease_lost',
] as const;

export type RefusalCode = (typeof refusalCodes)[number];
