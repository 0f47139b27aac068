/**
 * One batch in which operations of every kind of contract stand side by side: accumulating, stating, told by a source
 * and taking back; with keys and without, with repeated and with reused keys, with refusals between them.
 *
 * It is made so that sending all of it again, whole or after any part of it was booked, must end in the same books:
 * no price or holding is stated twice with different values, and what is refused at first stays refused at the end.
 */
import type { JsonObject } from '../../src/ledger/json-value.ts';
import type { Books } from './books.ts';

export interface BatchWish {
  readonly operation: string;
  readonly input: JsonObject;
  readonly key?: string;
  readonly importId?: string;
  /** What the first arrival must be answered with: the status, or the code of a refusal. */
  readonly answer: string;
  /** Only Fixpoint's own doors call it; a batch file cannot name it. */
  readonly internal?: true;
}

const purchase: JsonObject = {
  instrument: 'AAPL',
  units: '10',
  price: '190',
  fee: '1',
  currency: 'USD',
  on: '2024-01-03',
};
const closingPrice: JsonObject = { instrument: 'AAPL', price: '50', currency: 'USD', on: '2024-04-02' };
const reportedTrade: JsonObject = {
  side: 'buy',
  instrument: 'KO',
  units: '10',
  amount: '600',
  currency: 'USD',
  on: '2024-04-04',
};
const importedRow: JsonObject = {
  source: 'file:utrade:U1',
  source_id: '501',
  told: { amount: '250', ref: '501' },
  fact: { kind: 'cash', direction: 'in', amount: '250', currency: 'USD', date: '2024-04-08' },
};

/** The comments keep the cash in dollars. */
export const mixedBatch: readonly BatchWish[] = [
  // 10,000
  accepted('deposit', { amount: '10000', currency: 'USD', on: '2024-01-02' }, 'cash-1'),
  // 10,000 - 1,900 - 1 = 8,099
  accepted('buy', purchase, 'trade-1'),
  accepted(
    'record_existing_position',
    { instrument: 'VOO', units: '4', cost: '1600', currency: 'USD', on: '2024-01-01' },
    'existing-1',
  ),
  accepted(
    'record_dividend',
    { instrument: 'VOO', gross: '110', reinvest: true, units: '0.25', currency: 'USD', on: '2024-03-15' },
    'dividend-1',
  ),
  accepted('record_split', { instrument: 'AAPL', ratio: '4:1', on: '2024-04-01' }, 'split-1'),
  accepted('set_price', closingPrice),
  accepted('set_holding', {
    instrument: 'MSFT',
    units: '3',
    cost: '900',
    currency: 'USD',
    on: '2024-04-03',
  }),
  // 8,099 - 600 = 7,499
  accepted('record_external_trade', { ...reportedTrade, source: 'broker', source_id: 'T1' }),
  { operation: 'buy', input: purchase, key: 'trade-1', answer: 'duplicate' },
  { operation: 'buy', input: { ...purchase, units: '11' }, key: 'trade-1', answer: 'idempotency_key_reused' },
  {
    operation: 'buy',
    input: { instrument: 'NVDA', units: '1000', price: '900', currency: 'USD', on: '2024-04-05' },
    key: 'trade-2',
    answer: 'insufficient_cash',
  },
  // 7,499 + 500 = 7,999; it is entry 9, since the batch is the first thing in its books
  accepted('deposit', { amount: '500', currency: 'USD', on: '2024-04-05' }, 'cash-2'),
  // 7,999 - 500 = 7,499
  accepted('reverse_entry', { entry: 'ent_9' }, 'reversal-1'),
  { operation: 'reverse_entry', input: { entry: 'ent_9' }, answer: 'unchanged' },
  {
    operation: 'record_external_trade',
    input: { ...reportedTrade, source: 'statement', source_id: 'S1' },
    key: 'told-1',
    answer: 'matched',
  },
  // 7,499 + 250 = 7,749
  { operation: 'record_fact', input: importedRow, internal: true, answer: 'accepted' },
  { operation: 'record_fact', input: importedRow, internal: true, answer: 'unchanged' },
  // 7,749 + 480 = 8,229; a fifth of what the 40 units had cost goes: 380.20
  accepted(
    'sell',
    { instrument: 'AAPL', units: '8', price: '60', currency: 'USD', on: '2024-05-01' },
    'trade-3',
  ),
  // 8,229 - 100 = 8,129
  accepted(
    'convert_currency',
    { amount: '100', from: 'USD', received: '150', to: 'AUD', on: '2024-05-02' },
    'change-1',
  ),
  {
    operation: 'withdraw',
    input: { amount: '20000', currency: 'USD', on: '2024-05-02' },
    key: 'cash-3',
    answer: 'insufficient_cash',
  },
  { operation: 'set_price', input: closingPrice, answer: 'unchanged' },
  // 8,129 - 5 = 8,124
  accepted('record_fee', { amount: '5', currency: 'USD', on: '2024-05-03' }, 'fee-1'),
  { operation: 'deposit', input: { amount: '-1', on: '2024-05-03' }, key: 'cash-4', answer: 'invalid_input' },
];

/** The books after the whole batch, by hand from the comments above. */
export const mixedBooks: Books = {
  cash: { USD: '8124', AUD: '150' },
  holdings: {
    AAPL: { units: '32', cost: '1520.8', gain: '99.8' },
    KO: { units: '10', cost: '600', gain: '0' },
    MSFT: { units: '3', cost: '900', gain: '0' },
    VOO: { units: '4.25', cost: '1710', gain: '0' },
  },
};

/** How many entries and receipts the whole batch leaves: one for each booked wish, and for each key that booked or matched. */
export const mixedCounts = { entries: 14, receipts: 11 } as const;

function accepted(operation: string, input: JsonObject, key?: string): BatchWish {
  return { operation, input, ...(key === undefined ? {} : { key }), answer: 'accepted' };
}
