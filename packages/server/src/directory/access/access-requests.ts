import type { Pool } from 'pg';
import { toTimestamp } from '../../clock.ts';
import { LISTED_NAME, type Listing } from '../apps/app-listing.ts';

/** Time that a merchant has to decide, in milliseconds (time.access_request). */
export const ACCESS_REQUEST_LIFETIME = 30 * 24 * 60 * 60 * 1000;

export const ACCESS_REQUEST_STATES = [
  'PENDING',
  'APPROVED',
  'DECLINED',
  'REVOKED',
  'REPLACED',
  'EXPIRED',
  'WITHDRAWN',
] as const;
export type AccessRequestState = (typeof ACCESS_REQUEST_STATES)[number];

export interface AccessRequest {
  readonly id: number;
  readonly appId: number;
  readonly appName: string;
  readonly listing: Listing | null;
  readonly organizationName: string;
  readonly companyId: number;
  readonly storeIds: readonly number[];
  readonly approvedStoreIds: readonly number[] | null;
  readonly state: AccessRequestState;
  readonly createdAt: string;
  readonly decidedAt: string | null;
}

const COLUMNS = `r.id, r.app_id as "appId", ${LISTED_NAME} as "appName", a.listing, o.name as "organizationName", r.company_id as "companyId",
  to_json(r.store_ids) as "storeIds", to_json(r.approved_store_ids) as "approvedStoreIds",
  case when r.state = 'PENDING' and r.created_at < $2 then 'EXPIRED' else r.state end as state,
  r.created_at as "createdAt", r.decided_at as "decidedAt"`;

const FROM = `control.access_requests r join control.apps a on a.id = r.app_id
  join control.organizations o on o.id = a.organization_id`;

/** Statements with the company as `$1` and `expiredBefore` as `$2`. */
const ALL = `select ${COLUMNS} from ${FROM} where r.company_id = $1 order by r.id desc limit 200`;
const ONE = `select ${COLUMNS} from ${FROM} where r.company_id = $1 and r.id = $3`;
const APPROVED = `select ${COLUMNS} from ${FROM} where r.company_id = $1 and r.app_id = $3 and r.state = 'APPROVED'`;

/** One request, locked for a decision. */
export const LOCK_ONE = `${ONE} for update of r`;

/** A request made before this instant has expired. */
export const expiredBefore = (now: number): string => toTimestamp(now - ACCESS_REQUEST_LIFETIME);

/** A company's access requests, newest first. */
export async function accessRequestsOf(db: Pool, companyId: number, now: number): Promise<AccessRequest[]> {
  return (await db.query<AccessRequest>(ALL, [companyId, expiredBefore(now)])).rows;
}

export async function findAccessRequest(
  db: Pool,
  companyId: number,
  id: number,
  now: number,
): Promise<AccessRequest | undefined> {
  return (await db.query<AccessRequest>(ONE, [companyId, expiredBefore(now), id])).rows[0];
}

/** The request whose approval says what an app may read of a company now. */
export async function findApproved(
  db: Pool,
  { companyId, appId }: Pick<AccessRequest, 'companyId' | 'appId'>,
  now: number,
): Promise<AccessRequest | undefined> {
  return (await db.query<AccessRequest>(APPROVED, [companyId, expiredBefore(now), appId])).rows[0];
}
