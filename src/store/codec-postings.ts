import type { PostingRow } from '../engine/store-protocol.ts';
import type { Currency } from '../money/currency.ts';
import { Decimal } from '../money/decimal.ts';
import { unpackPostings } from './codec-body.ts';
import { unpackDate } from './codec-value.ts';

/** The columns of an entry that its postings are read from. */
export interface PostingsRow {
  readonly seq: number;
  readonly date: number;
  readonly postings: string | null;
}

const amountPattern = /^-?\d+(?:\.\d+)?$/;

/** The postings that an entry's row holds. */
export function toPostingRows({ seq, date, postings }: PostingsRow): readonly PostingRow[] {
  return unpackPostings(postings).flatMap(({ account, currency, amount }, line) => {
    // One that somebody damaged is left out, so that `verify` finds its entry without it and goes on.
    if (!amountPattern.test(amount)) return [];
    return [
      {
        seq,
        line,
        account,
        currency: currency as Currency, // was one when it was written
        date: unpackDate(date),
        amount: Decimal.of(amount),
      },
    ];
  });
}
