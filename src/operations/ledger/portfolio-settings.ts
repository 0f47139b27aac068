import { choiceField, currencyField, switchField } from '../../engine/field-kinds.ts';
import { isJsonObject, type JsonObject } from '../../ledger/json-value.ts';
import { costMethods, permissions, type PortfolioSettings } from '../../ledger/portfolio.ts';

/** How a portfolio keeps its books, as fields. Each operation says which of them may be missing. */
export const settingFields = {
  base_currency: currencyField('Currency in which totals are reported'),
  cost_method: choiceField('How the cost of sold units is found', costMethods),
  overdraft: choiceField('May commands make cash negative?', permissions),
  shorts: choiceField('May commands sell more than is held?', permissions),
  fees_in_cost: switchField('Buy fees go into cost, and sell fees come off the proceeds'),
};

/** Settings as stored and shown. */
export function describeSettings(settings: PortfolioSettings): JsonObject {
  return {
    base_currency: settings.baseCurrency,
    cost_method: settings.costMethod,
    overdraft: settings.overdraft,
    shorts: settings.shorts,
    fees_in_cost: settings.feesInCost,
  };
}

export function sameSettings(left: JsonObject, right: JsonObject): boolean {
  return isJsonObject(left) && Object.keys(right).every((name) => left[name] === right[name]);
}
