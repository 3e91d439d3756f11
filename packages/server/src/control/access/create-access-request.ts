import type { Regions } from '../../database/regions.ts';
import { lockApp } from '../apps/apps.ts';
import { type Control, type ControlTransaction, changeControl, type Origin } from '../control.ts';
import { DirectoryError } from '../directory-error.ts';
import { findMerchant, type Merchant } from '../merchants/merchants.ts';
import { namedStores } from '../merchants/stores.ts';
import { expiredBefore } from './access-requests.ts';

const MAX_STORES = 1000;

/** Stores of a merchant to which an app requests access. */
export interface RequestedAccess {
  readonly appId: number;
  readonly companyId: number;
  readonly storeIds: readonly number[];
}

/** Dependencies of an access request: the control plane and the merchant's region, which stores the merchant's data. */
export interface AccessDependencies {
  readonly control: Control;
  readonly regions: Regions;
}

/**
 * Requests access to stores of a live merchant for an approved ADSR app, or of a sandbox merchant of the app's organization for any.
 * Returns the request's id.
 */
export async function requestAccess(
  { control, regions }: AccessDependencies,
  origin: Origin,
  { appId, companyId, storeIds }: RequestedAccess,
): Promise<number> {
  const stores = [...new Set(storeIds)];
  if (stores.length === 0 || stores.length > MAX_STORES) {
    throw new DirectoryError(`An access request names 1 to ${MAX_STORES} stores.`);
  }
  const merchant = await findMerchant(control.pool, companyId);
  if (!merchant?.active || !(await canAsk(control, appId, merchant))) {
    throw new DirectoryError(`No active live merchant ${companyId}.`);
  }
  await checkStores(regions, merchant, stores);
  return changeControl(control, origin, (tx) => insertRequest(tx, merchant, { appId, companyId, storeIds: stores }));
}

/** True for live merchants, and the sandbox merchants of the app's organization. */
async function canAsk({ pool }: Control, appId: number, { demo, organizationId }: Merchant): Promise<boolean> {
  if (!demo) return true;
  const own = 'select from control.apps where id = $1 and organization_id = $2';
  return (await pool.query(own, [appId, organizationId])).rows.length > 0;
}

async function checkStores(regions: Regions, merchant: Merchant, storeIds: readonly number[]): Promise<void> {
  const unknown = (await namedStores(regions, merchant, storeIds)).filter(({ name }) => name === undefined);
  if (unknown.length === 0) return;
  const ids = unknown.map(({ id }) => id).join(', ');
  throw new DirectoryError(`Merchant ${merchant.companyId} has no store ${ids}.`);
}

/** Locks the app, so that its requests are serialized. */
async function insertRequest(
  tx: ControlTransaction,
  merchant: Merchant,
  { appId, companyId, storeIds }: RequestedAccess,
): Promise<number> {
  const { organizationId, product, reviewState } = await lockApp(tx, appId);
  if (product !== 'ADSR')
    throw new DirectoryError(`The app ${appId} is ${product}; access requests are for ADSR apps.`);
  if (!merchant.demo && reviewState !== 'APPROVED')
    throw new DirectoryError(`The app ${appId} is ${reviewState}, not APPROVED.`);
  await requireNonePending(tx, appId, companyId);
  const row = await tx.require<{ id: number }>(
    `insert into control.access_requests (app_id, company_id, store_ids, created_at)
     select $1, company_id, $3, $4 from control.merchants where company_id = $2 and active and demo = $5 returning id`,
    [appId, companyId, storeIds, tx.timestamp, merchant.demo],
    `No active live merchant ${companyId}.`,
  );
  await tx.audit('access_request.created', { organizationId, appId, companyId, details: { id: row.id, storeIds } });
  return row.id;
}

export async function withdrawAccessRequest(tx: ControlTransaction, id: number): Promise<void> {
  const row = await tx.require<{ appId: number; companyId: number; organizationId: number }>(
    `update control.access_requests r set state = 'WITHDRAWN' from control.apps a
     where r.id = $1 and r.state = 'PENDING' and r.created_at >= $2 and a.id = r.app_id
     returning r.app_id as "appId", r.company_id as "companyId", a.organization_id as "organizationId"`,
    [id, expiredBefore(tx.now)],
    `The access request ${id} is not pending.`,
  );
  await tx.audit('access_request.withdrawn', { ...row, details: { id } });
}

/** Allows one pending request per app and merchant. */
async function requireNonePending(tx: ControlTransaction, appId: number, companyId: number): Promise<void> {
  await tx.query(
    `update control.access_requests set state = 'EXPIRED'
     where app_id = $1 and company_id = $2 and state = 'PENDING' and created_at < $3`,
    [appId, companyId, expiredBefore(tx.now)],
  );
  const pending = await tx.one<{ id: number }>(
    `select id from control.access_requests where app_id = $1 and company_id = $2 and state = 'PENDING'`,
    [appId, companyId],
  );
  if (!pending) return;
  throw new DirectoryError(
    `The access request ${pending.id} of app ${appId} to merchant ${companyId} is still pending; wait until the owner has decided or it has expired.`,
  );
}
