import type { Pool } from 'pg';
import { toTimestamp } from '../clock.ts';
import { lockApp } from './apps.ts';
import type { ControlTransaction } from './control.ts';
import { DirectoryError } from './directory-error.ts';

/** How long a merchant has to decide, in milliseconds (service.md "Limits"). */
export const ACCESS_REQUEST_LIFETIME = 30 * 24 * 60 * 60 * 1000;

const MAX_STORES = 1000;

export type AccessRequestState = 'PENDING' | 'APPROVED' | 'DECLINED' | 'REVOKED' | 'EXPIRED';

export interface AccessRequest {
  readonly id: number;
  readonly appId: number;
  readonly appName: string;
  readonly organizationName: string;
  readonly companyId: number;
  readonly storeIds: readonly number[];
  readonly approvedStoreIds: readonly number[] | null;
  readonly state: AccessRequestState;
  readonly createdAt: string;
  readonly decidedAt: string | null;
}

const COLUMNS = `r.id, r.app_id as "appId", a.name as "appName", o.name as "organizationName", r.company_id as "companyId",
  to_json(r.store_ids) as "storeIds", to_json(r.approved_store_ids) as "approvedStoreIds",
  case when r.state = 'PENDING' and r.created_at < $2 then 'EXPIRED' else r.state end as state,
  r.created_at as "createdAt", r.decided_at as "decidedAt"`;

const FROM = `control.access_requests r join control.apps a on a.id = r.app_id
  join control.organizations o on o.id = a.organization_id`;

const expiredBefore = (now: number): string => toTimestamp(now - ACCESS_REQUEST_LIFETIME);

/** An approved ADSR app asks for stores of a live merchant. */
export async function requestAccess(
  tx: ControlTransaction,
  { appId, companyId, storeIds }: { appId: number; companyId: number; storeIds: readonly number[] },
): Promise<number> {
  const { organizationId, product, reviewState } = await lockApp(tx, appId);
  if (product !== 'ADSR')
    throw new DirectoryError(`The app ${appId} is ${product}; access requests are for ADSR apps.`);
  if (reviewState !== 'APPROVED') throw new DirectoryError(`The app ${appId} is ${reviewState}, not APPROVED.`);
  const stores = [...new Set(storeIds)];
  if (stores.length === 0 || stores.length > MAX_STORES) {
    throw new DirectoryError(`An access request names 1 to ${MAX_STORES} stores.`);
  }
  const row = await tx.one<{ id: number }>(
    `insert into control.access_requests (app_id, company_id, store_ids, created_at)
     select $1, company_id, $3, $4 from control.merchants where company_id = $2 and active and not demo returning id`,
    [appId, companyId, stores, tx.timestamp],
  );
  if (!row) throw new DirectoryError(`No active live merchant ${companyId}.`);
  await tx.audit('access_request.created', {
    organizationId,
    appId,
    companyId,
    details: { id: row.id, storeIds: stores },
  });
  return row.id;
}

/** A company's access requests, newest first. */
export async function accessRequestsOf(db: Pool, companyId: number, now: number): Promise<AccessRequest[]> {
  const { rows } = await db.query<AccessRequest>(
    `select ${COLUMNS} from ${FROM} where r.company_id = $1 order by r.id desc limit 200`,
    [companyId, expiredBefore(now)],
  );
  return rows;
}

export async function findAccessRequest(
  db: Pool,
  companyId: number,
  id: number,
  now: number,
): Promise<AccessRequest | undefined> {
  const { rows } = await db.query<AccessRequest>(
    `select ${COLUMNS} from ${FROM} where r.company_id = $1 and r.id = $3`,
    [companyId, expiredBefore(now), id],
  );
  return rows[0];
}

/** The owner agrees, for all or fewer of the stores. A request of the same app that was approved before gives way. */
export async function approveAccess(
  tx: ControlTransaction,
  { companyId, id, storeIds }: { companyId: number; id: number; storeIds: readonly number[] },
): Promise<void> {
  const request = await lockPending(tx, companyId, id);
  if (storeIds.length === 0) throw new DirectoryError('Choose at least one store, or decline.');
  const foreign = storeIds.find((storeId) => !request.storeIds.includes(storeId));
  if (foreign !== undefined) throw new DirectoryError(`The request does not name the store ${foreign}.`);
  await tx.query(
    `update control.access_requests set state = 'REVOKED' where app_id = $1 and company_id = $2 and state = 'APPROVED'`,
    [request.appId, companyId],
  );
  await tx.query(
    `update control.access_requests set state = 'APPROVED', approved_store_ids = $2, decided_at = $3, decided_by = $4
     where id = $1`,
    [id, storeIds, tx.timestamp, tx.userId ?? null],
  );
  await tx.audit('access_request.approved', { appId: request.appId, companyId, details: { id, storeIds } });
}

export async function declineAccess(
  tx: ControlTransaction,
  { companyId, id }: { companyId: number; id: number },
): Promise<void> {
  const { appId } = await lockPending(tx, companyId, id);
  await tx.query(
    `update control.access_requests set state = 'DECLINED', decided_at = $2, decided_by = $3 where id = $1`,
    [id, tx.timestamp, tx.userId ?? null],
  );
  await tx.audit('access_request.declined', { appId, companyId, details: { id } });
}

/** The owner takes an approval back; the app's keys stop opening this company at once. */
export async function revokeAccess(
  tx: ControlTransaction,
  { companyId, id }: { companyId: number; id: number },
): Promise<void> {
  const row = await tx.one<{ appId: number }>(
    `update control.access_requests set state = 'REVOKED' where id = $1 and company_id = $2 and state = 'APPROVED'
     returning app_id as "appId"`,
    [id, companyId],
  );
  if (!row) throw new DirectoryError(`No approved access request ${id}.`);
  await tx.audit('access_request.revoked', { appId: row.appId, companyId, details: { id } });
}

async function lockPending(tx: ControlTransaction, companyId: number, id: number): Promise<AccessRequest> {
  const request = await tx.one<AccessRequest>(
    `select ${COLUMNS} from ${FROM} where r.id = $1 and r.company_id = $3 for update of r`,
    [id, expiredBefore(tx.now), companyId],
  );
  if (!request) throw new DirectoryError(`No access request ${id}.`);
  if (request.state !== 'PENDING') throw new DirectoryError(`The access request is ${request.state}.`);
  return request;
}
