import { type View, viewOf } from '../changes/cursor.ts';
import type { Mark } from '../changes/log.ts';
import type { Merchant } from '../control/merchants.ts';
import { type Environment, type Product, SCOPE_SETS } from '../control/products.ts';
import { rehearsing } from '../control/rehearsals.ts';
import type { Resource } from '../database/change-log.ts';
import { isUnavailable } from '../database/failures.ts';
import type { DatabasePool } from '../database/pool.ts';
import { BACK_OFFICE, type TenantScope } from '../database/statement.ts';
import type { Holder } from '../process/shares.ts';
import { toTimestamp } from '../process/time.ts';
import type { Runtime } from '../runtime.ts';
import { milliseconds, startCursor } from './cursors.ts';

/** An endpoint, enabled or not, and a merchant that its app is connected to. */
export interface Reached extends Pick<Merchant, 'companyId' | 'region' | 'cell' | 'moving' | 'currency'> {
  readonly endpointId: number;
  readonly merchant: string;
  readonly appId: number;
  readonly organizationId: number;
  readonly appName: string;
  readonly product: Product;
  readonly env: Environment;
  /** Resources that the endpoint is limited to; null for all. */
  readonly resources: readonly string[] | null;
  /** Stores that the app is limited to; null for all. */
  readonly storeIds: readonly number[] | null;
  /** Instant since which both the connection and the endpoint exist, in milliseconds since 1970. */
  readonly since: number;
  /** Failures before this instant do not count. */
  readonly enabledAt: number;
  /** Last place up to which changes were sent; null before the first. */
  readonly sent: Mark | null;
}

const NEEDS_APPROVAL = `(a.product = 'ADSR' and (e.env = 'PRODUCTION' or ${rehearsing('a.id', 'approval', '$1')}))`;

/**
 * Merchants of each endpoint `e` of an app `a`: in the sandbox, those of the organization; in production, those that
 * have connected the app or approved an access request of it, which an ADSR app can rehearse in the sandbox. `$1` is the
 * current instant.
 */
const REACHED = `
  select e.id as endpoint_id, m.company_id, m.created_at as since, null::bigint[] as store_ids
  from control.webhook_endpoints e join control.apps a on a.id = e.app_id
  join control.merchants m on m.organization_id = a.organization_id
  where e.env = 'SANDBOX' and m.demo and not ${NEEDS_APPROVAL}
  union all
  select e.id, f.company_id, min(f.created_at), null
  from control.webhook_endpoints e join control.apps a on a.id = e.app_id
  join control.token_families f on f.app_id = e.app_id and f.env = e.env
  where e.env = 'PRODUCTION' and a.product <> 'ADSR' and f.revoked_at is null and f.expires_at > $1
  group by e.id, f.company_id
  union all
  select e.id, r.company_id, r.decided_at, r.approved_store_ids
  from control.webhook_endpoints e join control.apps a on a.id = e.app_id
  join control.access_requests r on r.app_id = e.app_id
  where ${NEEDS_APPROVAL} and r.state = 'APPROVED'`;

const COLUMNS = `e.id as "endpointId", a.id as "appId", a.organization_id as "organizationId", a.name as "appName", a.product, e.env, to_json(e.resources) as resources,
  r.company_id as "companyId", m.name as merchant, m.region, m.cell, m.moving, m.currency, to_json(r.store_ids) as "storeIds",
  ${milliseconds('greatest(r.since, e.created_at)')} as since, ${milliseconds('e.enabled_at')} as "enabledAt",
  (select json_build_array(s.position, s.mark) from control.webhook_sent s
   where s.endpoint_id = e.id and s.company_id = r.company_id) as sent`;

const OPEN = `m.active and a.archived_at is null and m.demo = (e.env = 'SANDBOX')
  and (e.env = 'SANDBOX' or a.review_state = 'APPROVED')`;

const statement = (name: string, columns: string, condition: string) => ({
  name,
  text: `select ${columns} from (${REACHED}) r join control.webhook_endpoints e on e.id = r.endpoint_id
   join control.apps a on a.id = e.app_id join control.merchants m on m.company_id = r.company_id
   where ${OPEN} and ${condition}`,
});

const ENDPOINTS_OF = statement('webhooks.endpoints-of', COLUMNS, 'r.company_id = any($2) and e.disabled_at is null');

/** The enabled endpoints of several merchants. */
export const endpointsOf = async (db: DatabasePool, companyIds: readonly number[], now: number): Promise<Reached[]> =>
  (await db.query<Reached>({ ...ENDPOINTS_OF, values: [toTimestamp(now), companyIds] })).rows;

const MERCHANTS_OF = statement(
  'webhooks.merchants-of',
  COLUMNS,
  'e.id = $2 and r.company_id > $3 order by r.company_id limit $4',
);

/** Merchants of an endpoint, in the order of their ids. */
export async function merchantsOf(
  db: DatabasePool,
  endpointId: number,
  { after = 0, limit }: { readonly after?: number | undefined; readonly limit: number },
  now: number,
): Promise<Reached[]> {
  return (await db.query<Reached>({ ...MERCHANTS_OF, values: [toTimestamp(now), endpointId, after, limit] })).rows;
}

/** Address of an endpoint, and the secrets that sign its requests. */
export interface Addressed {
  readonly url: string;
  readonly env: Environment;
  /** Secrets that sign now, encrypted. The newest is first. */
  readonly secrets: readonly { readonly id: number; readonly sealed: string }[];
}

const ADDRESS = `e.url, (select coalesce(json_agg(json_build_object('id', s.id, 'sealed', s.sealed) order by s.id desc), '[]')
  from control.webhook_secrets s where s.endpoint_id = e.id and (s.expires_at is null or s.expires_at > $1)) as secrets`;

export async function findAddress(db: DatabasePool, endpointId: number, now: number): Promise<Addressed | undefined> {
  const { rows } = await db.query<Addressed>(
    `select e.env, ${ADDRESS} from control.webhook_endpoints e join control.apps a on a.id = e.app_id
     where e.id = $2 and a.archived_at is null`,
    [toTimestamp(now), endpointId],
  );
  return rows[0];
}

export interface Target extends Reached, Addressed {
  readonly isEnabled: boolean;
  /** True while responses of the endpoint count as failures. */
  readonly isFailing: boolean;
}

const FAILING = `(e.env = 'SANDBOX' and ${rehearsing('a.id', 'endpoint', '$1')})`;

const TARGET = statement(
  'webhooks.target',
  `${COLUMNS}, ${ADDRESS}, e.disabled_at is null as "isEnabled", ${FAILING} as "isFailing"`,
  'e.id = $2 and r.company_id = $3',
);

/** Finds an endpoint with one of its merchants; undefined unless its app is connected to the merchant now. */
export async function findTarget(
  db: DatabasePool,
  { endpointId, companyId }: { readonly endpointId: number; readonly companyId: number },
  now: number,
): Promise<Target | undefined> {
  return (await db.query<Target>({ ...TARGET, values: [toTimestamp(now), endpointId, companyId] })).rows[0];
}

/** Enabled endpoints with their owners, in ascending order of ids. */
export async function enabledEndpoints(db: DatabasePool): Promise<(Holder & { readonly id: number })[]> {
  const { rows } = await db.query<Holder & { id: number }>(
    `select e.id, e.env, a.id as "appId", a.organization_id as "organizationId"
     from control.webhook_endpoints e join control.apps a on a.id = e.app_id where e.disabled_at is null order by e.id`,
  );
  return rows;
}

/** Scope of a merchant's store for the app of an endpoint. */
export function scopeOf(reached: Reached): TenantScope {
  const { companyId, region, cell, moving, currency, appId, appName, product, storeIds } = reached;
  const { correlationId } = BACK_OFFICE;
  const scopes = SCOPE_SETS[product];
  return { companyId, region, cell, moving, currency, appId, appName, scopes, storeIds, correlationId };
}

export const viewAt = (reached: Reached): View =>
  viewOf(scopeOf(reached), { resources: (reached.resources ?? undefined) as readonly Resource[] | undefined });

/** Merchants whose cursors are started when an endpoint is added. */
const AT_ONCE = 1000;

/**
 * Starts a new endpoint at the end of its merchants' logs. Merchants beyond the first thousand, and in unavailable
 * regions, start with their first change after the endpoint was added.
 */
export async function startAtPresent({ control, regions }: Runtime, endpointId: number): Promise<void> {
  const merchants = await merchantsOf(control.pool, endpointId, { limit: AT_ONCE }, control.clock());
  for (const merchant of merchants) {
    try {
      const start = { endpointId, view: viewAt(merchant), since: null };
      await regions.tenant(scopeOf(merchant)).write((tx) => startCursor(tx, start));
    } catch (error) {
      if (!isUnavailable(error)) throw error;
    }
  }
}
