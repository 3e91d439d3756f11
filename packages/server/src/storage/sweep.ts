import { type Clock, toTimestamp } from '../clock.ts';
import type { Databases } from './database.ts';
import { IDEMPOTENCY_LIFETIME } from './idempotency.ts';
import { REGIONS, schemaOf } from './region.ts';

/** Deletes what nobody can ask for any more. */
export async function sweepExpired(databases: Databases, clock: Clock): Promise<void> {
  const before = toTimestamp(clock() - IDEMPOTENCY_LIFETIME);
  for (const region of REGIONS) {
    await databases.regions[region].query(`delete from ${schemaOf(region)}.idempotency_keys where created_at <= $1`, [
      before,
    ]);
  }
}
