import type { Region } from '../../process/region.ts';
import type { DatabasePool } from '../pool.ts';
import { inRegion, statement } from '../statement.ts';
import { EVERY_RESOURCE, type Reader } from './signals.ts';
import { restartIncompleteLogs } from './unlogged-writes.ts';

/** Milliseconds within which a reader notices a change whose signal was lost. */
const INTERVAL = 2_000;

/** Merchants whose last position is not `$2` or whose log is incomplete, and those that move or have moved, whose log is elsewhere. */
const CHANGED = statement(
  'changes.look-again',
  `select company_id as "companyId" from unnest($1::bigint[], $2::bigint[]) as reader (company_id, position)
   where exists (select from region.residences where merchant_id = reader.company_id)
     or exists (select from region.unlogged_writes u where u.company_id = reader.company_id)
     or reader.position <> coalesce(
       (select position from region.changes c where c.company_id = reader.company_id order by position desc limit 1),
       (select position from region.change_floors f where f.company_id = reader.company_id), 0)`,
);

/**
 * Signals readers whose merchant's log has grown without a signal, as after a failover, and restarts logs that lack changes.
 * Returns the function that ends this.
 */
export function lookAgainRegularly(pool: DatabasePool): () => void {
  let isLooking = false;
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    // While the database is unreachable, readers keep waiting.
    await lookAgain(pool).catch(() => {});
    await restartIncompleteLogs(pool).catch(() => {});
    await pool.restores.remember(pool).catch(() => {});
    isLooking = false;
  };
  const timer = setInterval(() => void look(), INTERVAL).unref();
  return () => clearInterval(timer);
}

async function lookAgain(pool: DatabasePool): Promise<void> {
  for (const [region, readers] of Map.groupBy(pool.changes.readers, (reader) => reader.region))
    for (const reader of await changedAmong(pool, region, readers))
      reader.hear({ companyId: reader.companyId, resources: EVERY_RESOURCE });
}

async function changedAmong(pool: DatabasePool, region: Region, readers: readonly Reader[]): Promise<Reader[]> {
  const [ids, positions] = [readers.map(({ companyId }) => companyId), readers.map(({ position }) => position)];
  const { rows } = await pool.read<{ companyId: number }>({ ...inRegion(CHANGED, region), values: [ids, positions] });
  const changed = new Set(rows.map(({ companyId }) => companyId));
  return readers.filter(({ companyId }) => changed.has(companyId));
}
