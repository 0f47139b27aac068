/** What came of a move or a restore, for people and for programs. */
import type { JsonObject } from '../ledger/json-value.ts';
import type { TransferResult } from '../store/transfer/transfer-store.ts';
import { translateAnswer, translateFault, translateRefusal } from '../surfaces/outcome-table.ts';

export interface TransferReport {
  readonly exit: number;
  readonly body: JsonObject;
  /** For stdout when it was done, for stderr when not. */
  readonly lines: readonly string[];
  readonly isDone: boolean;
}

/** Both without their passwords. */
export interface TransferNames {
  readonly from: string;
  readonly to: string;
}

export function reportTransfer(result: TransferResult, { from, to }: TransferNames): TransferReport {
  switch (result.kind) {
    case 'done': {
      const portfolios = result.portfolios.map(({ name, seq, head }) => ({
        portfolio: name,
        entries: seq,
        head,
      }));
      const { resumed, rows } = result;
      return {
        exit: 0,
        isDone: true,
        body: { status: 'accepted', from, to, resumed, portfolios, rows },
        lines: [
          `${to} holds the books of ${from} now${resumed ? ', begun earlier and finished now' : ''}: every row was read back and compared.`,
          ...portfolios.map(
            ({ portfolio, entries, head }) => `  ${portfolio}: ${entries} entries, head ${head}`,
          ),
        ],
      };
    }
    case 'empty':
      return refused(
        'not_found',
        `${from} holds no portfolio, so there is nothing to carry. Check the name.`,
      );
    case 'occupied':
      return refused(
        'already_exists',
        result.same
          ? `${to} holds these very books already. Nothing was done.`
          : `${to} holds books already and was left as it is. Name a store that is empty or does not exist.`,
      );
    case 'foreign':
      return refused(
        'already_exists',
        `A move or a restore into ${to} was begun from other books than ${from} (portfolio ${result.portfolio}). ` +
          `Go on with the one it was begun with, or remove ${to} and run this again.`,
      );
    case 'different':
      return refused(
        'different',
        `What stands in ${to} is not what stands in ${from}, so it was not made a store. ` +
          `${result.problems.join(' ')} Run "fixpoint verify" on ${from}, remove ${to}, and run this again.`,
        { problems: result.problems },
      );
    case 'restless':
      return failed(
        `${from} was written to all the time. Stop what writes to it and run the same command again: it goes on where it is.`,
      );
    default:
      return result satisfies never;
  }
}

/** As for `verify`: something was looked at and is not in order. */
const found = translateAnswer({ kind: 'answer', body: null, failed: true });

function refused(
  code: 'not_found' | 'already_exists' | 'different',
  message: string,
  detail: JsonObject = {},
): TransferReport {
  const body = { status: 'refused', code, message, detail };
  return {
    exit: code === 'different' ? found.exit : translateRefusal(code).exit,
    isDone: false,
    body,
    lines: [message],
  };
}

function failed(message: string): TransferReport {
  const body = { status: 'failed', code: 'unavailable', message };
  return { exit: translateFault('unavailable').exit, isDone: false, body, lines: [message] };
}
