import { withDefault } from '../engine/field.ts';
import { choiceField } from '../engine/field-kinds.ts';
import { answered, defineQuery } from '../engine/query.ts';
import { loadFact, type StoreScript } from '../engine/store-protocol.ts';
import { parseEntryId, seqOfEntryId } from '../ledger/entry.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../ledger/json-value.ts';
import type { PortfolioName } from '../ledger/portfolio.ts';
import { rowsSchema, textSchema } from './query-fields.ts';

/** Facts that wait for a person. */
export const review = defineQuery({
  name: 'review',
  summary:
    'Facts that wait for a decision: why they are held, what was told and which entries they resemble.',
  fields: { state: withDefault(choiceField('Which ones', ['open', 'all']), 'open') },
  positional: [],
  body: rowsSchema({
    review_id: textSchema,
    state: textSchema,
    reason: textSchema,
    source: textSchema,
    source_id: textSchema,
  }),
  table: {
    columns: [
      { member: 'review_id', title: 'Review' },
      { member: 'reason', title: 'Why' },
      { member: 'event', title: 'Told' },
      { member: 'before', title: 'Before' },
      { member: 'entry_id', title: 'Entry' },
      { member: 'candidates', title: 'Resembles' },
      { member: 'source', title: 'Source' },
      { member: 'source_id', title: 'Id' },
      { member: 'state', title: 'State' },
    ],
    whenEmpty: 'Nothing waits for review.',
  },
  *answer({ state }, { portfolio }) {
    const records = yield* loadFact(portfolio, { kind: 'records', record: 'review' });
    const wanted = records.filter(({ value }) => state === 'all' || value['state'] === 'open');
    const rows: JsonObject[] = [];
    for (const { id, value } of wanted) {
      const before =
        value['reason'] === 'changed_at_source' ? yield* loadBefore(portfolio, value) : undefined;
      rows.push({
        review_id: id,
        ...value,
        event: eventText(value['fact'] ?? value['known'] ?? {}),
        ...(before === undefined ? {} : { before: eventText(before) }),
      });
    }
    return answered(rows);
  },
  examples: [{}, { state: 'all' }],
});

/** What the same source id told before it changed, as far as it is in the books. */
function* loadBefore(portfolio: PortfolioName, review: JsonObject): StoreScript<JsonObject | undefined> {
  const id = typeof review['entry_id'] === 'string' ? parseEntryId(review['entry_id']) : undefined;
  if (id === undefined) return undefined;
  const found = yield* loadFact(portfolio, { kind: 'entry', seq: seqOfEntryId(id) });
  const fact = found?.entry.input['fact'];
  return fact !== undefined && isJsonObject(fact) ? fact : undefined;
}

/** An event in one line, its date first: `2026-05-02 trade buy, instrument AAPL, units 10, amount 1901, currency USD`. */
function eventText(fact: JsonValue): string {
  if (!isJsonObject(fact)) return '';
  const first = ['date', 'kind', 'side', 'direction'];
  const head = first.flatMap((name) => (typeof fact[name] === 'string' ? [fact[name]] : []));
  const rest = Object.keys(fact)
    .filter((name) => !first.includes(name))
    .flatMap((name) => {
      const value = fact[name];
      return typeof value === 'string' || typeof value === 'boolean'
        ? [`${name.replaceAll('_', ' ')} ${value}`]
        : [];
    });
  return [head.join(' '), ...rest].join(', ');
}
