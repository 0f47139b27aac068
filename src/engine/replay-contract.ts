/**
 * What a second arrival of the same wish does. Every operation has exactly one contract, and everything that help,
 * OpenAPI, MCP hints and reference pages say about repeating a call is made from it here (P8).
 */
import { unreachable } from '../ledger/unreachable.ts';

export const replayContracts = [
  'by-key',
  'by-state',
  'by-value',
  'by-absence',
  'by-presence',
  'by-source',
] as const;

/**
 * - `by-key`: accumulates or multiplies, so only the key tells a repeat from a second wish.
 * - `by-state`: a compare-and-set; the loser is told the state it found.
 * - `by-value`: states a value; stating it again changes nothing.
 * - `by-absence`: makes what must not exist yet.
 * - `by-presence`: removes what must exist.
 * - `by-source`: a fact, recognised by who told it and by what makes it the same event.
 */
export type ReplayContract = (typeof replayContracts)[number];

/** Must callers at network doors send a key? */
export function requiresKey(contract: ReplayContract): boolean {
  return contract === 'by-key';
}

/** The sentence about repeating a call that stands in help, OpenAPI, tool descriptions and reference pages. */
export function describeReplay(contract: ReplayContract): string {
  const keyed =
    'With the same idempotency key a repeat answers "duplicate" with the first outcome and books nothing.';
  switch (contract) {
    case 'by-key':
      return `${keyed} Only the key tells a repeat from a new event: reuse the same key when you retry the same wish. A call without one is refused, or booked as new where keys are optional.`;
    case 'by-state':
      return `${keyed} Without a key a repeat finds the state already reached, answers "unchanged" and books nothing.`;
    case 'by-value':
      return `${keyed} Without a key a repeat of the newest value answers "unchanged"; a late repeat of an older value sets it again.`;
    case 'by-absence':
      return `${keyed} Without a key a repeat is refused "already_exists".`;
    case 'by-presence':
      return `${keyed} Without a key a repeat is refused "not_found".`;
    case 'by-source':
      return `${keyed} A repeat of the same source and source id is recognised without a key and books nothing.`;
    default:
      return unreachable(contract);
  }
}

/**
 * The hints that MCP clients see. Calling again with the same arguments has no further effect under every contract
 * but one: a by-key write whose key may be left out.
 */
export function hintsOf(
  contract: ReplayContract,
  options: { readonly destructive: boolean; readonly keyRequired: boolean },
) {
  return {
    readOnlyHint: false,
    destructiveHint: options.destructive,
    idempotentHint: contract !== 'by-key' || options.keyRequired,
    openWorldHint: false,
  } as const;
}
