import { describe, expect, it } from 'vitest';
import { CorruptEntryError } from './corrupt-entry-error.ts';
import { decodeEntry } from './decode-entry.ts';

const head = '"seq":1,"kind":"trade","date":"2026-05-01","at":"2026-05-01T12:00:00.000Z","door":"cli"';
const whole = `{${head},"actor":"ann","operation":"buy","input":{}`;

describe('the text of an entry', () => {
  it.each([
    ['[]', 'it is not an object'],
    [`{${head},"operation":"buy","input":{}}`, '"actor" is missing or of another type'],
    [`${whole},"key":5}`, '"key" is missing or of another type'],
    [`${whole.replace('2026-05-01"', '2026-02-30"')}}`, '"date" is missing or of another type'],
    [`${whole.replace('trade', 'gift')}}`, '"gift" is not one of portfolio, instrument'],
    [`${whole},"postings":[["assets:gold","USD","1"]]}`, '"assets:gold" is no account'],
    [`${whole},"postings":[["assets:cash","$","1"]]}`, '"$" is no currency'],
    [`${whole},"postings":[["assets:cash","USD","1e3"]]}`, '"1e3" is no amount'],
    [`${whole},"postings":[["assets:cash","USD"]]}`, 'an amount is missing'],
    [`${whole},"legs":[["give","ACME","USD","1"]]}`, '"give" is no kind of leg'],
    [`${whole},"legs":[["acquire"," ","USD","1","1","0"]]}`, '" " is no instrument'],
    [`${whole},"sets":[["alias",1,{}]]}`, 'a record change is incomplete'],
  ])('%s is refused because of what is wrong in it', (text, reason) => {
    expect(() => decodeEntry(text)).toThrow(CorruptEntryError);
    expect(() => decodeEntry(text)).toThrow(`An entry cannot be read because ${reason}`);
  });
});
