import type { Pool } from 'pg';
import sql, { raw, type Sql } from 'sql-template-tag';
import type { Regions } from '../database/regions.ts';
import { instant } from '../database/statement.ts';
import { toTimestamp } from '../process/time.ts';
import { LISTED_NAME, type Listing, lockApp } from './apps.ts';
import { GRANT_COLUMNS, type Grant, type GrantFilter, ofGrant } from './connections.ts';
import { type Control, type ControlTransaction, changeControl, type Origin } from './control.ts';
import { DirectoryError } from './errors.ts';
import { findMerchant, namedStores } from './merchants.ts';
import { firstRowOf, type ListSource, type Page, type PageRequest, readOne, readPage, rowsOf } from './page.ts';

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

/** Requests made before this instant have expired. */
export const expiredBefore = (now: number): string => toTimestamp(now - ACCESS_REQUEST_LIFETIME);

const requestsOf = (companyId: number, now: number, condition: Sql): Sql =>
  sql`select r.id, r.app_id as "appId", ${raw(LISTED_NAME)} as "appName", a.listing, o.name as "organizationName",
    r.company_id as "companyId", to_json(r.store_ids) as "storeIds", to_json(r.approved_store_ids) as "approvedStoreIds",
    case when r.state = 'PENDING' and r.created_at < ${expiredBefore(now)} then 'EXPIRED' else r.state end as state,
    r.created_at as "createdAt", r.decided_at as "decidedAt"
    from control.access_requests r join control.apps a on a.id = r.app_id
    join control.organizations o on o.id = a.organization_id where r.company_id = ${companyId} ${condition}`;

/** Access requests to a merchant, newest first. */
export const accessRequestsOf = (db: Pool, companyId: number, now: number): Promise<AccessRequest[]> =>
  rowsOf<AccessRequest>(db, requestsOf(companyId, now, sql`order by r.id desc limit 200`));

export const findAccessRequest = (db: Pool, companyId: number, id: number, now: number) =>
  firstRowOf<AccessRequest>(db, requestsOf(companyId, now, sql`and r.id = ${id}`));

/** The approved request of an app to a merchant. It decides which stores the app may access. */
export const findApproved = (db: Pool, { companyId, appId }: Pick<AccessRequest, 'companyId' | 'appId'>, now: number) =>
  firstRowOf<AccessRequest>(db, requestsOf(companyId, now, sql`and r.app_id = ${appId} and r.state = 'APPROVED'`));

export interface AccessRequestSummary extends Grant, Decided {
  /** Null if the reader may not know the name. */
  readonly merchant: string | null;
  readonly accessRequestId: number;
  /** Instant at which a pending request expires. */
  readonly expiresAt: string;
}

export interface AccessReader {
  readonly now: number;
  /** Developers see a merchant's name only while its owner's approval of their app is valid. */
  readonly isDeveloper: boolean;
}

const requestsFor = ({ now, isDeveloper }: AccessReader): ListSource => {
  // Any developer can request access by number. The number alone must not reveal the name of the business.
  const nameForDevelopers = `case when exists (select from control.access_requests o where o.app_id = r.app_id
    and o.company_id = r.company_id and o.state = 'APPROVED') then m.name end`;
  return {
    key: 'r.id',
    descending: true,
    values: [expiredBefore(now), ACCESS_REQUEST_LIFETIME / 1000],
    from: `(select *, case when state = 'PENDING' and created_at < $1 then 'EXPIRED' else state end as state_now
        from control.access_requests) r
      join control.apps a on a.id = r.app_id join control.merchants m on m.company_id = r.company_id`,
    columns: `r.id as "accessRequestId", ${GRANT_COLUMNS}, ${isDeveloper ? nameForDevelopers : 'm.name'} as merchant,
      to_json(r.store_ids) as "storeIds", to_json(r.approved_store_ids) as "approvedStoreIds", r.state_now as state,
      ${instant('r.created_at')} as "createdAt", ${instant('r.decided_at')} as "decidedAt",
      ${instant('r.created_at + make_interval(secs => $2)')} as "expiresAt"`,
  };
};

export const listAccessRequests = (
  db: Pool,
  { state, ...grant }: GrantFilter & { readonly state?: AccessRequestState | undefined },
  page: PageRequest,
  reader: AccessReader,
): Promise<Page<AccessRequestSummary>> =>
  readPage(db, requestsFor(reader), { ...ofGrant(grant), 'r.state_now = $': state }, page);

export const describeAccessRequest = (db: Pool, id: number, reader: AccessReader): Promise<AccessRequestSummary> =>
  readOne(db, requestsFor(reader), { 'r.id = $': id }, `No such access request: ${id}.`);

const MAX_STORES = 1000;

export interface RequestedAccess {
  readonly appId: number;
  readonly companyId: number;
  readonly storeIds: readonly number[];
}

export interface AccessDependencies {
  readonly control: Control;
  readonly regions: Regions;
}

/** Requests an ADSR app's access to stores of a live merchant (approved apps only) or of its organization's sandbox. */
export async function requestAccess(
  { control, regions }: AccessDependencies,
  origin: Origin,
  { appId, companyId, storeIds }: RequestedAccess,
): Promise<number> {
  const stores = [...new Set(storeIds)];
  if (stores.length === 0 || stores.length > MAX_STORES)
    throw new DirectoryError(`An access request names 1 to ${MAX_STORES} stores.`);
  const merchant = await findMerchant(control.pool, companyId);
  const own = sql`select from control.apps where id = ${appId} and organization_id = ${merchant?.organizationId}`;
  const isReachable = merchant?.active && (!merchant.demo || (await firstRowOf(control.pool, own)));
  if (!isReachable) throw new DirectoryError(`No active live merchant ${companyId}.`);
  const unknown = (await namedStores(regions, merchant, stores)).filter(({ name }) => name === undefined);
  if (unknown.length > 0)
    throw new DirectoryError(`Merchant ${companyId} has no store ${unknown.map(({ id }) => id).join(', ')}.`);
  return changeControl(control, origin, async (tx) => {
    // Locks the app, so that its requests are serialized.
    const { organizationId, product, reviewState } = await lockApp(tx, appId);
    if (product !== 'ADSR')
      throw new DirectoryError(`The app ${appId} is ${product}; access requests are for ADSR apps.`);
    if (!merchant.demo && reviewState !== 'APPROVED')
      throw new DirectoryError(`The app ${appId} is ${reviewState}, not APPROVED.`);
    // One pending request is allowed per app and merchant.
    await tx.query(sql`update control.access_requests set state = 'EXPIRED'
      where app_id = ${appId} and company_id = ${companyId} and state = 'PENDING'
      and created_at < ${expiredBefore(tx.now)}`);
    const pending = await tx.one<{ id: number }>(sql`select id from control.access_requests
      where app_id = ${appId} and company_id = ${companyId} and state = 'PENDING'`);
    if (pending) {
      throw new DirectoryError(
        `The access request ${pending.id} of app ${appId} to merchant ${companyId} is still pending; wait until the owner has decided or it has expired.`,
      );
    }
    const { id } = await tx.require<{ id: number }>(
      sql`insert into control.access_requests (app_id, company_id, store_ids, created_at)
        select ${appId}, company_id, ${stores}, ${tx.timestamp} from control.merchants
        where company_id = ${companyId} and active and demo = ${merchant.demo} returning id`,
      `No active live merchant ${companyId}.`,
    );
    await tx.audit('access_request.created', { organizationId, appId, companyId, details: { id, storeIds: stores } });
    return id;
  });
}

export async function withdrawAccessRequest(tx: ControlTransaction, id: number): Promise<void> {
  const row = await tx.require<{ appId: number; companyId: number; organizationId: number }>(
    sql`update control.access_requests r set state = 'WITHDRAWN' from control.apps a
      where r.id = ${id} and r.state = 'PENDING' and r.created_at >= ${expiredBefore(tx.now)} and a.id = r.app_id
      returning r.app_id as "appId", r.company_id as "companyId", a.organization_id as "organizationId"`,
    `The access request ${id} is not pending.`,
  );
  await tx.audit('access_request.withdrawn', { ...row, details: { id } });
}

export class AccessRequestExpired extends DirectoryError {
  override name = 'AccessRequestExpired';
}

export class AccessRequestDecided extends DirectoryError {
  override name = 'AccessRequestDecided';
}

interface RequestId {
  readonly companyId: number;
  readonly id: number;
}

/**
 * Approves a request for some or all of its stores. `replaces` is the approved request that the owner was told it
 * replaces. Throws a DirectoryError if that is no longer the approved one.
 */
export async function approveAccess(
  tx: ControlTransaction,
  { companyId, id, storeIds, replaces }: RequestId & { storeIds: readonly number[]; replaces?: number | undefined },
): Promise<void> {
  const request = await tx.require<{ appId: number }>(
    sql`select app_id as "appId" from control.access_requests where id = ${id} and company_id = ${companyId}`,
    `No such access request: ${id}.`,
  );
  // Serializes approvals of one app, so that the second one sees the first.
  await lockApp(tx, request.appId);
  const { appId, storeIds: asked } = await lockPending(tx, companyId, id);
  if (storeIds.length === 0) throw new DirectoryError('Choose at least one store, or decline.');
  const foreign = storeIds.find((storeId) => !asked.includes(storeId));
  if (foreign !== undefined) throw new DirectoryError(`The request does not include the store ${foreign}.`);
  const replaced = await tx.one<{ id: number }>(sql`select id from control.access_requests
    where app_id = ${appId} and company_id = ${companyId} and state = 'APPROVED' for update`);
  if (replaced?.id !== replaces)
    throw new DirectoryError('The access of the app has changed since it was shown to the owner.');
  if (replaced) {
    await tx.query(sql`update control.access_requests set state = 'REPLACED' where id = ${replaced.id}`);
    await tx.audit('access_request.replaced', { appId, companyId, details: { id: replaced.id, by: id } });
  }
  await tx.query(sql`update control.access_requests
    set state = 'APPROVED', approved_store_ids = ${storeIds}, decided_at = ${tx.timestamp},
    decided_by = ${tx.userId ?? null}
    where id = ${id}`);
  await tx.audit('access_request.approved', { appId, companyId, details: { id, storeIds } });
}

export async function declineAccess(tx: ControlTransaction, { companyId, id }: RequestId): Promise<void> {
  const { appId } = await lockPending(tx, companyId, id);
  await tx.query(sql`update control.access_requests
    set state = 'DECLINED', decided_at = ${tx.timestamp}, decided_by = ${tx.userId ?? null} where id = ${id}`);
  await tx.audit('access_request.declined', { appId, companyId, details: { id } });
}

/** Revokes an approval. The app's keys lose access to this merchant at once. */
export async function revokeAccess(tx: ControlTransaction, { companyId, id }: RequestId): Promise<void> {
  const row = await tx.require<{ appId: number }>(
    sql`update control.access_requests set state = 'REVOKED'
      where id = ${id} and company_id = ${companyId} and state = 'APPROVED'
      returning app_id as "appId"`,
    `No approved access request: ${id}.`,
  );
  await tx.audit('access_request.revoked', { appId: row.appId, companyId, details: { id } });
}

async function lockPending(tx: ControlTransaction, companyId: number, id: number): Promise<AccessRequest> {
  const request = await tx.require<AccessRequest>(
    requestsOf(companyId, tx.now, sql`and r.id = ${id} for update of r`),
    `No such access request: ${id}.`,
  );
  if (request.state === 'EXPIRED') throw new AccessRequestExpired(`The access request ${id} has EXPIRED.`);
  if (request.state !== 'PENDING') throw new AccessRequestDecided(`The access request ${id} is ${request.state}.`);
  return request;
}
