import sql, { raw } from 'sql-template-tag';
import type { DatabasePool } from '../database/pool.ts';
import { toTimestamp } from '../process/time.ts';
import { lockApp } from './apps.ts';
import type { ControlTransaction } from './control.ts';
import { instant } from './page.ts';
import type { Environment } from './products.ts';

/**
 * Conditions that an app can meet in the sandbox: tokens that name the API by an alias, an unavailable region, webhook endpoints
 * whose responses count as failures, responses that come late, and a rate limit of one request a minute.
 */
export const REHEARSALS = ['alias', 'away', 'endpoint', 'late', 'limit'] as const;

/** A condition, or `bodies`: the bodies of the app's requests are kept. */
export type RehearsalKind = (typeof REHEARSALS)[number] | 'bodies';

/** A condition with the end of it, in milliseconds since 1970. */
export interface Rehearsal {
  readonly kind: RehearsalKind;
  readonly endsAt: number;
}

/** Column with the rehearsals of the app of a row of `control.apps`. */
export const rehearsalsColumn = (apps: string): string => `coalesce((select json_agg(json_build_object('kind', kind,
  'endsAt', (extract(epoch from ends_at) * 1000)::bigint)) from control.rehearsals where app_id = ${apps}.id), '[]') as rehearsals`;

/** True while a sandbox app meets the condition. */
export const isRehearsing = (
  { rehearsals }: { readonly rehearsals: readonly Rehearsal[] },
  env: Environment,
  kind: RehearsalKind,
  now: number,
): boolean =>
  env === 'SANDBOX' && rehearsals.length > 0 && rehearsals.some((one) => one.kind === kind && now < one.endsAt);

const MINUTE = 60_000;

/** Starts a rehearsal, or starts it again. It ends by itself. */
export async function startRehearsal(
  tx: ControlTransaction,
  appId: number,
  kind: RehearsalKind,
  minutes: number,
): Promise<{ readonly endsAt: string }> {
  const { organizationId } = await lockApp(tx, appId);
  const endsAt = toTimestamp(tx.now + minutes * MINUTE);
  await tx.query(sql`insert into control.rehearsals (app_id, kind, ends_at) values (${appId}, ${kind}, ${endsAt})
    on conflict (app_id, kind) do update set ends_at = excluded.ends_at`);
  await tx.audit('app.rehearsal_started', { organizationId, appId, details: { kind, endsAt } });
  return { endsAt };
}

/** End of a rehearsal of the app; null if there is none now. */
export async function rehearsalUntil(
  pool: DatabasePool,
  appId: number,
  kind: RehearsalKind,
  now: number,
): Promise<string | null> {
  const { rows } = await pool.query<{ endsAt: string }>(sql`select ${raw(instant('ends_at'))} as "endsAt"
    from control.rehearsals where app_id = ${appId} and kind = ${kind} and ends_at > ${toTimestamp(now)}`);
  return rows[0]?.endsAt ?? null;
}
