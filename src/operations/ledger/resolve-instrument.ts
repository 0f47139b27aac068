import type { PortfolioView } from '../../engine/operation.ts';
import type { Read } from '../../engine/store-protocol.ts';
import { type Instrument, parseInstrument } from '../../ledger/instrument.ts';
import { type Currency, parseCurrency } from '../../money/currency.ts';

/** What `resolveInstrument` and `currencyOf` look at, as far as the input tells: an alias may lead to another instrument. */
export function* readInstrument(name: Instrument, currency: Currency | undefined): Iterable<Read> {
  yield { kind: 'record', record: 'alias', id: name };
  if (currency !== undefined) return;
  yield { kind: 'record', record: 'instrument', id: name };
  yield { kind: 'units', instrument: name };
}

/** The instrument that a name stands for: its alias's target, or itself. Aliases never chain. */
export function resolveInstrument(view: PortfolioView, name: Instrument): Instrument {
  const target = view.get({ kind: 'record', record: 'alias', id: name })?.['instrument'];
  const instrument = typeof target === 'string' ? parseInstrument(target) : undefined;
  return instrument ?? name;
}

/**
 * The currency an instrument is traded in when none is given: as set for it, else the one it is held in, else the
 * portfolio's base currency.
 */
export function currencyOf(
  view: PortfolioView,
  instrument: Instrument,
  given: Currency | undefined,
): Currency {
  if (given !== undefined) return given;
  const set = view.get({ kind: 'record', record: 'instrument', id: instrument })?.['currency'];
  const currency = typeof set === 'string' ? parseCurrency(set) : undefined;
  if (currency !== undefined) return currency;
  const held = [...view.get({ kind: 'units', instrument }).units].filter(([, units]) => !units.isZero());
  const [only, another] = held;
  return only !== undefined && another === undefined ? only[0] : view.settings.baseCurrency;
}
