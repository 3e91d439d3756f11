import type { Pool } from 'pg';
import { toTimestamp } from '../../process/clock.ts';
import { LISTED_NAME, type Listing } from '../apps/app-listing.ts';
import { instant, type ListSource, type Page, type PageRequest, readOne, readPage } from '../page.ts';
import { GRANT_COLUMNS, type Grant, type GrantFilter, ofGrant } from './grant.ts';

/** Milliseconds that a merchant has to decide (time.access_request). */
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

interface Decided {
  readonly storeIds: readonly number[];
  readonly approvedStoreIds: readonly number[] | null;
  readonly state: AccessRequestState;
  readonly createdAt: string;
  readonly decidedAt: string | null;
}

/** An access request as its merchant sees it. */
export interface AccessRequest extends Decided {
  readonly id: number;
  readonly appId: number;
  readonly appName: string;
  readonly listing: Listing | null;
  readonly organizationName: string;
  readonly companyId: number;
}

const COLUMNS = `r.id, r.app_id as "appId", ${LISTED_NAME} as "appName", a.listing, o.name as "organizationName", r.company_id as "companyId",
  to_json(r.store_ids) as "storeIds", to_json(r.approved_store_ids) as "approvedStoreIds",
  case when r.state = 'PENDING' and r.created_at < $2 then 'EXPIRED' else r.state end as state,
  r.created_at as "createdAt", r.decided_at as "decidedAt"`;

/** Parameters: `$1` the company, `$2` `expiredBefore`. */
const ALL = `select ${COLUMNS} from control.access_requests r join control.apps a on a.id = r.app_id
  join control.organizations o on o.id = a.organization_id where r.company_id = $1`;
const ONE = `${ALL} and r.id = $3`;

export const LOCK_ONE = `${ONE} for update of r`;

/** Requests made before this instant have expired. */
export const expiredBefore = (now: number): string => toTimestamp(now - ACCESS_REQUEST_LIFETIME);

/** A company's access requests, newest first. */
export async function accessRequestsOf(db: Pool, companyId: number, now: number): Promise<AccessRequest[]> {
  const newest = `${ALL} order by r.id desc limit 200`;
  return (await db.query<AccessRequest>(newest, [companyId, expiredBefore(now)])).rows;
}

export async function findAccessRequest(
  db: Pool,
  companyId: number,
  id: number,
  now: number,
): Promise<AccessRequest | undefined> {
  return (await db.query<AccessRequest>(ONE, [companyId, expiredBefore(now), id])).rows[0];
}

/** The approved request, which decides what an app may read of a company. */
export async function findApproved(
  db: Pool,
  { companyId, appId }: Pick<AccessRequest, 'companyId' | 'appId'>,
  now: number,
): Promise<AccessRequest | undefined> {
  const approved = `${ALL} and r.app_id = $3 and r.state = 'APPROVED'`;
  return (await db.query<AccessRequest>(approved, [companyId, expiredBefore(now), appId])).rows[0];
}

/** An access request in lists. */
export interface AccessRequestSummary extends Grant, Decided {
  /** Null if the reader may not know the name. */
  readonly merchant: string | null;
  readonly accessRequestId: number;
  /** Instant at which a pending request expires. */
  readonly expiresAt: string;
}

/** Who reads access requests, and when. */
export interface AccessReader {
  readonly now: number;
  /** Developers see a merchant's name only while its owner's approval of their app is valid. */
  readonly isDeveloper: boolean;
}

/** Any developer can request access by number. The number alone must not reveal the name of the business. */
const NAME_FOR_DEVELOPERS = `case when exists (select from control.access_requests o where o.app_id = r.app_id
  and o.company_id = r.company_id and o.state = 'APPROVED') then m.name end`;

const requestsFor = ({ now, isDeveloper }: AccessReader): ListSource => ({
  key: 'r.id',
  descending: true,
  values: [expiredBefore(now), ACCESS_REQUEST_LIFETIME / 1000],
  from: `(select *, case when state = 'PENDING' and created_at < $1 then 'EXPIRED' else state end as state_now
      from control.access_requests) r
    join control.apps a on a.id = r.app_id join control.merchants m on m.company_id = r.company_id`,
  columns: `r.id as "accessRequestId", ${GRANT_COLUMNS}, ${isDeveloper ? NAME_FOR_DEVELOPERS : 'm.name'} as merchant,
    to_json(r.store_ids) as "storeIds", to_json(r.approved_store_ids) as "approvedStoreIds", r.state_now as state,
    ${instant('r.created_at')} as "createdAt", ${instant('r.decided_at')} as "decidedAt",
    ${instant('r.created_at + make_interval(secs => $2)')} as "expiresAt"`,
});

/** Access requests, newest first. */
export const listAccessRequests = (
  db: Pool,
  { state, ...grant }: GrantFilter & { readonly state?: AccessRequestState | undefined },
  page: PageRequest,
  reader: AccessReader,
): Promise<Page<AccessRequestSummary>> =>
  readPage(db, requestsFor(reader), { ...ofGrant(grant), 'r.state_now = $': state }, page);

export const describeAccessRequest = (db: Pool, id: number, reader: AccessReader): Promise<AccessRequestSummary> =>
  readOne(db, requestsFor(reader), { 'r.id = $': id }, `No such access request: ${id}.`);
