/**
 * Paths that people expect of an HTTP interface, besides `POST …/{operation}`. Each does exactly what its operation
 * does. A part of the path after the noun stands for the operation's first positional field.
 */
import type { Operation } from '../../engine/operation.ts';

export type AliasMethod = 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface RouteAlias {
  readonly method: AliasMethod;
  /** The path below the portfolio: `holdings`. */
  readonly noun: string;
  readonly operation: string;
  /** Must the subject stand in the path? Otherwise it may stand in the body instead. */
  readonly subjectInPath: 'required' | 'optional';
}

export const routeAliases: readonly RouteAlias[] = [
  { method: 'POST', noun: 'holdings', operation: 'add_holding', subjectInPath: 'optional' },
  { method: 'PUT', noun: 'holdings', operation: 'set_holding', subjectInPath: 'optional' },
  { method: 'DELETE', noun: 'holdings', operation: 'delete_holding', subjectInPath: 'optional' },
  { method: 'PATCH', noun: 'trades', operation: 'set_trade_status', subjectInPath: 'required' },
];

export interface ActiveAlias extends RouteAlias {
  readonly target: Operation;
  /** The field that the path's last part fills. */
  readonly subject: string;
}

/** The aliases whose operation there is. */
export function findActiveAliases(operations: readonly Operation[]): readonly ActiveAlias[] {
  return routeAliases.flatMap((alias) => {
    const target = operations.find(
      ({ name, exposure }) => name === alias.operation && exposure === 'everywhere',
    );
    const subject = target?.positional[0];
    return target === undefined || subject === undefined ? [] : [{ ...alias, target, subject }];
  });
}
