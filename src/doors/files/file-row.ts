import type { Fact } from '../../ledger/fact.ts';
import type { JsonObject } from '../../ledger/json-value.ts';
import { Decimal } from '../../money/decimal.ts';
import { scaleMax, significantDigitsMax } from '../../money/decimal-text.ts';
import type { FileRow, RowEvent } from './format.ts';
import type { RowReader } from './row-reader.ts';

/** The row as it is handed on; undefined when anything in it was refused. */
export function toFileRow(
  reader: RowReader,
  row: {
    readonly sourceId?: string | undefined;
    readonly told: JsonObject;
    readonly event: RowEvent | undefined;
  },
): FileRow | undefined {
  const { sourceId, told, event } = row;
  if (reader.failed || event === undefined) return undefined;
  if ('fact' in event) checkFact(reader, event.fact);
  if (reader.failed) return undefined;
  const { line } = reader;
  return sourceId === undefined ? { line, told, event } : { line, sourceId, told, event };
}

/** The content as told: blank cells left out, amounts as canonical text. */
export function toTold(cells: Readonly<Record<string, Decimal | string | undefined>>): JsonObject {
  const told: Record<string, string> = {};
  for (const [name, value] of Object.entries(cells)) if (value !== undefined) told[name] = value.toString();
  return told;
}

/** What no single cell shows: amounts that fit each alone but not together. */
function checkFact(reader: RowReader, fact: Fact): void {
  if (Object.values(fact).some(isTooLong)) {
    reader.refuse(
      'amount_too_long',
      'amount',
      `The amounts of this row make one of more than ${significantDigitsMax} digits. Mend the units or the price.`,
    );
  }
  if (fact.kind !== 'trade') return;
  const { side, amount, fee } = fact;
  if (side === 'buy' && amount.lessThan(fee)) {
    reader.refuse(
      'fee_above_amount',
      'fee',
      `The fee ${fee.toString()} is more than the amount ${amount.toString()}, although it is part of it. Check both.`,
    );
  }
  // A sale takes cash away only when its fee is more than its proceeds.
  if (side === 'sell' && amount.plus(fee).isNegative()) {
    reader.refuse(
      'wrong_sign',
      'amount',
      `A sale brings at least minus its fee of ${fee.toString()}, but the amount is ${amount.toString()}. Check the type and the amount.`,
    );
  }
}

function isTooLong(value: unknown): boolean {
  if (!(value instanceof Decimal)) return false;
  const { coefficient, scale } = value;
  return scale > scaleMax || coefficient >= tooLong || coefficient <= -tooLong;
}

/** The smallest whole number with one digit more than an amount may have. */
const tooLong = 10n ** BigInt(significantDigitsMax);
