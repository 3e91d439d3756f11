import type { Pool } from 'pg';
import type { Environment } from '../../control/credentials/products.ts';
import { DirectoryError } from '../../control/directory-error.ts';
import { instant } from '../../control/page.ts';
import type { Resource } from '../../database/changes/resources.ts';
import type { DisabledBecause } from './endpoints.ts';

/** A webhook endpoint in lists, without its secrets. */
export interface EndpointSummary {
  readonly endpointId: number;
  readonly appId: number;
  readonly env: Environment;
  readonly url: string;
  /** Resources whose changes are sent; null for all that the app can read. */
  readonly resources: readonly Resource[] | null;
  readonly status: 'enabled' | 'disabled';
  readonly disabledBecause: DisabledBecause | null;
  readonly disabledAt: string | null;
  readonly createdAt: string;
  readonly changedAt: string;
  /** Instant until which requests are signed with the former secret too; null if there is only one. */
  readonly formerSecretUntil: string | null;
}

const ENDPOINTS = `select e.id as "endpointId", e.app_id as "appId", e.env, e.url, e.resources,
  case when e.disabled_at is null then 'enabled' else 'disabled' end as status, e.disabled_because as "disabledBecause",
  ${instant('e.disabled_at')} as "disabledAt", ${instant('e.created_at')} as "createdAt", ${instant('e.changed_at')} as "changedAt",
  (select ${instant('max(s.expires_at)')} from control.webhook_secrets s where s.endpoint_id = e.id and s.expires_at > $3)
    as "formerSecretUntil"
  from control.webhook_endpoints e`;

/** Endpoints of an app, or one of them, oldest first. */
export async function listEndpoints(
  db: Pool,
  { appId, endpointId }: { readonly appId?: number; readonly endpointId?: number },
  now: string,
): Promise<EndpointSummary[]> {
  const { rows } = await db.query<EndpointSummary>(
    `${ENDPOINTS} where app_id = coalesce($1, app_id) and e.id = coalesce($2, e.id) order by e.id`,
    [appId ?? null, endpointId ?? null, now],
  );
  return rows;
}

export async function describeEndpoint(db: Pool, endpointId: number, now: string): Promise<EndpointSummary> {
  const [endpoint] = await listEndpoints(db, { endpointId }, now);
  if (!endpoint) throw new DirectoryError(`No such webhook endpoint: ${endpointId}.`);
  return endpoint;
}
