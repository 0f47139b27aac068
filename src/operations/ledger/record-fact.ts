import { choiceField, documentField, switchField, textField } from '../../engine/field-kinds.ts';
import { fieldProblem, type Values, withDefault } from '../../engine/field.ts';
import { defineOperation, type PortfolioView } from '../../engine/operation.ts';
import type { Fact } from '../../ledger/fact.ts';
import type { Instrument } from '../../ledger/instrument.ts';
import { decodeFact, encodeFact } from '../../ledger/fact-codec.ts';
import type { JsonObject } from '../../ledger/json-value.ts';
import { bookFact, readFact } from './book-fact.ts';
import type { Telling } from './fact-review.ts';
import { resolveInstrument } from './resolve-instrument.ts';

export const tellingFields = {
  source: textField('Door, format and account that tell of it', { lengthMax: 200, placeholder: 'SOURCE' }),
  source_id: textField("The source's own id, or content and occurrence", {
    lengthMax: 300,
    placeholder: 'ID',
  }),
  told: documentField<JsonObject>('The content as told', { read: (raw) => raw, print: (value) => value }),
};

export function tellingOf(input: Values<typeof tellingFields>): Telling {
  return { source: input.source, sourceId: input.source_id, told: input.told };
}

/** A fact that one of Fixpoint's own doors has read: a row of a file, later a mail or a broker's activity. */
export const recordFact = defineOperation({
  name: 'record_fact',
  summary: 'Record a fact that a door has read: an event as a source tells of it.',
  exposure: 'internal',
  fields: {
    ...tellingFields,
    fact: documentField('The event', {
      read: (raw) => decodeFact(raw) ?? fieldProblem('an event with all its members'),
      print: encodeFact,
    }),
    funding: withDefault(choiceField('Where its cash comes from and goes to', ['cash', 'external']), 'cash'),
    rebook: withDefault(switchField('Book again what was reversed here'), false),
  },
  positional: [],
  refusals: [],
  replay: 'by-source',
  *firstReads({ fact, source, source_id: sourceId }) {
    yield { kind: 'sighting', source, sourceId };
    if (hasInstrument(fact)) yield { kind: 'record', record: 'alias', id: fact.instrument };
  },
  reads: (input, view) => readFact(resolved(input.fact, view), tellingOf(input), input, view),
  decide: (input, view, given) => bookFact(resolved(input.fact, view), tellingOf(input), view, given, input),
  examples: [
    {
      title: 'A row of a file about money that came in',
      input: {
        source: 'file:utrade:U1',
        source_id: '92120597',
        told: { amount: '4876', ref: '92120597' },
        fact: { kind: 'cash', direction: 'in', amount: '4876', currency: 'USD', date: '2015-01-17' },
      },
      outcome: 'accepted',
      after: { cash: { USD: '4876' } },
    },
  ],
});

/** The event with its instrument's alias applied. */
function resolved(fact: Fact, view: PortfolioView): Fact {
  return hasInstrument(fact) ? { ...fact, instrument: resolveInstrument(view, fact.instrument) } : fact;
}

function hasInstrument(fact: Fact): fact is Extract<Fact, { readonly instrument: Instrument }> {
  return 'instrument' in fact && fact.instrument !== undefined;
}
