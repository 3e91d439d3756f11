import { lockApp } from '../apps/apps.ts';
import type { ControlTransaction } from '../control.ts';
import { DirectoryError } from '../directory-error.ts';
import { type AccessRequest, expiredBefore, LOCK_ONE } from './access-requests.ts';

/** The request has been pending for longer than 30 days. */
export class AccessRequestExpired extends DirectoryError {
  override name = 'AccessRequestExpired';
}

/** The request has already been decided. */
export class AccessRequestDecided extends DirectoryError {
  override name = 'AccessRequestDecided';
}

export interface Approval {
  readonly companyId: number;
  readonly id: number;
  readonly storeIds: readonly number[];
  /** The approved request that this approval replaces, as shown to the owner. */
  readonly replaces?: number | undefined;
}

/** Approves a request for some or all of its stores. Never replaces an approval that the owner was not shown. */
export async function approveAccess(tx: ControlTransaction, approval: Approval): Promise<void> {
  const { companyId, id, storeIds, replaces } = approval;
  await lockAppOf(tx, companyId, id);
  const { appId, storeIds: asked } = await lockPending(tx, companyId, id);
  if (storeIds.length === 0) throw new DirectoryError('Choose at least one store, or decline.');
  const foreign = storeIds.find((storeId) => !asked.includes(storeId));
  if (foreign !== undefined) throw new DirectoryError(`The request does not include the store ${foreign}.`);
  await endApproved(tx, { companyId, appId, id, replaces });
  await tx.query(
    `update control.access_requests set state = 'APPROVED', approved_store_ids = $2, decided_at = $3, decided_by = $4
     where id = $1`,
    [id, storeIds, tx.timestamp, tx.userId ?? null],
  );
  await tx.audit('access_request.approved', { appId, companyId, details: { id, storeIds } });
}

/** Serializes approvals of one app, so that the second one sees the first. */
async function lockAppOf(tx: ControlTransaction, companyId: number, id: number): Promise<void> {
  const request = await tx.require<{ appId: number }>(
    'select app_id as "appId" from control.access_requests where id = $1 and company_id = $2',
    [id, companyId],
    `No such access request: ${id}.`,
  );
  await lockApp(tx, request.appId);
}

interface Replacement extends Pick<Approval, 'companyId' | 'id' | 'replaces'> {
  readonly appId: number;
}

async function endApproved(tx: ControlTransaction, { companyId, appId, id, replaces }: Replacement): Promise<void> {
  const approved = await tx.one<{ id: number }>(
    `select id from control.access_requests where app_id = $1 and company_id = $2 and state = 'APPROVED' for update`,
    [appId, companyId],
  );
  if (approved?.id !== replaces) {
    throw new DirectoryError('The access of the app has changed since it was shown to the owner.');
  }
  if (!approved) return;
  await tx.query(`update control.access_requests set state = 'REPLACED' where id = $1`, [approved.id]);
  await tx.audit('access_request.replaced', { appId, companyId, details: { id: approved.id, by: id } });
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

/** Revokes an approval. The app's keys lose access to this company at once. */
export async function revokeAccess(
  tx: ControlTransaction,
  { companyId, id }: { companyId: number; id: number },
): Promise<void> {
  const row = await tx.require<{ appId: number }>(
    `update control.access_requests set state = 'REVOKED' where id = $1 and company_id = $2 and state = 'APPROVED'
     returning app_id as "appId"`,
    [id, companyId],
    `No approved access request: ${id}.`,
  );
  await tx.audit('access_request.revoked', { appId: row.appId, companyId, details: { id } });
}

async function lockPending(tx: ControlTransaction, companyId: number, id: number): Promise<AccessRequest> {
  const request = await tx.require<AccessRequest>(
    LOCK_ONE,
    [companyId, expiredBefore(tx.now), id],
    `No such access request: ${id}.`,
  );
  if (request.state === 'EXPIRED') throw new AccessRequestExpired(`The access request ${id} has EXPIRED.`);
  if (request.state !== 'PENDING') throw new AccessRequestDecided(`The access request ${id} is ${request.state}.`);
  return request;
}
