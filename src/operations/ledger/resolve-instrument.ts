import type { PortfolioView } from '../../engine/operation.ts';
import { type Instrument, parseInstrument } from '../../ledger/instrument.ts';
import { type Currency, parseCurrency } from '../../money/currency.ts';

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
