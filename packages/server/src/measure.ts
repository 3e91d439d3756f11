import { conditionsOf } from './database/availability.ts';
import { cellOf } from './database/cells.ts';
import { poolsOf } from './database/database.ts';
import type { Sample } from './process/metrics.ts';
import type { Process } from './roles.ts';
import { VERSION } from './version.ts';

export function measure(process: Process): void {
  const { availability, config, counters, databases, links, load, metrics, requestLog, waits } = process;
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
    tillgate_build_info: () => [[1, { version: VERSION, commit: config.commit }]],
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
