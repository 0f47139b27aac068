import { withDefault } from '../../engine/field.ts';
import { textField } from '../../engine/field-kinds.ts';
import { optional } from '../../engine/field.ts';
import { accept, defineOperation, refuse } from '../../engine/operation.ts';
import type { PortfolioSettings } from '../../ledger/portfolio.ts';
import { describeSettings, settingFields } from './portfolio-settings.ts';

const { base_currency, cost_method, overdraft, shorts, fees_in_cost } = settingFields;

/** A new, empty portfolio. */
export const createPortfolio = defineOperation({
  name: 'create_portfolio',
  summary: 'Make a portfolio with its base currency and the rules by which its books are kept.',
  fields: {
    base_currency: withDefault(base_currency, 'USD'),
    cost_method: withDefault(cost_method, 'average'),
    overdraft: withDefault(overdraft, 'refuse'),
    shorts: withDefault(shorts, 'refuse'),
    fees_in_cost: withDefault(fees_in_cost, true),
    note: optional(textField('Free text kept with the entry', { lengthMax: 500, multiline: true })),
  },
  positional: [],
  refusals: ['already_exists'],
  replay: 'by-absence',
  makesPortfolio: true,
  reads: () => [],
  decide: (input, view, given) => {
    if (view.exists) {
      const message = `The portfolio "${view.name}" exists already. Change its settings with set_portfolio.`;
      return refuse('already_exists', message, { portfolio: view.name });
    }
    const settings: PortfolioSettings = {
      baseCurrency: input.base_currency,
      costMethod: input.cost_method,
      overdraft: input.overdraft,
      shorts: input.shorts,
      feesInCost: input.fees_in_cost,
    };
    const draft = {
      kind: 'portfolio',
      date: given.today,
      postings: [],
      legs: [],
      sets: [{ kind: 'portfolio', id: '', value: describeSettings(settings) }],
      flags: [],
    } as const;
    return accept([draft], { portfolio: settings });
  },
  examples: [
    {
      title: 'A portfolio in euros with FIFO',
      input: { base_currency: 'EUR', cost_method: 'fifo' },
      outcome: 'accepted',
    },
    {
      title: 'A name that is taken',
      given: [{ operation: 'create_portfolio', input: {} }],
      input: { base_currency: 'EUR' },
      outcome: 'already_exists',
    },
  ],
});
