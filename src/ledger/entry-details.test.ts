import { describe, expect, it } from 'vitest';
import { buy, entryOf, sell, split } from '../../test/support/ledger-entries.ts';
import { Decimal } from '../money/decimal.ts';
import { liveEntries } from './entry.ts';
import { encodeLegs } from './entry-codec.ts';
import {
  decodeDetails,
  detailsOf,
  type DetailTelling,
  encodeDetails,
  findDetails,
  postingsBetween,
  withDetails,
} from './entry-details.ts';

/** Such as `file:A 5 14`: the source, the fee and the hour, if one is told. */
function telling(text: string): DetailTelling {
  const [source = '', fee = '', hour] = text.split(' ');
  const details = { fee: Decimal.of(fee), ...(hour === undefined ? {} : { instant: `2024-01-01T${hour}` }) };
  return { source, details };
}

function found(texts: readonly string[]): readonly string[] {
  return findDetails(texts.map(telling))
    .map(({ fee, instant }) => (instant === undefined ? `${fee}` : `${fee} at ${instant.slice(11)}`))
    .sort();
}

describe('the details that count', () => {
  it.each<readonly [string, readonly string[], readonly string[]]>([
    ['what the only source says', ['file:A 0'], ['0']],
    ['a fee rather than none', ['alpaca:live:A 0', 'somebody 2'], ['2']],
    ['a person before Alpaca', ['alpaca:live:A 1', 'command 2'], ['2']],
    ['Alpaca before a file', ['file:A 2', 'alpaca:live:A 1'], ['1']],
    ['a file before a mail', ['mail:A 2', 'file:A 1'], ['1']],
    ['a mail before anybody else', ['somebody 2', 'mail:A 1'], ['1']],
    ['the greater of two alike', ['file:A 1', 'file:B 2'], ['2']],
    ['a rebate rather than no fee', ['file:A 0', 'mail:A -1'], ['-1']],
    ['an instant rather than none', ['alpaca:live:A 1', 'somebody 0 15'], ['1 at 15']],
    ['the instant of Alpaca before the earlier one of a file', ['file:A 0 14', 'alpaca:x 0 15'], ['0 at 15']],
    ['the earlier instant of two alike', ['file:A 0 16', 'file:B 0 15'], ['0 at 15']],
    ['the instant of anybody before that of a command', ['command 3 10', 'somebody 0 15'], ['3 at 15']],
    ['each of one source as it is told', ['file:A 1', 'file:A 0 14'], ['0 at 14', '1']],
    ['twins paired by content', ['file:A 1', 'file:A 2', 'file:B 7', 'file:B 0'], ['1', '7']],
    ['as many as the source with the most', ['file:A 1', 'file:B 2', 'file:B 3'], ['2', '3']],
    ['nothing where nothing is told', [], []],
  ])('are %s', (_, texts, expected) => {
    expect(found(texts)).toEqual(expected);
    expect(found(texts.toReversed())).toEqual(expected);
  });
});

describe('an entry with other details', () => {
  const at = '2024-01-01T15:00:00.000Z';
  const fee = (text: string) => ({ fee: Decimal.of(text) });

  it('pays the same in all: a greater fee leaves less cost', () => {
    const entry = entryOf(1, '2024-01-01', [buy('10', '190', '1')]);
    expect(encodeLegs(withDetails(entry, fee('3')).legs)).toEqual([
      ['acquire', 'ACME', 'USD', '10', '1898', '3'],
    ]);
    expect(postingsBetween(entry, fee('3')).map(({ account, amount }) => `${account} ${amount}`)).toEqual([
      'equity:trading -2',
      'expenses:fee 2',
    ]);
  });

  it('receives the same in all: a greater fee means that the units brought more', () => {
    const entry = entryOf(1, '2024-01-01', [sell('10', '10', '1')]);
    expect(encodeLegs(withDetails(entry, fee('3')).legs)).toEqual([
      ['dispose', 'ACME', 'USD', '10', '102', '3'],
    ]);
    expect(postingsBetween(entry, fee('0')).map(({ account, amount }) => `${account} ${amount}`)).toEqual([
      'equity:trading 1',
      'expenses:fee -1',
    ]);
  });

  it('gets or loses its instant, and moves no money for that', () => {
    const entry = entryOf(1, '2024-01-01', [split(2n, 1n)], at);
    expect(withDetails(entry, fee('0')).instant).toBeUndefined();
    expect(withDetails(withDetails(entry, fee('0')), { ...fee('0'), instant: at })).toEqual(entry);
    expect(postingsBetween(entry, fee('0'))).toEqual([]);
  });

  it('has them as plain data too', () => {
    const details = { ...fee('1.5'), instant: at };
    expect(encodeDetails(details)).toEqual({ fee: '1.5', instant: at });
    expect(decodeDetails({ fee: '1.5', instant: at })).toEqual(details);
    expect(decodeDetails(encodeDetails(fee('0')))).toEqual(fee('0'));
  });
});

describe('live entries', () => {
  const original = entryOf(1, '2024-01-01', [buy('10', '190')]);
  const details = { fee: Decimal.of('2'), instant: '2024-01-01T15:00:00.000Z' };
  const restatement = {
    ...original,
    ...withDetails(original, details),
    seq: 2,
    kind: 'reclassification',
    restates: 1,
    postings: postingsBetween(original, details),
  } as const;
  const reversal = { ...restatement, seq: 3, kind: 'reversal', restates: undefined, reverses: 2 } as const;
  const { restates: _none, ...reversed } = reversal;

  it('have the details that they were last given', () => {
    const [live, ...more] = liveEntries([original, restatement]);
    expect(more).toEqual([]);
    expect(live).toMatchObject({ seq: 1, kind: 'trade', instant: details.instant });
    expect(live === undefined ? undefined : detailsOf(live)).toEqual(details);
    expect(live?.postings.map(({ account, amount }) => `${account} ${amount}`)).toEqual([
      'equity:trading -2',
      'expenses:fee 2',
    ]);
  });

  it('have their own again when what restated them is reversed', () => {
    expect(liveEntries([original, restatement, reversed])).toEqual([original]);
  });

  it('do not include what restates an entry that is not among them', () => {
    expect(liveEntries([restatement])).toEqual([]);
  });
});
