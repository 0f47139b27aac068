/**
 * One activity of Ghostfolio, whether it stands in JSON or CSV. Ghostfolio tells no amounts: what moved is quantity ×
 * unit price and the fee. Comments and tags are the user's own and the data source says where prices come from; none
 * of them is content.
 */
import { unreachable } from '../../../ledger/unreachable.ts';
import { Decimal } from '../../../money/decimal.ts';
import { toFileRow, toTold } from '../file-row.ts';
import type { FileRow, FormatOptions, ParsedFile, RowEvent } from '../format.ts';
import type { DateOrder } from '../read-date.ts';
import { toDividend, toFee, toInterest, toTrade } from '../row-events.ts';
import type { RowParts } from '../row-events.ts';
import type { RowReader } from '../row-reader.ts';

export class GhostfolioActivities {
  readonly #options: FormatOptions;
  readonly #order: DateOrder;
  readonly #accounts: readonly string[];

  /** `readers` are those of all activities of the file: accounts count only together. */
  constructor(options: FormatOptions, order: DateOrder, readers: Iterable<RowReader>) {
    this.#options = options;
    this.#order = order;
    const accounts = new Set<string>();
    for (const reader of readers) accounts.add(reader.peek('account'));
    accounts.delete('');
    this.#accounts = [...accounts];
  }

  /** Adds what accounts the file names. */
  complete(parsed: ParsedFile): ParsedFile {
    return parsed.kind === 'rows' && this.#accounts.length > 0
      ? { ...parsed, accounts: this.#accounts }
      : parsed;
  }

  /** Fields: date, type, symbol, currency, quantity, unitPrice, fee, account, id. */
  readRow(reader: RowReader): FileRow | undefined {
    const printed = reader.date('date', { order: this.#order, zone: this.#options.zone ?? 'UTC' });
    const type = readType(reader);
    const currency = reader.currency('currency', this.#options.currency);
    const instrument = reader.instrument('symbol');
    const account = reader.text('account');
    const sourceId = reader.text('id');
    const isTrade = type === 'BUY' || type === 'SELL';
    const units = reader.unsignedAmount('quantity');
    const price = isTrade ? reader.unsignedAmount('unitPrice') : reader.amount('unitPrice');
    const fee = (type === 'FEE' ? reader.amount('fee') : reader.unsignedAmount('fee')) ?? Decimal.zero;
    if (printed === undefined || type === undefined) return undefined;

    const { date, time, instant } = printed;
    const parts = {
      date,
      instant,
      account: this.#accountOf(account),
      currency,
      instrument,
      units,
      price,
      fee,
    };
    const event = toEvent(type, parts);
    const told = toTold({
      date,
      time,
      type,
      symbol: instrument,
      currency: reader.peek('currency') === '' ? undefined : currency,
      quantity: units,
      unitPrice: price,
      fee,
      account,
    });
    return toFileRow(reader, { sourceId, told, event });
  }

  /**
   * One account in Ghostfolio is the whole portfolio here, and naming it would only keep its facts from matching those
   * of other sources. Of several accounts each fact must name its own, or twins in two accounts would look like one.
   */
  #accountOf(account: string | undefined): string | undefined {
    return this.#options.account ?? (this.#accounts.length > 1 ? account : undefined);
  }
}

const activityTypes = ['BUY', 'SELL', 'DIVIDEND', 'INTEREST', 'FEE'] as const;
type ActivityType = (typeof activityTypes)[number];

function readType(reader: RowReader): ActivityType | undefined {
  const text = reader.requiredText('type')?.toUpperCase();
  const type = activityTypes.find((known) => known === text);
  if (text === undefined || type !== undefined) return type;
  if (text === 'ITEM' || text === 'LIABILITY') {
    return reader.refuse(
      'unsupported_type',
      'type',
      `${text} moves no cash and no units of a position, so it cannot be booked. Remove it from the file; a thing you own can be recorded as an existing position.`,
    );
  }
  return reader.refuse(
    'unknown_type',
    'type',
    `The type ${JSON.stringify(reader.peek('type'))} is not known. Known are ${activityTypes.join(', ')}.`,
  );
}

function toEvent(type: ActivityType, parts: RowParts): RowEvent {
  switch (type) {
    case 'BUY':
      return toTrade(parts, 'buy');
    case 'SELL':
      return toTrade(parts, 'sell');
    case 'DIVIDEND':
      // What Ghostfolio calls the fee of a dividend is what was taken off on its way, which is nearly always tax.
      return toDividend(parts, parts.fee, 'paid');
    case 'INTEREST':
      return toInterest(parts);
    case 'FEE':
      // The symbol of a fee is the name of the fee, not something that is held.
      return toFee({ ...parts, instrument: undefined }, 'fee');
    default:
      return unreachable(type);
  }
}
