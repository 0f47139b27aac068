import { instrumentField } from '../../engine/field-kinds.ts';
import { defineOperation, refuse } from '../../engine/operation.ts';
import { eventFields } from './event-fields.ts';
import { stateValue } from './state-value.ts';

/** Another name for an instrument, for everything that is booked from then on. */
export const setAlias = defineOperation({
  name: 'set_alias',
  summary:
    'Let another name (an ISIN, an old ticker) stand for an instrument in what is recorded from then on.',
  fields: {
    alias: instrumentField('The other name'),
    instrument: instrumentField('The instrument it stands for'),
    note: eventFields.note,
  },
  positional: ['alias', 'instrument'],
  refusals: ['alias_loop'],
  replay: 'by-value',
  reads: ({ alias, instrument }) => [
    { kind: 'record', record: 'alias', id: alias },
    { kind: 'record', record: 'alias', id: instrument },
    { kind: 'record', record: 'aliased', id: alias },
  ],
  decide: ({ alias, instrument }, view, given) => {
    const chained = view.get({ kind: 'record', record: 'alias', id: instrument })?.['instrument'];
    const target = view.get({ kind: 'record', record: 'aliased', id: alias });
    if (alias === instrument || chained !== undefined || target !== undefined) {
      const message = `"${alias}" cannot stand for "${instrument}": an alias names an instrument that is no alias itself.`;
      return refuse('alias_loop', message, { field: 'instrument', found: instrument });
    }
    const decision = stateValue(view, {
      kind: 'alias',
      date: given.today,
      record: 'alias',
      id: alias,
      value: { alias, instrument },
    });
    if (decision.kind !== 'accept') return decision;
    // Remembers that the target is one, so that it cannot become an alias in turn.
    const aliased = { kind: 'aliased', id: instrument, value: { instrument } };
    return {
      ...decision,
      entries: decision.entries.map((draft) => ({ ...draft, sets: [...draft.sets, aliased] })),
    };
  },
  examples: [
    {
      title: 'An ISIN for a ticker',
      input: { alias: 'US0378331005', instrument: 'AAPL' },
      outcome: 'accepted',
    },
    {
      title: 'An alias of an alias',
      given: [{ operation: 'set_alias', input: { alias: 'APPL', instrument: 'AAPL' } }],
      input: { alias: 'APPLE', instrument: 'APPL' },
      outcome: 'alias_loop',
    },
  ],
});
