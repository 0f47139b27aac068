/** What is held: a ticker, ISIN, fund code or a free name, after aliases. Upper and lower case are kept apart. */
export type Instrument = string & { readonly __brand: 'Instrument' };

/** 1 to 64 visible characters with single spaces inside (`600519.SH`, `US0378331005`, `Penthouse Apartment`). */
export function parseInstrument(text: string): Instrument | undefined {
  if (text.length < 1 || text.length > 64) return undefined;
  if (text !== text.trim() || / {2}/.test(text) || /[\p{C}]/u.test(text)) return undefined;
  return text as Instrument; // brand: made only here
}
