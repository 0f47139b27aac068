import type { Entry, EntryDraft } from '../../ledger/entry.ts';
import { mirrorPostings } from '../../ledger/posting.ts';

/** The mirror image of an entry, at its original's date. Its legs say whose units it takes out of the fold. */
export function draftReversal(entry: Entry): EntryDraft {
  return {
    kind: 'reversal',
    date: entry.date,
    ...(entry.subject === undefined ? {} : { subject: entry.subject }),
    ...(entry.account === undefined ? {} : { account: entry.account }),
    postings: mirrorPostings(entry.postings),
    legs: entry.legs,
    sets: [],
    reverses: entry.seq,
    flags: [],
  };
}
