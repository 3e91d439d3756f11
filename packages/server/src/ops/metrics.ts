import cluster from 'node:cluster';
import { AggregatorRegistry, Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

/** Prometheus metrics of one server. */
export class Metrics {
  readonly registry = new Registry();
  readonly #requests = new Counter({
    name: 'tillgate_requests_total',
    help: 'Requests to the partner API.',
    labelNames: ['operation', 'status'],
    registers: [this.registry],
  });
  readonly #duration = new Histogram({
    name: 'tillgate_request_duration_seconds',
    help: 'Time from the request to its response.',
    labelNames: ['operation'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry });
    if (cluster.isWorker) offerToPrimary(this.registry);
  }

  /** `milliseconds` from the request to its answer. */
  observe(operation: string, status: number, milliseconds: number): void {
    this.#requests.inc({ operation, status });
    this.#duration.observe({ operation }, milliseconds / 1000);
  }
}

/** Lets the process that started this worker ask for its metrics, and add them up. */
function offerToPrimary(registry: Registry): void {
  AggregatorRegistry.setRegistries(registry);
  new AggregatorRegistry();
}

/** The metrics of all workers of this process, added up. */
export function metricsOfWorkers(): { contentType: string; metrics(): Promise<string> } {
  const aggregator = new AggregatorRegistry();
  return { contentType: aggregator.contentType, metrics: () => aggregator.clusterMetrics() };
}
