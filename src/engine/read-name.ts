import { unreachable } from '../ledger/unreachable.ts';
import type { Read } from './store-protocol.ts';

/** A text that is equal for equal reads of one portfolio. */
export function nameRead(read: Read): string {
  switch (read.kind) {
    case 'balance':
      return `balance ${read.account} ${read.currency}`;
    case 'units':
      return `units ${read.instrument}`;
    case 'record':
      return `record ${read.record} ${read.id}`;
    case 'matches':
      return `matches ${read.date} ${read.identity} ${read.subject}`;
    case 'portfolio':
    case 'portfolios':
    case 'balances':
    case 'instruments':
      return read.kind;
    case 'cash_days':
    case 'history':
    case 'entry':
    case 'sighting':
    case 'near':
    case 'sightings_of_entry':
    case 'entries_of_import':
    case 'records':
    case 'newest_record':
    case 'receipt':
    case 'entries':
    case 'newest_entries':
    case 'chain':
    case 'receipts':
    case 'sightings':
    case 'fold_cache':
      return JSON.stringify(read);
    default:
      return unreachable(read);
  }
}
