/**
 * What Prometheus is told. Counting is done in plain maps on the way of a request, and handed to the client library
 * only when somebody reads the metrics.
 */
import type { Counter } from 'prom-client';
import type { Outcome } from '../engine/outcome.ts';

export interface Metrics {
  /** Counts an answered write. */
  readonly observeOutcome: (outcome: Outcome, door: string) => void;
  /** Notes a committed batch and how long its transaction took. */
  readonly observeBatch: (commands: number, milliseconds: number) => void;
  /** Counts a reply. `route` must be one of a fixed set, never a path as it was sent. */
  readonly observeRequest: (route: string, status: number) => void;
  readonly render: () => Promise<{ readonly contentType: string; readonly body: string }>;
}

/** Loads the client library, which takes time that only a hub has; one-shot commands keep no metrics. */
export async function createMetrics(): Promise<Metrics> {
  // The package is CommonJS: only its default export is there both bundled and unbundled.
  const {
    collectDefaultMetrics,
    Counter: CounterMetric,
    Histogram,
    Registry,
  } = (await import('prom-client')).default;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const outcomes = new Tally(['operation', 'status', 'code', 'door']);
  const requests = new Tally(['route', 'status']);
  const counters = [
    { name: 'fixpoint_outcomes_total', help: 'Answered writes.', tally: outcomes },
    { name: 'fixpoint_http_requests_total', help: 'Replies over HTTP.', tally: requests },
  ];
  for (const { name, help, tally } of counters) {
    const { labelNames } = tally;
    registry.registerMetric(
      new CounterMetric({
        name,
        help,
        labelNames,
        registers: [],
        collect() {
          tally.moveInto(this);
        },
      }),
    );
  }
  const register = { registers: [registry] };
  const batches = new Histogram({
    name: 'fixpoint_batch_commands',
    help: 'Commands per transaction.',
    buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000],
    ...register,
  });
  const commits = new Histogram({
    name: 'fixpoint_commit_seconds',
    help: 'Time of a transaction, from its begin until it is durable.',
    buckets: [0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1, 5],
    ...register,
  });
  return {
    observeOutcome: (outcome, door) => {
      const code = 'code' in outcome ? outcome.code : '';
      outcomes.count([outcome.operation, outcome.status, code, door]);
    },
    observeBatch: (commands, milliseconds) => {
      batches.observe(commands);
      commits.observe(milliseconds / 1_000);
    },
    observeRequest: (route, status) => requests.count([route, String(status)]),
    render: async () => ({ contentType: registry.contentType, body: await registry.metrics() }),
  };
}

/** Counts by labels. */
class Tally {
  readonly labelNames: readonly string[];
  readonly #counts = new Map<string, { readonly values: readonly string[]; count: number }>();

  constructor(labelNames: readonly string[]) {
    this.labelNames = labelNames;
  }

  count(values: readonly string[]): void {
    const name = values.join('\n');
    const found = this.#counts.get(name);
    if (found === undefined) this.#counts.set(name, { values, count: 1 });
    else found.count += 1;
  }

  moveInto(counter: Counter): void {
    counter.reset();
    for (const { values, count } of this.#counts.values()) counter.labels(...values).inc(count);
  }
}
