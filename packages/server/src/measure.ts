import type { Lookups } from './control/directory.ts';
import { type Availability, conditionsOf } from './database/availability.ts';
import { cellOf } from './database/cells.ts';
import { type DatabaseSet, poolsOf } from './database/database.ts';
import type { RegionLink } from './gateway/region-link.ts';
import type { Load, Waiting } from './pipeline/load.ts';
import type { Counters } from './process/counters.ts';
import type { Metrics, Sample } from './process/metrics.ts';
import type { Region } from './process/region.ts';
import type { RequestLog } from './request-log/request-log.ts';
import { VERSION } from './version.ts';

interface Measured {
  readonly availability: Availability;
  readonly commit: string;
  readonly counters: Counters;
  readonly databases: DatabaseSet;
  readonly links: ReadonlyMap<Region, RegionLink>;
  readonly load: Load;
  readonly requestLog: RequestLog;
  readonly waits: Waiting;
}

/** Lets the metrics read the state of a process. */
export function measure(metrics: Metrics, of: Measured): void {
  const { availability, commit, counters, databases, links, load, requestLog, waits } = of;
  const pools = poolsOf(databases);
  metrics.read({
    tillgate_requests_in_progress: () => [[load.underWay]],
    tillgate_overload_refusals_total: () => [[load.refused]],
    tillgate_requests_waiting: () => [[waits.underWay]],
    tillgate_waiting_refusals_total: () => [[waits.refused]],
    tillgate_rate_limit_refusals_total: () => [...counters.refusals].map(([budget, count]) => [count, { budget }]),
    tillgate_request_log_requests_total: () =>
      Object.entries(requestLog.counts).map(([outcome, count]) => [count, { outcome }]),
    tillgate_request_log_waiting_requests: () => [[requestLog.waiting]],

    *tillgate_database_connections() {
      for (const { setting: database, totalCount, idleCount } of pools) {
        yield [totalCount - idleCount, { database, state: 'in_use' }];
        yield [idleCount, { database, state: 'idle' }];
      }
    },
    tillgate_database_waiting_requests: () =>
      pools.map(({ setting: database, waitingCount }) => [waitingCount, { database }]),
    tillgate_database_snapshots: () => pools.map(({ setting: database, snapshots }) => [snapshots.open, { database }]),
    tillgate_database_snapshot_refusals_total: () =>
      pools.map(({ setting: database, snapshots }) => [snapshots.refused, { database }]),
    tillgate_database_wait_timeouts_total: () => eachPool('timeouts'),
    tillgate_database_refusals_total: () => eachPool('refused'),
    tillgate_database_connections_lost_total: () => eachPool('lost'),
    tillgate_database_retries_total: () => eachPool('retries'),

    async tillgate_region_up() {
      const { regions } = await availability.check();
      return Object.entries(regions).map(([region, { status }]) => [Number(status === 'up'), { region }]);
    },
    async tillgate_cell_up() {
      const conditions = conditionsOf(await availability.check());
      return conditions.map(([cell, { status }]) => [
        Number(status === 'up'),
        { region: cellOf(cell)?.region ?? '', cell },
      ]);
    },
    *tillgate_region_address_up() {
      for (const [region, { addresses }] of links)
        for (const { url, state } of addresses) yield [Number(state !== 'down'), { region, address: url }];
    },
    tillgate_build_info: () => [[1, { version: VERSION, commit }]],
  });
  if (databases.control) {
    metrics.read({
      tillgate_control_up: async () => [[Number((await availability.check()).control?.status === 'up')]],
    });
  }
  if (counters.sharing) {
    metrics.read({
      tillgate_redis_up: () => [[Number(counters.sharing?.up)]],
      tillgate_redis_fallbacks_total: () => [[counters.sharing?.fallbacks ?? 0]],
    });
  }

  function eachPool(count: keyof (typeof pools)[number]['counts']): Sample[] {
    return pools.map(({ setting: database, counts }) => [counts[count], { database }]);
  }
}

export function measureCaches(metrics: Metrics, read: () => Readonly<Record<string, Lookups>>): void {
  metrics.read({
    *tillgate_cache_lookups_total() {
      for (const [cache, { hits, misses, stale }] of Object.entries(read())) {
        yield [hits, { cache, outcome: 'hit' }];
        yield [misses, { cache, outcome: 'miss' }];
        yield [stale, { cache, outcome: 'stale' }];
      }
    },
  });
}
