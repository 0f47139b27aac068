/**
 * What tellings of one event say beside its identity: how much of a trade's amount is fee, and when in the day it
 * happened. Which of them counts follows from the set of tellings alone, never from the order in which they came (P3).
 *
 * Fee: one above zero beats none, because most sources without a column for it tell zero. Then by source: a person's
 * command, Alpaca, a file, a mail, anybody else. Then the greater.
 * Instant: one that is told beats none. Then by source: Alpaca, a file, a mail, anybody else; a person's command last,
 * because its instant is when it was typed. Then the earlier.
 *
 * Sources that tell of the same event several times (true twins) do not say which of their tellings belong together.
 * They are paired by content: the first of each source in the order of `compareDetails`, then the second, and so on.
 */
import { Decimal } from '../money/decimal.ts';
import type { EntryDraft } from './entry.ts';
import type { Fact } from './fact.ts';
import type { JsonObject } from './json-value.ts';
import type { Leg } from './leg.ts';
import type { Posting } from './posting.ts';
import { unreachable } from './unreachable.ts';

export interface EntryDetails {
  /** The part of a trade's amount that is fee; zero for any other kind of event. */
  readonly fee: Decimal;
  readonly instant?: string;
}

/** What one source says of one entry. */
export interface DetailTelling {
  readonly source: string;
  readonly details: EntryDetails;
}

/** The source under which what a command says is kept. */
export const commandSource = 'command';

/** The details that count, one for each of the equal events that the most talkative source tells of. */
export function findDetails(tellings: readonly DetailTelling[]): readonly EntryDetails[] {
  const bySource = new Map<string, DetailTelling[]>();
  for (const telling of tellings) {
    const others = bySource.get(telling.source);
    if (others === undefined) bySource.set(telling.source, [telling]);
    else others.push(telling);
  }
  const paired: DetailTelling[][] = [];
  for (const ofOne of bySource.values()) {
    for (const [index, telling] of ofOne.toSorted(compareTellings).entries())
      (paired[index] ??= []).push(telling);
  }
  return paired.map(bestOf);
}

/** Best first: the greater fee, then the earlier instant, and none at last. */
export function compareDetails(left: EntryDetails, right: EntryDetails): number {
  return right.fee.compare(left.fee) || compareTexts(left.instant ?? 'none', right.instant ?? 'none');
}

export function areSameDetails(left: EntryDetails, right: EntryDetails): boolean {
  return left.fee.equals(right.fee) && left.instant === right.instant;
}

/** What an entry says itself. */
export function detailsOf({ kind, instant, legs }: EntryDraft): EntryDetails {
  return toDetails(kind === 'trade' ? findFee(legs) : Decimal.zero, instant);
}

/** What a fact says. */
export function detailsOfFact(fact: Fact): EntryDetails {
  return toDetails(fact.kind === 'trade' ? fact.fee : Decimal.zero, fact.instant);
}

/** The same event with these details: cash and units stay, the fee takes its part of what was paid or received. */
export function withDetails(draft: EntryDraft, details: EntryDetails): EntryDraft {
  const { instant: _other, ...rest } = draft;
  const more = details.fee.minus(detailsOf(draft).fee);
  return {
    ...rest,
    ...(details.instant === undefined ? {} : { instant: details.instant }),
    legs: draft.kind === 'trade' ? draft.legs.map((leg) => moveToFee(leg, more)) : draft.legs,
  };
}

/** What lies between an entry and the same with other details: money that moves between trading and fee, no cash. */
export function postingsBetween(draft: EntryDraft, details: EntryDetails): readonly Posting[] {
  const more = details.fee.minus(detailsOf(draft).fee);
  const currency = draft.legs.flatMap((leg) => ('currency' in leg ? [leg.currency] : []))[0];
  if (currency === undefined || more.isZero()) return [];
  return [
    { account: 'equity:trading', currency, amount: more.negated() },
    { account: 'expenses:fee', currency, amount: more },
  ];
}

export function encodeDetails({ fee, instant }: EntryDetails): JsonObject {
  return { fee: fee.toString(), ...(instant === undefined ? {} : { instant }) };
}

export function decodeDetails({ fee, instant }: JsonObject): EntryDetails {
  return toDetails(
    typeof fee === 'string' ? Decimal.of(fee) : Decimal.zero,
    typeof instant === 'string' ? instant : undefined,
  );
}

function toDetails(fee: Decimal, instant: string | undefined): EntryDetails {
  return instant === undefined ? { fee } : { fee, instant };
}

function findFee(legs: readonly Leg[]): Decimal {
  const [fee = Decimal.zero] = legs.flatMap((leg) => ('fee' in leg ? [leg.fee] : []));
  return fee;
}

function moveToFee(leg: Leg, more: Decimal): Leg {
  switch (leg.kind) {
    case 'acquire':
      return { ...leg, cost: leg.cost.minus(more), fee: leg.fee.plus(more) };
    case 'dispose':
      return { ...leg, proceeds: leg.proceeds.plus(more), fee: leg.fee.plus(more) };
    case 'split':
    case 'return_of_capital':
    case 'target':
    case 'adjust':
    case 'income':
      return leg;
    default:
      return unreachable(leg);
  }
}

function bestOf(tellings: readonly DetailTelling[]): EntryDetails {
  const [byFee] = tellings.toSorted(
    (left, right) =>
      Number(left.details.fee.isZero()) - Number(right.details.fee.isZero()) ||
      rankOf(feeRanks, left) - rankOf(feeRanks, right) ||
      right.details.fee.compare(left.details.fee),
  );
  const [byInstant] = tellings
    .filter(({ details }) => details.instant !== undefined)
    .toSorted(
      (left, right) =>
        rankOf(instantRanks, left) - rankOf(instantRanks, right) ||
        compareTexts(left.details.instant ?? '', right.details.instant ?? ''),
    );
  return toDetails(byFee?.details.fee ?? Decimal.zero, byInstant?.details.instant);
}

/** Anybody else stands where the empty text does. */
const feeRanks = [commandSource, 'alpaca', 'file', 'mail', ''];
const instantRanks = ['alpaca', 'file', 'mail', '', commandSource];

/** A source begins with its door, as `file:utrade:U1` does. */
function rankOf(ranks: readonly string[], { source }: DetailTelling): number {
  const [door = ''] = source.split(':');
  return ranks.indexOf(ranks.includes(door) ? door : '');
}

function compareTellings(left: DetailTelling, right: DetailTelling): number {
  return compareDetails(left.details, right.details);
}

function compareTexts(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
