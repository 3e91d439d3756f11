import { Counter, Gauge, type Registry } from 'prom-client';
import type { RegionLink } from '../gateway/region-link.ts';
import type { Load } from '../http/load.ts';
import type { Counters } from '../limits/counters.ts';
import { type Availability, conditionsOf } from '../storage/availability.ts';
import { cellOf } from '../storage/cells.ts';
import { type DatabaseSet, poolsOf } from '../storage/database.ts';
import type { DatabasePool } from '../storage/pool.ts';
import type { Region } from '../storage/region.ts';
import type { RequestLog } from '../storage/request-log/request-log.ts';

/** Adds the metrics of the databases, read when they are asked for. */
export function measureDatabases(registry: Registry, databases: DatabaseSet, availability: Availability): void {
  const registers = [registry];
  const pools = poolsOf(databases);
  const gauge = (name: string, help: string, read: (pool: DatabasePool) => Record<string, number>): Gauge =>
    new Gauge({
      name,
      help,
      labelNames: ['database', 'state'],
      registers,
      collect() {
        for (const pool of pools) {
          for (const [state, value] of Object.entries(read(pool))) {
            this.set({ database: pool.setting, ...(state && { state }) }, value);
          }
        }
      },
    });
  gauge('tillgate_database_connections', 'Connections of the pool, in use and idle.', (pool) => ({
    in_use: pool.totalCount - pool.idleCount,
    idle: pool.idleCount,
  }));
  gauge('tillgate_database_waiting_requests', 'Requests waiting for a connection.', (pool) => ({
    '': pool.waitingCount,
  }));
  tally(
    registry,
    pools,
    'tillgate_database_wait_timeouts_total',
    'Requests that gave up waiting for a connection.',
    'timeouts',
  );
  tally(
    registry,
    pools,
    'tillgate_database_refusals_total',
    'Requests refused because too many waited for a connection.',
    'refused',
  );
  tally(registry, pools, 'tillgate_database_connections_lost_total', 'Connections lost unexpectedly.', 'lost');
  tally(
    registry,
    pools,
    'tillgate_database_retries_total',
    'Reads and transactions run again after a deadlock or a lost connection.',
    'retries',
  );
  if (databases.control) measureControl(registry, availability);
  measureRegions(registry, availability);
}

function tally(
  registry: Registry,
  pools: readonly DatabasePool[],
  name: string,
  help: string,
  count: keyof DatabasePool['counts'],
): void {
  new Counter({
    name,
    help,
    labelNames: ['database'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { setting, counts } of pools) this.inc({ database: setting }, counts[count]);
    },
  });
}

function measureControl(registry: Registry, availability: Availability): void {
  new Gauge({
    name: 'tillgate_control_up',
    help: '1 while the control plane is available.',
    aggregator: 'min',
    registers: [registry],
    async collect() {
      const { control } = await availability.check();
      this.set(Number(control?.status === 'up'));
    },
  });
}

function measureRegions(registry: Registry, availability: Availability): void {
  const registers = [registry];
  new Gauge({
    name: 'tillgate_region_up',
    help: '1 while every cell of the region is available.',
    aggregator: 'min',
    labelNames: ['region'],
    registers,
    async collect() {
      const { regions } = await availability.check();
      for (const [region, { status }] of Object.entries(regions)) this.set({ region }, Number(status === 'up'));
    },
  });
  new Gauge({
    name: 'tillgate_cell_up',
    help: '1 while the cell is available.',
    aggregator: 'min',
    labelNames: ['region', 'cell'],
    registers,
    async collect() {
      for (const [cell, { status }] of conditionsOf(await availability.check())) {
        this.set({ region: cellOf(cell)?.region ?? '', cell }, Number(status === 'up'));
      }
    },
  });
}

/** Adds the metrics of the addresses that a gateway forwards to. */
export function measureAddresses(registry: Registry, links: ReadonlyMap<Region, RegionLink>): void {
  new Gauge({
    name: 'tillgate_region_address_up',
    help: '1 while the gateway reaches the region at the address.',
    aggregator: 'min',
    labelNames: ['region', 'address'],
    registers: [registry],
    collect() {
      for (const [region, { addresses }] of links)
        for (const { url, state } of addresses) this.set({ region, address: url }, Number(state !== 'down'));
    },
  });
}

/** Adds the metrics of the rate limiter. */
export function measureCounters(registry: Registry, counters: Counters): void {
  const registers = [registry];
  new Counter({
    name: 'tillgate_rate_limit_refusals_total',
    help: 'Requests rejected by a rate limit, by limit.',
    labelNames: ['budget'],
    registers,
    collect() {
      this.reset();
      for (const [budget, count] of counters.refusals) this.inc({ budget }, count);
    },
  });
  if (!counters.sharing) return;
  new Gauge({
    name: 'tillgate_redis_up',
    help: '1 while requests are counted in Redis, 0 while each instance counts for itself.',
    aggregator: 'min',
    registers,
    collect() {
      this.set(Number(counters.sharing?.up));
    },
  });
  new Counter({
    name: 'tillgate_redis_fallbacks_total',
    help: 'Requests counted in this process only.',
    registers,
    collect() {
      this.reset();
      this.inc(counters.sharing?.fallbacks);
    },
  });
}

/** Adds the metrics of the apps' request logs. */
export function measureRequestLog(registry: Registry, log: Pick<RequestLog, 'counts' | 'waiting'>): void {
  const registers = [registry];
  new Counter({
    name: 'tillgate_request_log_requests_total',
    help: "Requests written to their apps' logs, and requests that were dropped.",
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(log.counts)) this.inc({ outcome }, count);
    },
  });
  new Gauge({
    name: 'tillgate_request_log_waiting_requests',
    help: "Requests waiting to be written to their apps' logs.",
    registers,
    collect() {
      this.set(log.waiting);
    },
  });
}

/** Adds the metrics of the work that is under way. */
export function measureLoad(registry: Registry, load: Load): void {
  const registers = [registry];
  new Gauge({
    name: 'tillgate_requests_in_progress',
    help: 'Requests to the partner API that are being worked on.',
    registers,
    collect() {
      this.set(load.underWay);
    },
  });
  new Counter({
    name: 'tillgate_overload_refusals_total',
    help: 'Requests refused because too many were being worked on.',
    registers,
    collect() {
      this.reset();
      this.inc(load.refused);
    },
  });
}

/** Adds which build this is, as the labels of a constant. */
export function measureBuild(registry: Registry, labels: { version: string; commit: string }): void {
  new Gauge({
    name: 'tillgate_build_info',
    help: 'The build, as labels.',
    aggregator: 'first',
    labelNames: ['version', 'commit'],
    registers: [registry],
  }).set(labels, 1);
}
