import type { KeyKind } from './keys.ts';

export interface HttpLoadPlan {
  readonly port: number;
  /** `single` is one new event a request, `batch` many; `repeat` sends the same few requests over and over. */
  readonly kind: 'single' | 'batch' | 'repeat';
  readonly keys: KeyKind;
  readonly connections: number;
  /** Events go round so many portfolios by turns. */
  readonly portfolios: number;
  /** The number of the first event, so that no two loads on one store tell of the same ones. */
  readonly firstIndex: number;
  readonly batchSize: number;
  readonly repeatedKeys: number;
  readonly warmUpMs: number;
  readonly measuredMs: number;
}

export interface HttpLoadResult {
  /** New events that were booked, those of the warm-up and of the last moments included. */
  readonly accepted: number;
  readonly statuses: Readonly<Record<string, number>>;
  /** Of requests that were both sent and answered in the measured time. */
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** The share of one processor that the client took. Near 1 it is the client that was measured. */
  readonly clientBusy: number;
}
