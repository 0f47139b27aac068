import { describe, expect, it } from 'vitest';
import type { Outcome } from '../engine/outcome.ts';
import { createMetrics } from './metrics.ts';

const accepted: Outcome = { operation: 'deposit', portfolio: 'main', status: 'accepted', result: {} };
const refused: Outcome = {
  operation: 'buy',
  portfolio: 'main',
  status: 'refused',
  code: 'insufficient_cash',
  message: 'No.',
  detail: {},
};

describe('metrics', () => {
  it('counts outcomes by operation, status, code and door', async () => {
    const metrics = await createMetrics();
    metrics.observeOutcome(accepted, 'http');
    metrics.observeOutcome(accepted, 'http');
    metrics.observeOutcome(accepted, 'cli');
    metrics.observeOutcome(refused, 'http');
    const { body, contentType } = await metrics.render();
    expect(contentType).toContain('text/plain');
    expect(body).toContain('# TYPE fixpoint_outcomes_total counter');
    expect(body).toContain(
      'fixpoint_outcomes_total{operation="deposit",status="accepted",code="",door="http"} 2\n',
    );
    expect(body).toContain(
      'fixpoint_outcomes_total{operation="deposit",status="accepted",code="",door="cli"} 1\n',
    );
    expect(body).toContain(
      'fixpoint_outcomes_total{operation="buy",status="refused",code="insufficient_cash",door="http"} 1\n',
    );
  });

  it('goes on counting after it was read', async () => {
    const metrics = await createMetrics();
    metrics.observeRequest('/healthz', 200);
    await metrics.render();
    metrics.observeRequest('/healthz', 200);
    metrics.observeRequest('/healthz', 503);
    const { body } = await metrics.render();
    expect(body).toContain('fixpoint_http_requests_total{route="/healthz",status="200"} 2\n');
    expect(body).toContain('fixpoint_http_requests_total{route="/healthz",status="503"} 1\n');
  });

  it('keeps batches and their duration as histograms, in commands and seconds', async () => {
    const metrics = await createMetrics();
    metrics.observeBatch(3, 1.5);
    metrics.observeBatch(40, 30);
    const { body } = await metrics.render();
    expect(body).toContain('fixpoint_batch_commands_bucket{le="5"} 1\n');
    expect(body).toContain('fixpoint_batch_commands_sum 43\n');
    expect(body).toContain('fixpoint_commit_seconds_bucket{le="0.002"} 1\n');
    expect(body).toContain('fixpoint_commit_seconds_bucket{le="0.05"} 2\n');
    expect(body).toContain('fixpoint_commit_seconds_sum 0.0315\n');
  });

  it('tells of the process too', async () => {
    const { body } = await (await createMetrics()).render();
    expect(body).toContain('process_resident_memory_bytes ');
    expect(body).toContain('nodejs_eventloop_lag_seconds ');
  });
});
