import cluster from 'node:cluster';
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

const counter = (help: string, labelNames: string[] = []) => ({ Type: Counter, help, labelNames });

/** `aggregator` combines the values of several workers. */
function gauge(help: string, labelNames: string[] = [], aggregator: 'sum' | 'min' | 'first' = 'sum') {
  return { Type: Gauge, help, labelNames, aggregator };
}

function histogram(help: string, buckets: number[], labelNames: string[] = []) {
  return { Type: Histogram, help, buckets, labelNames };
}

const METRICS = {
  tillgate_requests_total: counter('Requests by host (api, region or web), operation and status.', [
    'host',
    'operation',
    'status',
  ]),
  tillgate_request_duration_seconds: histogram(
    'Time from the request to its response, by host, operation and class of status (such as 2xx).',
    [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    ['host', 'operation', 'status_class'],
  ),
  tillgate_streams_total: counter(
    'Streams of lists, by outcome: whole, or cut because the client left or was too slow, or the database failed.',
    ['outcome'],
  ),
  tillgate_streamed_records_total: counter('Records in streams of lists.'),
  tillgate_tokens_issued_total: counter('Access tokens issued, by grant.', ['grant']),
  tillgate_token_rejections_total: counter('Token requests rejected, by code.', ['code']),
  tillgate_webhook_requests_total: counter(
    'Requests with changes to webhook endpoints: accepted, failed, or abandoned when the server stopped.',
    ['outcome'],
  ),
  tillgate_webhook_lag_seconds: histogram(
    'Time from a change to the request that had it, if the endpoint accepted it.',
    [0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300, 3600, 21_600, 86_400],
  ),
  tillgate_webhooks_disabled_total: counter(
    'Webhook endpoints that were disabled: gone (they responded 410), or failing for 72 hours.',
    ['because'],
  ),

  tillgate_requests_in_progress: gauge('Requests to the partner API that are being worked on.'),
  tillgate_overload_refusals_total: counter('Requests refused because too many were being worked on.'),
  tillgate_requests_waiting: gauge('Requests that wait for changes.'),
  tillgate_waiting_refusals_total: counter('Requests refused because too many were waiting for changes.'),
  tillgate_rate_limit_refusals_total: counter('Requests rejected by a rate limit, by limit.', ['budget']),
  tillgate_redis_up: gauge(
    '1 while requests are counted in Redis, 0 while each instance counts for itself.',
    [],
    'min',
  ),
  tillgate_redis_fallbacks_total: counter('Requests counted in this process only.'),
  tillgate_cache_lookups_total: counter(
    'Lookups in a cache: hits, misses, and stale answers while the control plane was unavailable.',
    ['cache', 'outcome'],
  ),
  tillgate_request_log_requests_total: counter(
    "Requests written to their apps' logs, and requests that were dropped.",
    ['outcome'],
  ),
  tillgate_request_log_waiting_requests: gauge("Requests waiting to be written to their apps' logs."),

  tillgate_database_connections: gauge('Connections of the pool, in use and idle.', ['database', 'state']),
  tillgate_database_waiting_requests: gauge('Requests waiting for a connection.', ['database', 'state']),
  tillgate_database_snapshots: gauge('Connections that hold a snapshot for a stream.', ['database']),
  tillgate_database_snapshot_refusals_total: counter('Streams refused because too many connections held snapshots.', [
    'database',
  ]),
  tillgate_database_wait_timeouts_total: counter('Requests that gave up waiting for a connection.', ['database']),
  tillgate_database_refusals_total: counter('Requests refused because too many waited for a connection.', ['database']),
  tillgate_database_connections_lost_total: counter('Connections lost unexpectedly.', ['database']),
  tillgate_database_retries_total: counter('Reads and transactions run again after a deadlock or a lost connection.', [
    'database',
  ]),

  tillgate_control_up: gauge('1 while the control plane is available.', [], 'min'),
  tillgate_region_up: gauge('1 while every cell of the region is available.', ['region'], 'min'),
  tillgate_cell_up: gauge('1 while the cell is available.', ['region', 'cell'], 'min'),
  tillgate_region_address_up: gauge(
    '1 while the gateway reaches the region at the address.',
    ['region', 'address'],
    'min',
  ),
  tillgate_build_info: gauge('The build, as labels.', ['version', 'commit'], 'first'),
};

export type Sample = readonly [value: number, labels?: Readonly<Record<string, string>>];

export type Readers = Readonly<
  Partial<Record<keyof typeof METRICS, () => Iterable<Sample> | Promise<Iterable<Sample>>>>
>;

/** Metrics of a process. Those with readers are read on collection. */
export class Metrics {
  readonly registry = new Registry();
  readonly #requests = this.#counter('tillgate_requests_total');
  readonly #duration = this.#histogram('tillgate_request_duration_seconds');
  readonly #streams = this.#counter('tillgate_streams_total');
  readonly #streamed = this.#counter('tillgate_streamed_records_total');
  readonly #issued = this.#counter('tillgate_tokens_issued_total');
  readonly #rejected = this.#counter('tillgate_token_rejections_total');
  readonly #webhooks = this.#counter('tillgate_webhook_requests_total');
  readonly #webhookLag = this.#histogram('tillgate_webhook_lag_seconds');
  readonly #webhooksDisabled = this.#counter('tillgate_webhooks_disabled_total');

  constructor() {
    collectDefaultMetrics({ register: this.registry });
    if (!cluster.isWorker) return;
    // Lets the primary process collect this worker's metrics.
    AggregatorRegistry.setRegistries(this.registry);
    new AggregatorRegistry();
  }

  observe(host: string, operation: string, status: number, milliseconds: number): void {
    this.#requests.inc({ host, operation, status });
    this.#duration.observe({ host, operation, status_class: `${Math.floor(status / 100)}xx` }, milliseconds / 1000);
  }

  streamed(records: number, outcome: 'whole' | 'cut'): void {
    this.#streams.inc({ outcome });
    this.#streamed.inc(records);
  }

  issued(grant: string): void {
    this.#issued.inc({ grant });
  }

  rejected(code: string): void {
    this.#rejected.inc({ code });
  }

  /** Counts a request to a webhook endpoint. `seconds` is the age of its first change. */
  sent(outcome: 'accepted' | 'failed' | 'abandoned', seconds: number | undefined): void {
    this.#webhooks.inc({ outcome });
    if (outcome === 'accepted' && seconds !== undefined) this.#webhookLag.observe(seconds);
  }

  disabled(because: string): void {
    this.#webhooksDisabled.inc({ because });
  }

  read(readers: Readers): void {
    for (const [name, read] of Object.entries(readers)) {
      const { Type, ...metric } = METRICS[name as keyof typeof METRICS];
      const shared = { name, ...metric, registers: [this.registry] };
      if (Type === Counter) {
        new Counter({
          ...shared,
          async collect() {
            this.reset();
            for (const [value, labels = {}] of await read()) this.inc(labels, value);
          },
        });
      } else {
        new Gauge({
          ...shared,
          async collect() {
            for (const [value, labels = {}] of await read()) this.set(labels, value);
          },
        });
      }
    }
  }

  #counter(name: keyof typeof METRICS): Counter {
    const { Type: _, ...metric } = METRICS[name];
    return new Counter({ name, ...metric, registers: [this.registry] });
  }

  #histogram(name: keyof typeof METRICS): Histogram {
    const { Type: _, ...metric } = METRICS[name];
    return new Histogram({ name, ...metric, registers: [this.registry] });
  }
}

export function metricsOfWorkers(): { contentType: string; metrics(): Promise<string> } {
  const aggregator = new AggregatorRegistry();
  return { contentType: aggregator.contentType, metrics: () => aggregator.clusterMetrics() };
}
