import cluster from 'node:cluster';
import { AggregatorRegistry, Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { Lookups } from '../directory/known.ts';
import type { ObservedRequest, RequestMeter } from '../http/log-request.ts';
import type { TokenMeter } from '../oauth/count-tokens.ts';

/** Prometheus metrics of one server. */
export class Metrics implements RequestMeter, TokenMeter {
  readonly registry = new Registry();
  readonly #requests = new Counter({
    name: 'tillgate_requests_total',
    help: 'Requests by host (api, region or web), operation and status.',
    labelNames: ['host', 'operation', 'status'],
    registers: [this.registry],
  });
  readonly #duration = new Histogram({
    name: 'tillgate_request_duration_seconds',
    help: 'Time from the request to its response, by host, operation and class of status (such as 2xx).',
    labelNames: ['host', 'operation', 'status_class'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [this.registry],
  });
  readonly #issued = new Counter({
    name: 'tillgate_tokens_issued_total',
    help: 'Access tokens issued, by grant.',
    labelNames: ['grant'],
    registers: [this.registry],
  });
  readonly #rejected = new Counter({
    name: 'tillgate_token_rejections_total',
    help: 'Token requests rejected, by code.',
    labelNames: ['code'],
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry });
    if (cluster.isWorker) offerToPrimary(this.registry);
  }

  observe({ host, operation, status, milliseconds }: ObservedRequest): void {
    this.#requests.inc({ host, operation, status });
    this.#duration.observe({ host, operation, status_class: `${Math.floor(status / 100)}xx` }, milliseconds / 1000);
  }

  issued(grant: string): void {
    this.#issued.inc({ grant });
  }

  rejected(code: string): void {
    this.#rejected.inc({ code });
  }

  /** Adds the lookups of caches, read when they are asked for. */
  measureCaches(read: () => Readonly<Record<string, Lookups>>): void {
    new Counter({
      name: 'tillgate_cache_lookups_total',
      help: 'Lookups in a cache: hits, misses, and stale answers while the control plane was unavailable.',
      labelNames: ['cache', 'outcome'],
      registers: [this.registry],
      collect() {
        this.reset();
        for (const [cache, { hits, misses, stale }] of Object.entries(read())) {
          this.inc({ cache, outcome: 'hit' }, hits);
          this.inc({ cache, outcome: 'miss' }, misses);
          this.inc({ cache, outcome: 'stale' }, stale);
        }
      },
    });
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
