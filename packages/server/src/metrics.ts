import cluster from 'node:cluster';
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Lookups } from './control/directory.ts';
import { type Availability, conditionsOf } from './database/availability.ts';
import { cellOf } from './database/cells.ts';
import { type DatabaseSet, poolsOf } from './database/database.ts';
import type { DatabasePool } from './database/pool.ts';
import type { RegionLink } from './gateway/region-link.ts';
import type { TokenMeter } from './oauth/token-endpoint.ts';
import type { Load, Waiting } from './pipeline/load.ts';
import type { ObservedRequest, RequestMeter } from './pipeline/log-request.ts';
import type { Counters } from './process/counters.ts';
import type { Region } from './process/region.ts';
import type { RequestLog } from './request-log/request-log.ts';
import { VERSION } from './version.ts';
import type { DeliveryMeter } from './webhooks/delivery.ts';

type Sample = readonly [value: number, labels?: Readonly<Record<string, string>>];

/** A metric whose samples are read on demand. */
interface ReadMetric {
  readonly name: string;
  readonly help: string;
  readonly labelNames?: string[];
  /** Combines the values of several workers. */
  readonly aggregator?: 'sum' | 'min' | 'first';
  readonly read: () => Iterable<Sample> | Promise<Iterable<Sample>>;
}

export class Metrics implements RequestMeter, TokenMeter, DeliveryMeter {
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
  readonly #streams = new Counter({
    name: 'tillgate_streams_total',
    help: 'Streams of lists, by outcome: whole, or cut because the client left or was too slow, or the database failed.',
    labelNames: ['outcome'],
    registers: [this.registry],
  });
  readonly #streamed = new Counter({
    name: 'tillgate_streamed_records_total',
    help: 'Records in streams of lists.',
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

  readonly #webhooks = new Counter({
    name: 'tillgate_webhook_requests_total',
    help: 'Requests with changes to webhook endpoints: accepted, failed, or abandoned when the server stopped.',
    labelNames: ['outcome'],
    registers: [this.registry],
  });
  readonly #webhookLag = new Histogram({
    name: 'tillgate_webhook_lag_seconds',
    help: 'Time from a change to the request that had it, if the endpoint accepted it.',
    buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300, 3600, 21_600, 86_400],
    registers: [this.registry],
  });
  readonly #webhooksDisabled = new Counter({
    name: 'tillgate_webhooks_disabled_total',
    help: 'Webhook endpoints that were disabled: gone (they responded 410), or failing for 72 hours.',
    labelNames: ['because'],
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

  sent(outcome: string, seconds: number | undefined): void {
    this.#webhooks.inc({ outcome });
    if (outcome === 'accepted' && seconds !== undefined) this.#webhookLag.observe(seconds);
  }

  disabled(because: string): void {
    this.#webhooksDisabled.inc({ because });
  }

  gauge({ read, ...metric }: ReadMetric): void {
    new Gauge({
      ...metric,
      registers: [this.registry],
      async collect() {
        for (const [value, labels = {}] of await read()) this.set(labels, value);
      },
    });
  }

  counter({ read, ...metric }: ReadMetric): void {
    new Counter({
      ...metric,
      registers: [this.registry],
      async collect() {
        this.reset();
        for (const [value, labels = {}] of await read()) this.inc(labels, value);
      },
    });
  }

  measureCaches(read: () => Readonly<Record<string, Lookups>>): void {
    this.counter({
      name: 'tillgate_cache_lookups_total',
      help: 'Lookups in a cache: hits, misses, and stale answers while the control plane was unavailable.',
      labelNames: ['cache', 'outcome'],
      *read() {
        for (const [cache, { hits, misses, stale }] of Object.entries(read())) {
          yield [hits, { cache, outcome: 'hit' }];
          yield [misses, { cache, outcome: 'miss' }];
          yield [stale, { cache, outcome: 'stale' }];
        }
      },
    });
  }
}

/** Lets the primary process collect this worker's metrics. */
function offerToPrimary(registry: Registry): void {
  AggregatorRegistry.setRegistries(registry);
  new AggregatorRegistry();
}

/** The metrics of all workers, combined. */
export function metricsOfWorkers(): { contentType: string; metrics(): Promise<string> } {
  const aggregator = new AggregatorRegistry();
  return { contentType: aggregator.contentType, metrics: () => aggregator.clusterMetrics() };
}

interface Measured {
  readonly availability: Availability;
  readonly commit: string;
  readonly counters: Counters;
  readonly databases: DatabaseSet;
  readonly links: ReadonlyMap<Region, RegionLink>;
  readonly load: Load;
  readonly requestLog: Pick<RequestLog, 'counts' | 'waiting'>;
  readonly waits: Waiting;
}

export function metricsOf({
  availability,
  commit,
  counters,
  databases,
  links,
  load,
  requestLog,
  waits,
}: Measured): Metrics {
  const metrics = new Metrics();
  measureLoad(metrics, load);
  measureWaiting(metrics, waits);
  measureDatabases(metrics, databases);
  if (databases.control) measureControl(metrics, availability);
  measureRegions(metrics, availability);
  measureAddresses(metrics, links);
  measureCounters(metrics, counters);
  measureRequestLog(metrics, requestLog);
  metrics.gauge({
    name: 'tillgate_build_info',
    help: 'The build, as labels.',
    labelNames: ['version', 'commit'],
    aggregator: 'first',
    read: () => [[1, { version: VERSION, commit }]],
  });
  return metrics;
}

function measureLoad(metrics: Metrics, load: Load): void {
  metrics.gauge({
    name: 'tillgate_requests_in_progress',
    help: 'Requests to the partner API that are being worked on.',
    read: () => [[load.underWay]],
  });
  metrics.counter({
    name: 'tillgate_overload_refusals_total',
    help: 'Requests refused because too many were being worked on.',
    read: () => [[load.refused]],
  });
}

function measureWaiting(metrics: Metrics, waits: Waiting): void {
  metrics.gauge({
    name: 'tillgate_requests_waiting',
    help: 'Requests that wait for changes.',
    read: () => [[waits.underWay]],
  });
  metrics.counter({
    name: 'tillgate_waiting_refusals_total',
    help: 'Requests refused because too many were waiting for changes.',
    read: () => [[waits.refused]],
  });
}

const POOL_COUNTERS: readonly [name: string, help: string, count: keyof DatabasePool['counts']][] = [
  ['wait_timeouts_total', 'Requests that gave up waiting for a connection.', 'timeouts'],
  ['refusals_total', 'Requests refused because too many waited for a connection.', 'refused'],
  ['connections_lost_total', 'Connections lost unexpectedly.', 'lost'],
  ['retries_total', 'Reads and transactions run again after a deadlock or a lost connection.', 'retries'],
];

function measureDatabases(metrics: Metrics, databases: DatabaseSet): void {
  const pools = poolsOf(databases);
  metrics.gauge({
    name: 'tillgate_database_connections',
    help: 'Connections of the pool, in use and idle.',
    labelNames: ['database', 'state'],
    *read() {
      for (const { setting: database, totalCount, idleCount } of pools) {
        yield [totalCount - idleCount, { database, state: 'in_use' }];
        yield [idleCount, { database, state: 'idle' }];
      }
    },
  });
  metrics.gauge({
    name: 'tillgate_database_waiting_requests',
    help: 'Requests waiting for a connection.',
    labelNames: ['database', 'state'],
    read: () => pools.map(({ setting: database, waitingCount }) => [waitingCount, { database }]),
  });
  metrics.gauge({
    name: 'tillgate_database_snapshots',
    help: 'Connections that hold a snapshot for a stream.',
    labelNames: ['database'],
    read: () => pools.map(({ setting: database, snapshots }) => [snapshots.open, { database }]),
  });
  metrics.counter({
    name: 'tillgate_database_snapshot_refusals_total',
    help: 'Streams refused because too many connections held snapshots.',
    labelNames: ['database'],
    read: () => pools.map(({ setting: database, snapshots }) => [snapshots.refused, { database }]),
  });
  for (const [name, help, count] of POOL_COUNTERS) {
    metrics.counter({
      name: `tillgate_database_${name}`,
      help,
      labelNames: ['database'],
      read: () => pools.map(({ setting: database, counts }) => [counts[count], { database }]),
    });
  }
}

function measureControl(metrics: Metrics, availability: Availability): void {
  metrics.gauge({
    name: 'tillgate_control_up',
    help: '1 while the control plane is available.',
    aggregator: 'min',
    read: async () => [[Number((await availability.check()).control?.status === 'up')]],
  });
}

function measureRegions(metrics: Metrics, availability: Availability): void {
  metrics.gauge({
    name: 'tillgate_region_up',
    help: '1 while every cell of the region is available.',
    labelNames: ['region'],
    aggregator: 'min',
    async read() {
      const { regions } = await availability.check();
      return Object.entries(regions).map(([region, { status }]) => [Number(status === 'up'), { region }]);
    },
  });
  metrics.gauge({
    name: 'tillgate_cell_up',
    help: '1 while the cell is available.',
    labelNames: ['region', 'cell'],
    aggregator: 'min',
    read: async () =>
      conditionsOf(await availability.check()).map(([cell, { status }]) => {
        return [Number(status === 'up'), { region: cellOf(cell)?.region ?? '', cell }];
      }),
  });
}

function measureAddresses(metrics: Metrics, links: Measured['links']): void {
  metrics.gauge({
    name: 'tillgate_region_address_up',
    help: '1 while the gateway reaches the region at the address.',
    labelNames: ['region', 'address'],
    aggregator: 'min',
    *read() {
      for (const [region, { addresses }] of links)
        for (const { url, state } of addresses) yield [Number(state !== 'down'), { region, address: url }];
    },
  });
}

function measureCounters(metrics: Metrics, counters: Counters): void {
  metrics.counter({
    name: 'tillgate_rate_limit_refusals_total',
    help: 'Requests rejected by a rate limit, by limit.',
    labelNames: ['budget'],
    read: () => [...counters.refusals].map(([budget, count]) => [count, { budget }]),
  });
  if (!counters.sharing) return;
  metrics.gauge({
    name: 'tillgate_redis_up',
    help: '1 while requests are counted in Redis, 0 while each instance counts for itself.',
    aggregator: 'min',
    read: () => [[Number(counters.sharing?.up)]],
  });
  metrics.counter({
    name: 'tillgate_redis_fallbacks_total',
    help: 'Requests counted in this process only.',
    read: () => [[counters.sharing?.fallbacks ?? 0]],
  });
}

function measureRequestLog(metrics: Metrics, log: Measured['requestLog']): void {
  metrics.counter({
    name: 'tillgate_request_log_requests_total',
    help: "Requests written to their apps' logs, and requests that were dropped.",
    labelNames: ['outcome'],
    read: () => Object.entries(log.counts).map(([outcome, count]) => [count, { outcome }]),
  });
  metrics.gauge({
    name: 'tillgate_request_log_waiting_requests',
    help: "Requests waiting to be written to their apps' logs.",
    read: () => [[log.waiting]],
  });
}
