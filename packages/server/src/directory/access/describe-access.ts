import type { Pool } from 'pg';
import { toTimestamp } from '../../clock.ts';
import type { Environment, Product } from '../../credentials/products.ts';
import { instant, type Page, type PageRequest, readOne, readPage } from '../page.ts';
import { ACCESS_REQUEST_LIFETIME, type AccessRequestState, expiredBefore } from './access-requests.ts';

/** What an app has, or asks for, at a merchant. */
interface Grant {
  readonly appId: number;
  readonly app: string;
  readonly organizationId: number;
  readonly companyId: number;
}

export interface AccessRequestSummary extends Grant {
  /** Null for a reader who may not know the name. */
  readonly merchant: string | null;
  readonly accessRequestId: number;
  readonly storeIds: readonly number[];
  readonly approvedStoreIds: readonly number[] | null;
  readonly state: AccessRequestState;
  readonly createdAt: string;
  readonly decidedAt: string | null;
  /** Instant at which a pending request expires. */
  readonly expiresAt: string;
}

export interface GrantFilter {
  readonly organizationId?: number | undefined;
  readonly appId?: number | undefined;
  readonly companyId?: number | undefined;
}

const GRANT = `a.id as "appId", a.name as app, a.organization_id as "organizationId", m.company_id as "companyId"`;

/** Who reads access requests, and when. */
export interface AccessReader {
  readonly now: number;
  /** Developers, who learn the name of a merchant only while its owner lets their app in. */
  readonly isDeveloper: boolean;
}

/** Anybody can ask for access to a number, so the number alone must not turn into the name of a business. */
const NAME_FOR_DEVELOPERS = `case when exists (select from control.access_requests o where o.app_id = r.app_id
  and o.company_id = r.company_id and o.state = 'APPROVED') then m.name end`;

const requestsFor = ({ now, isDeveloper }: AccessReader) => ({
  key: 'r.id',
  descending: true,
  values: [expiredBefore(now), ACCESS_REQUEST_LIFETIME / 1000],
  from: `(select *, case when state = 'PENDING' and created_at < $1 then 'EXPIRED' else state end as state_now
      from control.access_requests) r
    join control.apps a on a.id = r.app_id join control.merchants m on m.company_id = r.company_id`,
  columns: `r.id as "accessRequestId", ${GRANT}, ${isDeveloper ? NAME_FOR_DEVELOPERS : 'm.name'} as merchant, to_json(r.store_ids) as "storeIds",
    to_json(r.approved_store_ids) as "approvedStoreIds", r.state_now as state,
    ${instant('r.created_at')} as "createdAt", ${instant('r.decided_at')} as "decidedAt",
    ${instant('r.created_at + make_interval(secs => $2)')} as "expiresAt"`,
});

const ofGrant = ({ organizationId, appId, companyId }: GrantFilter) => ({
  'a.organization_id = $': organizationId,
  'a.id = $': appId,
  'm.company_id = $': companyId,
});

export interface AccessRequestFilter extends GrantFilter {
  readonly state?: AccessRequestState | undefined;
}

/** Access requests, newest first. */
export const listAccessRequests = (
  db: Pool,
  { state, ...grant }: AccessRequestFilter,
  page: PageRequest,
  reader: AccessReader,
): Promise<Page<AccessRequestSummary>> =>
  readPage(db, requestsFor(reader), { ...ofGrant(grant), 'r.state_now = $': state }, page);

export const describeAccessRequest = (db: Pool, id: number, reader: AccessReader): Promise<AccessRequestSummary> =>
  readOne(db, requestsFor(reader), { 'r.id = $': id }, `No such access request: ${id}.`);

/** An app that a merchant has connected. */
export interface ConnectionSummary extends Grant {
  readonly merchant: string;
  readonly product: Product;
  readonly env: Environment;
  readonly connectedAt: string;
  /** Instant of the app's last token request. */
  readonly lastUsedAt: string;
}

const connectionsAt = (now: number) => ({
  key: 'f.id',
  values: [toTimestamp(now)],
  from: `(select app_id, company_id, env, min(id) as id, min(created_at) as connected_at, max(rotated_at) as used_at
      from control.token_families where revoked_at is null and expires_at > $1 group by app_id, company_id, env) f
    join control.apps a on a.id = f.app_id and a.archived_at is null
    join control.merchants m on m.company_id = f.company_id`,
  columns: `${GRANT}, m.name as merchant, a.product, f.env, ${instant('f.connected_at')} as "connectedAt",
    ${instant('f.used_at')} as "lastUsedAt"`,
});

/** Connections that can be refreshed, oldest first. */
export const listConnections = (
  db: Pool,
  filter: GrantFilter,
  page: PageRequest,
  now: number,
): Promise<Page<ConnectionSummary>> => readPage(db, connectionsAt(now), ofGrant(filter), page);

/** The connection of an app to a merchant. */
export const describeConnection = (
  db: Pool,
  grant: { readonly appId: number; readonly companyId: number },
  now: number,
): Promise<ConnectionSummary> =>
  readOne(
    db,
    connectionsAt(now),
    ofGrant(grant),
    `The app ${grant.appId} is not connected to merchant ${grant.companyId}.`,
  );
