import type { Logger } from 'pino';
import type { Finding } from '../../database/inspect.ts';
import type { DatabasePool } from '../../database/pool.ts';
import { toTimestamp } from '../../process/clock.ts';
import type { Control } from '../control.ts';
import { instant } from '../page.ts';

/** A process stores that it still sees unknown sources at most this often. */
const INTERVAL = 60 * 60 * 1000;

/**
 * Reports requests whose source address is unknown: logs the first, and stores the last for `tillgate doctor`. The
 * entries themselves are never logged, since a client can write anything into them.
 */
export function reportUnknownSources(host: 'api' | 'web', { pool, clock }: Control, log: Logger) {
  let storedAt: number | undefined;
  return function reportUnknownSource(facts: { readonly entries: number; readonly trustedProxies: number }): void {
    const now = clock();
    if (storedAt === undefined) log.warn({ host, ...facts }, `the source address of a request is unknown. ${FIX}`);
    else if (Math.abs(now - storedAt) < INTERVAL) return;
    storedAt = now;
    pool
      .query(
        `insert into control.unknown_sources as present (host, seen_at) values ($1, $2)
         on conflict (host) do update set seen_at = greatest(present.seen_at, excluded.seen_at)`,
        [host, toTimestamp(now)],
      )
      .catch((err) => log.warn({ err }, 'an unknown source address could not be stored'));
  };
}

const FIX =
  'Let each proxy add the address of its client to X-Forwarded-For, and set TRUST_PROXY to the number of proxies.';

/** Finds hosts with unknown sources in the last day. An unavailable control plane is reported by another finding. */
export async function inspectSources(pool: DatabasePool, now: number): Promise<Finding[]> {
  const { rows } = await pool
    .query<{ host: string; seenAt: string }>(
      `select host, ${instant('seen_at')} as "seenAt" from control.unknown_sources where seen_at > $1::timestamptz - interval '1 day'
       order by host`,
      [toTimestamp(now)],
    )
    .catch(() => ({ rows: [] }));
  return rows.map(({ host, seenAt }) => ({
    check: `source addresses (${host})`,
    status: 'warning',
    found: `unknown at ${seenAt}, when X-Forwarded-For did not have what TRUST_PROXY expects; such requests pass no allowlist and share each limit`,
    fix: FIX,
  }));
}
