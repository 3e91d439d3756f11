import sql, { raw } from 'sql-template-tag';
import { sweepChanges } from './changes/log.ts';
import { type Cell, cellsOf } from './database/cells.ts';
import type { DatabaseSet } from './database/database.ts';
import { IDEMPOTENCY_LIFETIME } from './database/idempotency.ts';
import type { DatabasePool } from './database/pool.ts';
import { schemaOf } from './process/region.ts';
import { type Clock, toTimestamp } from './process/time.ts';
import { sweepRequests } from './request-log/requests.ts';
import { sweepAttempts } from './webhooks/attempts.ts';

/** Milliseconds after a code's creation during which its replay is still detected. */
const CODE_KEPT = 24 * 60 * 60 * 1000;

/** Milliseconds for which a sent form is remembered, longer than any second click takes. */
const SUBMISSION_KEPT = 60 * 1000;

/** Deletes expired data, and refreshes statistics without autovacuum. Throws a failure once the rest is swept. */
export async function sweepExpired(databases: DatabaseSet, clock: Clock): Promise<void> {
  const { kind, control } = databases;
  const swept = [
    ...(control ? [sweepControl(control, clock)] : []),
    ...cellsOf(databases).map((cell) => sweepCell(cell, clock)),
    ...(control && kind === 'embedded' ? [refreshStatistics(control)] : []),
  ];
  const failed = (await Promise.allSettled(swept)).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}

const EXPIRING = [
  'sessions',
  'authorization_requests',
  'password_links',
  'address_links',
  'invitations',
  'developer_invitations',
  'webhook_secrets',
];

async function sweepControl(control: DatabasePool, clock: Clock): Promise<void> {
  const now = toTimestamp(clock());
  for (const table of EXPIRING) await control.query(sql`delete from control.${raw(table)} where expires_at <= ${now}`);
  await control.query(sql`delete from control.submissions
    where made_at <= ${toTimestamp(clock() - SUBMISSION_KEPT)}`);
  await control.query(sql`delete from control.authorization_codes
    where created_at <= ${toTimestamp(clock() - CODE_KEPT)}`);
}

/** Keeps a moving merchant's keys, because its copies are compared. */
async function sweepCell({ region, pool }: Cell, clock: Clock): Promise<void> {
  const schema = raw(schemaOf(region));
  await pool.query(sql`delete from ${schema}.idempotency_keys
    where created_at <= ${toTimestamp(clock() - IDEMPOTENCY_LIFETIME)}
    and not exists (select from ${schema}.residences where merchant_id = company_id)`);
  await sweepChanges(pool, region, clock());
  await sweepRequests(pool, region, clock());
  await sweepAttempts(pool, region, clock());
}

/** Tables whose statistics are missing or outdated: as for autovacuum, a tenth of the rows has changed. */
const STALE = `
  select c.oid::regclass::text as name from pg_class c join pg_stat_user_tables s on s.relid = c.oid
  where c.reltuples < 0 and pg_relation_size(c.oid) > 0 or s.n_mod_since_analyze > 50 + greatest(c.reltuples, 0) / 10`;

export async function refreshStatistics(pool: DatabasePool): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(STALE);
  for (const { name } of rows) await pool.query(`analyze ${name}`);
}
