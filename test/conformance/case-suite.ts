/** The money rules, the cases from the field, files, and the faults of comparable software, by value, on any store. */
import { describe } from 'vitest';
import { caseStores } from '../support/case-stores.ts';
import { describeCashCases } from './cases/cash-suite.ts';
import { describeGainCases } from './cases/gains-suite.ts';
import { describeKeyAndDateCases } from './cases/keys-and-dates-suite.ts';
import { describeRepeatedFileCases } from './cases/repeated-files-suite.ts';
import { describeSplitCases } from './cases/splits-suite.ts';
import { describeWithdrawnAndPendingRowCases } from './cases/withdrawn-and-pending-rows-suite.ts';
import { describeAmounts } from './domain/amounts-suite.ts';
import { describeCash } from './domain/cash-suite.ts';
import { describeChangedAtSource } from './domain/changed-at-source-suite.ts';
import { describeCorporateActions } from './domain/corporate-actions-suite.ts';
import { describeCorrections } from './domain/corrections-suite.ts';
import { describeCost } from './domain/cost-suite.ts';
import { describeDetailsByInstantAndTwin } from './domain/details-by-instant-and-twin-suite.ts';
import { describeDetailsOfTrades } from './domain/details-of-trades-suite.ts';
import { describeFactsMeetEntries } from './domain/facts-meet-entries-suite.ts';
import { describeHoldings } from './domain/holdings-suite.ts';
import { describeExamples } from './example-suite.ts';
import { describeKnownFaults } from './known-faults-suite.ts';
import type { OpenStore } from './opened-store.ts';
import { describePendingRows } from './pending-rows-suite.ts';

const suites = {
  amounts: describeAmounts,
  cash: describeCash,
  'rows changed at their source': describeChangedAtSource,
  'corporate actions': describeCorporateActions,
  corrections: describeCorrections,
  cost: describeCost,
  'instants and twins': describeDetailsByInstantAndTwin,
  'details of trades': describeDetailsOfTrades,
  'facts and entries': describeFactsMeetEntries,
  holdings: describeHoldings,
  'cases of cash': describeCashCases,
  'cases of gains': describeGainCases,
  'cases of keys and dates': describeKeyAndDateCases,
  'cases of repeated files': describeRepeatedFileCases,
  'cases of splits': describeSplitCases,
  'cases of withdrawn and pending rows': describeWithdrawnAndPendingRowCases,
};

export function describeCases(name: string, open: OpenStore): void {
  describe.each(Object.entries(suites))(`on ${name}: %s`, (_, describeSuite) => {
    describeSuite(caseStores(name, open));
  });
  describe(`on ${name}: examples`, () => {
    describeExamples(name, open);
  });
  describe(`on ${name}: pending rows`, () => {
    describePendingRows(name, open);
  });
  describe(`on ${name}: known faults`, () => {
    describeKnownFaults(name, open);
  });
}
