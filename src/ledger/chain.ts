/**
 * The hash chain of a portfolio: each entry's hash covers its own stored text and the hash before it, so rewriting
 * any entry changes every later hash. Comparing the head with an anchor kept elsewhere shows deliberate rewriting.
 */
import { hash } from 'node:crypto';

/** 64 hexadecimal digits. */
export type ChainHash = string;

/** The head of a portfolio that has no entries yet. */
export const chainStart: ChainHash = '0'.repeat(64);

export function nextChainHash(previous: ChainHash, entryText: string): ChainHash {
  // Made in one call, because three updates of a hash object take more than twice as long as the hashing itself.
  return hash('sha256', `${previous}\n${entryText}`, 'hex');
}
