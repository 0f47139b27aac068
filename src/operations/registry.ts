/** Every operation there is. A new verb is a file, its test and one line here; all surfaces follow. */
import type { Operation } from '../engine/operation.ts';
import { acceptReview } from './ledger/accept-review.ts';
import { addHolding } from './ledger/add-holding.ts';
import { adjustHolding } from './ledger/adjust-holding.ts';
import { assertBalance } from './ledger/assert-balance.ts';
import { beginImport } from './ledger/begin-import.ts';
import { buy } from './ledger/buy.ts';
import { convertCurrency } from './ledger/convert-currency.ts';
import { createPortfolio } from './ledger/create-portfolio.ts';
import { deleteHolding } from './ledger/delete-holding.ts';
import { deposit } from './ledger/deposit.ts';
import { dismissReview } from './ledger/dismiss-review.ts';
import { finishImport } from './ledger/finish-import.ts';
import { holdFact } from './ledger/hold-fact.ts';
import { linkReview } from './ledger/link-review.ts';
import { rebook } from './ledger/rebook.ts';
import { recordDividend } from './ledger/record-dividend.ts';
import { recordExistingPosition } from './ledger/record-existing-position.ts';
import { recordExternalTrade } from './ledger/record-external-trade.ts';
import { recordFact } from './ledger/record-fact.ts';
import { recordFee } from './ledger/record-fee.ts';
import { recordInterest } from './ledger/record-interest.ts';
import { recordReturnOfCapital } from './ledger/record-return-of-capital.ts';
import { recordSplit } from './ledger/record-split.ts';
import { reverseEntry } from './ledger/reverse-entry.ts';
import { reverseImport } from './ledger/reverse-import.ts';
import { sell } from './ledger/sell.ts';
import { setAlias } from './ledger/set-alias.ts';
import { setHolding } from './ledger/set-holding.ts';
import { setInstrument } from './ledger/set-instrument.ts';
import { setPortfolio } from './ledger/set-portfolio.ts';
import { setPrice } from './ledger/set-price.ts';
import { setRate } from './ledger/set-rate.ts';
import { withdraw } from './ledger/withdraw.ts';
import { withdrawFact } from './ledger/withdraw-fact.ts';

/** In the order in which help and reference pages list them. */
export const operations: readonly Operation[] = [
  createPortfolio,
  setPortfolio,
  deposit,
  withdraw,
  convertCurrency,
  buy,
  sell,
  recordExistingPosition,
  recordDividend,
  recordInterest,
  recordFee,
  recordSplit,
  recordReturnOfCapital,
  addHolding,
  setHolding,
  adjustHolding,
  deleteHolding,
  recordExternalTrade,
  reverseEntry,
  reverseImport,
  rebook,
  acceptReview,
  linkReview,
  dismissReview,
  setInstrument,
  setAlias,
  setPrice,
  setRate,
  assertBalance,
  recordFact,
  holdFact,
  withdrawFact,
  beginImport,
  finishImport,
];

const byName = new Map(operations.map((operation) => [operation.name, operation]));

/** By its name on the wire, `record_dividend`. */
export function findOperation(name: string): Operation | undefined {
  return byName.get(name);
}
