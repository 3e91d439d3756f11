import { type Clock, toTimestamp } from '../clock.ts';
import type { Databases } from './database.ts';
import { IDEMPOTENCY_LIFETIME } from './idempotency.ts';
import { REGIONS, type Region, schemaOf } from './region.ts';
import { sweepRequests } from './request-log/sweep.ts';

/** A code is long dead by then; until then its replay is recognised. */
const CODE_KEPT = 24 * 60 * 60 * 1000;

/** Deletes expired data. An unavailable database does not keep others from being swept. */
export async function sweepExpired(databases: Databases, clock: Clock): Promise<void> {
  const swept = [sweepControl(databases, clock), ...REGIONS.map((region) => sweepRegion(databases, region, clock))];
  const failed = (await Promise.allSettled(swept)).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}

const EXPIRING = ['sessions', 'authorization_requests', 'password_links', 'invitations', 'developer_invitations'];

async function sweepControl({ control }: Databases, clock: Clock): Promise<void> {
  const now = toTimestamp(clock());
  for (const table of EXPIRING) {
    await control.query(`delete from control.${table} where expires_at <= $1`, [now]);
  }
  await control.query('delete from control.authorization_codes where created_at <= $1', [
    toTimestamp(clock() - CODE_KEPT),
  ]);
}

async function sweepRegion({ regions }: Databases, region: Region, clock: Clock): Promise<void> {
  const before = toTimestamp(clock() - IDEMPOTENCY_LIFETIME);
  await regions[region].query(`delete from ${schemaOf(region)}.idempotency_keys where created_at <= $1`, [before]);
  await sweepRequests(regions[region], schemaOf(region), clock());
}
