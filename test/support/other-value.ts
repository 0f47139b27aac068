/** For "the same key with another input": for any field a valid value that differs from the one it has. */
import type { Fields } from '../../src/engine/field.ts';
import { isJsonObject, type JsonValue } from '../../src/ledger/json-value.ts';
import { fail } from './fail.ts';

/** Two valid values; the one that is not there already is taken. */
export function otherValue(name: string, field: Fields[string], current: JsonValue | undefined): JsonValue {
  const found = choicesOf(name, field, current).find((choice) => {
    const read = field.read(choice);
    return JSON.stringify(field.print(read)) !== JSON.stringify(current ?? null);
  });
  return found ?? fail(`no other value is known for the field ${name}`);
}

function choicesOf(
  name: string,
  { schema }: Fields[string],
  current: JsonValue | undefined,
): readonly JsonValue[] {
  const { type, format, pattern } = schema;
  const choices = schema['enum'];
  if (Array.isArray(choices)) return choices;
  if (type === 'boolean') return [true, false];
  if (type === 'integer') return [3, 4];
  if (type === 'object') return otherDocuments(name, current);
  if (format === 'date') return ['2026-01-07', '2026-01-08'];
  if (format === 'date-time') return ['2026-01-07T10:00:00.000Z', '2026-01-07T11:00:00.000Z'];
  if (typeof pattern === 'string' && pattern.includes('ent_')) return ['ent_77', 'ent_78'];
  if (typeof pattern === 'string' && pattern.includes(':')) return ['3:1', '5:1'];
  if (typeof pattern === 'string' && pattern.includes('[A-Za-z]')) return ['CHF', 'JPY'];
  if (typeof pattern === 'string') return ['7.77', '8.88'];
  if (name === 'isin') return ['US0231351067', 'US5949181045'];
  return ['OTHER-1', 'OTHER-2'];
}

function otherDocuments(name: string, current: JsonValue | undefined): readonly JsonValue[] {
  if (name !== 'fact') return [{ other: '1' }, { other: '2' }];
  if (current === undefined || !isJsonObject(current)) {
    return [{ kind: 'cash', direction: 'in', amount: '77', currency: 'USD', date: '2026-01-07' }];
  }
  return [{ ...current, date: '2026-01-07' }];
}
