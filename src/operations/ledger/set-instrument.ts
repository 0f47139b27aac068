import { currencyField, instrumentField, textField } from '../../engine/field-kinds.ts';
import { optional } from '../../engine/field.ts';
import { defineOperation } from '../../engine/operation.ts';
import { eventFields } from './event-fields.ts';
import { readInstrument, resolveInstrument } from './resolve-instrument.ts';
import { stateValue } from './state-value.ts';

/** What is known about an instrument. Members that are left out keep what they had. */
export const setInstrument = defineOperation({
  name: 'set_instrument',
  summary: "State an instrument's name, class, ISIN and the currency it is traded in.",
  fields: {
    instrument: instrumentField('The instrument'),
    name: optional(textField('Its full name', { lengthMax: 200, placeholder: 'NAME' })),
    class: optional(
      textField('Its class, such as equity, fund, bond or crypto', { lengthMax: 40, placeholder: 'CLASS' }),
    ),
    isin: optional(textField('Its ISIN', { lengthMax: 12, placeholder: 'ISIN' })),
    currency: optional(currencyField('Currency it is traded in')),
    note: eventFields.note,
  },
  positional: ['instrument'],
  refusals: [],
  replay: 'by-value',
  check: ({ isin }) =>
    isin === undefined || /^[A-Z]{2}[A-Z0-9]{9}[0-9]$/.test(isin)
      ? []
      : [
          {
            field: 'isin',
            found: isin,
            message: `"isin" is "${isin}". It must be twelve characters such as US0378331005.`,
          },
        ],
  firstReads: ({ instrument }) => readInstrument(instrument, undefined),
  *reads(input, view) {
    yield { kind: 'record', record: 'instrument', id: resolveInstrument(view, input.instrument) };
  },
  decide: (input, view, given) => {
    const id = resolveInstrument(view, input.instrument);
    const before = view.get({ kind: 'record', record: 'instrument', id });
    const value = {
      ...before,
      instrument: id,
      ...(input.name === undefined ? {} : { name: input.name }),
      ...(input.class === undefined ? {} : { class: input.class }),
      ...(input.isin === undefined ? {} : { isin: input.isin }),
      ...(input.currency === undefined ? {} : { currency: input.currency }),
    };
    return stateValue(view, { kind: 'instrument', date: given.today, record: 'instrument', id, value });
  },
  examples: [
    {
      title: 'A share with its name and currency',
      input: {
        instrument: 'AAPL',
        name: 'Apple Inc.',
        class: 'equity',
        isin: 'US0378331005',
        currency: 'USD',
      },
      outcome: 'accepted',
    },
    { title: 'An ISIN that is none', input: { instrument: 'AAPL', isin: 'apple' }, outcome: 'invalid_input' },
  ],
});
