/**
 * The text of an entry, divided between the columns of its row and a body that holds the rest. What stands in a column
 * is not repeated in the body, which about halves the size of the journal.
 *
 * Invariant (1): the text that comes out is the text that went in, character for character, because it is what the
 * hash covers. A text that would not come out, such as one in a form that a later release writes, is kept whole.
 */
import type { Account } from '../ledger/account.ts';
import type { Entry } from '../ledger/entry.ts';
import type { Posting } from '../ledger/posting.ts';
import { packAccount, unpackAccount } from './codec-value.ts';

/** What is left of the entry's text when its columns are taken out. */
export function packBody(entry: Entry, text: string): string {
  return cutBody(frameOf(entry, entry.postings), text) ?? `${wholeMark}${text}`;
}

/** The text that was kept whole, and therefore says everything by itself; undefined when the columns are needed. */
export function wholeText(body: string): string | undefined {
  return body.startsWith(wholeMark) ? body.slice(wholeMark.length) : undefined;
}

/** The text again, from the columns and the body. */
export function unpackBody(told: Told, postings: readonly ToldPosting[], body: string): string {
  return joinText(frameOf(told, postings), body);
}

/** JSON text holds no line break outside its strings, and inside them it is written as two characters. */
const partMark = '\n';
/** Stands before a text that is kept whole. No other body begins with it, because an input is never empty text. */
const wholeMark = '\n';

/**
 * The parts of the text that columns say, in their order. Between them stand the parts of the body: the
 * input before `postings`, legs and record changes before `reason`, flags before `brought`, and what is left.
 */
interface Frame {
  readonly head: string;
  readonly postings: string;
  readonly reason: string;
  readonly brought: string;
}

function joinText({ head, postings, reason, brought }: Frame, body: string): string {
  const [input = '', legs = '', flags = '', rest = ''] = body.split(partMark);
  return `${head}${input}${postings}${legs}${reason}${flags}${brought}${rest}}`;
}

/**
 * What `joinText` needs besides the frame to give this text back. Undefined when it cannot: when the frame's parts do not
 * stand in the text in their order, or a part of the body would be taken for something else.
 */
function cutBody({ head, postings, reason, brought }: Frame, text: string): string | undefined {
  const end = text.length - 1;
  if (!text.startsWith(head) || !text.endsWith('}') || text.includes(partMark)) return undefined;
  const postingsAt = postings === '' ? inputEnd(text, head.length) : text.indexOf(postings, head.length);
  const afterPostings = postingsAt + postings.length;
  const reasonAt = reason === '' ? end : text.lastIndexOf(reason);
  const afterReason = reasonAt + reason.length;
  const broughtAt = brought === '' ? end : text.indexOf(brought, afterReason);
  const afterBrought = broughtAt + brought.length;
  const inOrder =
    head.length < postingsAt && afterPostings <= reasonAt && afterReason <= broughtAt && afterBrought <= end;
  if (!inOrder) return undefined;
  const parts = [
    text.slice(head.length, postingsAt),
    text.slice(afterPostings, reasonAt),
    text.slice(afterReason, broughtAt),
    text.slice(afterBrought, end),
  ];
  while (parts.at(-1) === '') parts.pop();
  return parts.join(partMark);
}

/** Without postings behind it, the input ends where the next member that an entry can have begins. */
function inputEnd(text: string, from: number): number {
  const next = /\},"(?:legs|sets|reverses|identity|flags|import|fact|restates)":/g;
  next.lastIndex = from;
  const found = next.exec(text);
  return found === null ? text.length - 1 : found.index + 1;
}

/** What columns say about an entry, as the entry itself says it. */
export interface Told {
  readonly seq: number;
  readonly kind: string;
  readonly date: string;
  readonly instant?: string | undefined;
  readonly subject?: string | undefined;
  readonly account?: string | undefined;
  readonly recordedAt: string;
  readonly door: string;
  readonly actor: string;
  readonly operation: string;
  readonly key?: string | undefined;
  readonly reverses?: number | undefined;
  readonly identity?: string | undefined;
  readonly importId?: string | undefined;
}

export interface ToldPosting {
  readonly account: string;
  readonly currency: string;
  readonly amount: { readonly toString: () => string };
}

/** Texts that JSON would write with a backslash are not escaped here; an entry with one of them is kept whole. */
function frameOf(told: Told, postings: readonly ToldPosting[]): Frame {
  const { instant, subject, account, key, reverses, identity, importId } = told;
  const rows = postings.map((row) => `["${row.account}","${row.currency}","${row.amount.toString()}"]`);
  return {
    head:
      `{"seq":${told.seq},"kind":"${told.kind}","date":"${told.date}"` +
      (instant === undefined ? '' : `,"instant":"${instant}"`) +
      (subject === undefined ? '' : `,"subject":"${subject}"`) +
      (account === undefined ? '' : `,"account":"${account}"`) +
      `,"at":"${told.recordedAt}","door":"${told.door}","actor":"${told.actor}","operation":"${told.operation}"` +
      `${key === undefined ? '' : `,"key":"${key}"`},"input":`,
    postings: rows.length === 0 ? '' : `,"postings":[${rows.join(',')}]`,
    reason:
      (reverses === undefined ? '' : `,"reverses":${reverses}`) +
      (identity === undefined ? '' : `,"identity":"${identity}"`),
    brought: importId === undefined ? '' : `,"import":"${importId}"`,
  };
}

export function packPostings(postings: readonly Posting[]): string | null {
  if (postings.length === 0) return null;
  return postings
    .map(({ account, currency, amount }) => `${packAccount(account)} ${currency} ${amount}`)
    .join(',');
}

/** Postings as they stand in a row. Texts, because somebody may have put something else there. */
export function unpackPostings(packed: string | null): readonly PackedPosting[] {
  if (packed === null) return [];
  return packed.split(',').map((posting) => {
    const [code, currency = '', amount = ''] = posting.split(' ');
    return { account: unpackAccount(Number(code)), currency, amount };
  });
}

export interface PackedPosting {
  readonly account: Account;
  readonly currency: string;
  readonly amount: string;
}
