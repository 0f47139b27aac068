/**
 * Checks the books against themselves. Everything derived is derived again: the hash chain from the stored texts, the
 * postings and balances from the entries, units from the history; and every receipt and sighting must name an entry
 * that exists. An anchor kept elsewhere shows whether history was rewritten since.
 */
import { optional } from '../engine/field.ts';
import { textField } from '../engine/field-kinds.ts';
import { defineQuery } from '../engine/query.ts';
import { loadFact, type StoreScript } from '../engine/store-protocol.ts';
import type { PortfolioName } from '../ledger/portfolio.ts';
import { countAnchored, verifyAnchor } from './verify-anchor.ts';
import { verifyJournal } from './verify-journal.ts';
import { verifyProjections } from './verify-projections.ts';
import { verifyReceipts, verifySightings } from './verify-receipts.ts';

/** One thing that is not as it must be. */
export interface Problem {
  readonly check: string;
  readonly message: string;
}

/** A damaged store could have a problem in every row; reading stops here. */
const problemsMax = 100;

export const verify = defineQuery({
  name: 'verify',
  summary:
    'Recompute the books from the journal and report every difference; compare with an anchor if one is given.',
  fields: {
    anchor: optional(
      textField('An anchor as the anchor question printed it', {
        lengthMax: 2_000,
        placeholder: 'FILE',
        multiline: true,
      }),
    ),
  },
  positional: [],
  body: {
    type: 'object',
    properties: {
      ok: { type: 'boolean' },
      entries: { type: 'integer' },
      receipts: { type: 'integer' },
      problems: { type: 'array', items: { type: 'object' } },
    },
    required: ['ok', 'entries', 'receipts', 'problems'],
  },
  table: {
    rows: 'problems',
    columns: [
      { member: 'check', title: 'Check' },
      { member: 'message', title: 'Problem' },
    ],
    whenEmpty: 'The books are in order.',
  },
  *answer({ anchor }, { portfolio }) {
    const problems: Problem[] = [];
    const report = (check: string, message: string): void => {
      if (problems.length < problemsMax) problems.push({ check, message });
    };
    const hashAfter = anchor === undefined ? undefined : countAnchored(anchor);
    const journal = yield* verifyJournal(portfolio, report, hashAfter);
    yield* verifyHead(portfolio, journal.head, journal.entries, report);
    yield* verifyProjections(portfolio, journal, report);
    const receipts = yield* verifyReceipts(portfolio, journal, report);
    yield* verifySightings(portfolio, journal, report);
    if (anchor !== undefined) verifyAnchor(anchor, portfolio, journal, report);
    const ok = problems.length === 0;
    const found = problems.map(({ check, message }) => ({ check, message }));
    const body = { ok, portfolio, entries: journal.entries, receipts, head: journal.head, problems: found };
    return { kind: 'answer', body, failed: !ok };
  },
  examples: [{}],
});

function* verifyHead(
  portfolio: PortfolioName,
  head: string,
  entries: number,
  report: (check: string, message: string) => void,
): StoreScript<void> {
  const state = yield* loadFact(portfolio, { kind: 'portfolio' });
  if (state === undefined) return;
  if (state.seq !== entries)
    report('sequence', `The portfolio counts ${state.seq} entries and the journal has ${entries}.`);
  if (state.head !== head)
    report('chain', `The portfolio's head is ${state.head} and the journal's is ${head}.`);
}
