import { optional } from '../../engine/field.ts';
import { textField } from '../../engine/field-kinds.ts';
import { accept, defineOperation, unchanged } from '../../engine/operation.ts';
import type { PortfolioSettings } from '../../ledger/portfolio.ts';
import { describeSettings, sameSettings, settingFields } from './portfolio-settings.ts';

const { base_currency, cost_method, overdraft, shorts, fees_in_cost } = settingFields;

/** Other rules for a portfolio. History is read by the new rules at once. */
export const setPortfolio = defineOperation({
  name: 'set_portfolio',
  summary: 'Change settings of a portfolio. Positions and gains are read by the new settings from then on.',
  fields: {
    base_currency: optional(base_currency),
    cost_method: optional(cost_method),
    overdraft: optional(overdraft),
    shorts: optional(shorts),
    fees_in_cost: optional(fees_in_cost),
    note: optional(textField('Free text kept with the entry', { lengthMax: 500, multiline: true })),
  },
  positional: [],
  refusals: [],
  replay: 'by-value',
  check: ({ note: _, ...settings }) =>
    Object.values(settings).some((value) => value !== undefined)
      ? []
      : [{ field: 'base_currency', found: null, message: 'Nothing to set. Give at least one setting.' }],
  reads: () => [],
  decide: (input, view, given) => {
    const before = view.settings;
    const settings: PortfolioSettings = {
      baseCurrency: input.base_currency ?? before.baseCurrency,
      costMethod: input.cost_method ?? before.costMethod,
      overdraft: input.overdraft ?? before.overdraft,
      shorts: input.shorts ?? before.shorts,
      feesInCost: input.fees_in_cost ?? before.feesInCost,
    };
    const described = describeSettings(settings);
    if (sameSettings(describeSettings(before), described)) return unchanged('same_value', described, true);
    const draft = {
      kind: 'portfolio',
      date: given.today,
      postings: [],
      legs: [],
      sets: [{ kind: 'portfolio', id: '', value: described }],
      flags: [],
    } as const;
    return accept([draft], { portfolio: settings });
  },
  examples: [
    { title: 'Allow an overdraft', input: { overdraft: 'allow' }, outcome: 'accepted' },
    {
      title: 'What is set already',
      given: [{ operation: 'set_portfolio', input: { cost_method: 'fifo' } }],
      input: { cost_method: 'fifo' },
      outcome: 'unchanged',
    },
    { title: 'Nothing to set', input: {}, outcome: 'invalid_input' },
  ],
});
