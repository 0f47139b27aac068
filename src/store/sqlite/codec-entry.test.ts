import { describe, expect, it } from 'vitest';
import { depositEntry } from '../../../test/support/hand-built-appends.ts';
import { buy } from '../../../test/support/ledger-entries.ts';
import type { Entry } from '../../ledger/entry.ts';
import { encodeEntry } from '../../ledger/entry-codec.ts';
import { type EntryRow, packEntry, restoreText, unpackJournalEntry } from './codec-entry.ts';

const bare: Entry = { ...depositEntry('100', '2026-05-01'), seq: 7 };

describe('an entry as a row (1)', () => {
  it.each<readonly [string, Partial<Entry>, string]>([
    ['a plain deposit', {}, '{"amount":"100","currency":"USD"}'],
    [
      'one with a key and an identity',
      { key: 'k', identity: '00000000000000a1' },
      '{"amount":"100","currency":"USD"}',
    ],
    ['one without postings', { postings: [] }, '{"amount":"100","currency":"USD"}'],
    [
      'one without postings, with legs',
      { postings: [], legs: [buy('1', '2')] },
      '{"amount":"100","currency":"USD"}\n,"legs":[["acquire","ACME","USD","1","2","0"]]',
    ],
    [
      'one with flags and without identity',
      { flags: ['oversold'] },
      '{"amount":"100","currency":"USD"}\n,"flags":["oversold"]',
    ],
    [
      'a reversal',
      { reverses: 3, legs: [buy('1', '2')] },
      '{"amount":"100","currency":"USD"}\n,"legs":[["acquire","ACME","USD","1","2","0"]]',
    ],
    [
      'one that restates another',
      { restates: 3, legs: [buy('1', '2')] },
      '{"amount":"100","currency":"USD"}\n,"legs":[["acquire","ACME","USD","1","2","0"]],"restates":3',
    ],
    [
      'one that restates another and has nothing else',
      { restates: 3, postings: [] },
      '{"amount":"100","currency":"USD"}\n,"restates":3',
    ],
    [
      'an imported fact',
      { importId: 'imp_1', fromFact: true, identity: '00000000000000a1' },
      '{"amount":"100","currency":"USD"}\n\n\n,"fact":1',
    ],
    [
      'a fact by no import',
      { fromFact: true, flags: ['oversold'], identity: '00000000000000a1' },
      '{"amount":"100","currency":"USD"}\n\n,"flags":["oversold"],"fact":1',
    ],
    [
      'an input that says the identity too',
      { identity: '00000000000000a1', input: { of: { at: 1, identity: '00000000000000a1' } } },
      '{"of":{"at":1,"identity":"00000000000000a1"}}',
    ],
    [
      'an input that looks like what comes after it',
      { postings: [], input: { x: '},"legs":', y: { legs: 1 } } },
      '{"x":"},\\"legs\\":","y":{"legs":1}}',
    ],
  ])('keeps in the body of %s only what no column says', (_, members, body) => {
    const entry = { ...bare, ...members };
    const text = encodeEntry(entry);
    expect(packEntry(entry, text).body).toBe(body);
    expect(restoreText(rowOf(entry, text))).toBe(text);
    expect(unpackJournalEntry(rowOf(entry, text)).entry).toEqual(entry);
  });

  it.each<readonly [string, Entry, string]>([
    ['a text of another form', bare, encodeEntry(bare).replace('"seq":7', '"form":2,"seq":7')],
    ['a text that says another number', bare, encodeEntry({ ...bare, seq: 8 })],
    [
      'a text that must be escaped',
      { ...bare, actor: 'the "bank"' },
      encodeEntry({ ...bare, actor: 'the "bank"' }),
    ],
    ['a text without an end', bare, encodeEntry(bare).slice(0, -1)],
    ['a text with line breaks', bare, JSON.stringify(JSON.parse(encodeEntry(bare)), null, 1)],
    ['a text with a line break inside', bare, encodeEntry(bare).replace('"input":{', '"input":{\n')],
    [
      'a text that says the identity in its input only',
      { ...bare, identity: '00000000000000a1' },
      encodeEntry({ ...bare, input: { of: { at: 1, identity: '00000000000000a1' } } }),
    ],
    ['no text at all', bare, ''],
  ])('keeps %s whole', (_, entry, text) => {
    expect(packEntry(entry, text).body).toBe(`\n${text}`);
    expect(restoreText(rowOf(entry, text))).toBe(text);
  });
});

/** The row as `entryColumns` would select it. */
function rowOf(entry: Entry, text: string): EntryRow {
  const packed = packEntry(entry, text);
  const asSelected = (value: bigint | string) => (typeof value === 'bigint' ? Number(value) : value);
  return {
    ...entry,
    date: packed.date,
    instant: packed.instant === null ? null : asSelected(packed.instant),
    recorded_at: asSelected(packed.recordedAt),
    subject: entry.subject ?? null,
    account: entry.account ?? null,
    key: packed.key,
    reverses: entry.reverses ?? null,
    identity: packed.identity,
    import: entry.importId ?? null,
    postings: packed.postings,
    body: packed.body,
    reversed_by: null,
  };
}
