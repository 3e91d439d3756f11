import sql from 'sql-template-tag';
import { revokeAccess } from './access-requests.ts';
import { disconnect } from './connections.ts';
import type { ControlTransaction } from './control.ts';
import { DirectoryError } from './errors.ts';
import { lockMerchant, type Merchant } from './merchants.ts';
import { eraseUser } from './users.ts';

/** Milliseconds after which every process knows that a merchant is closed. */
const NOTICED_AFTER = 60_000;

/**
 * Closes a merchant for good: ends its connections and approvals, removes its people, and erases people who belong
 * nowhere else, open invitations, and the names and addresses in its part of the audit log. Can be repeated.
 */
export async function eraseFromDirectory(
  tx: ControlTransaction,
  { companyId, records }: { readonly companyId: number; readonly records: boolean },
) {
  const merchant = await lockMerchant(tx, companyId);
  await requireNoMove(tx, companyId);
  if (records) await requireClosed(tx, merchant);
  const connections = await endAccess(tx, companyId);
  const people = await erasePeople(tx, companyId);
  const name = records ? `Removed ${companyId}` : merchant.name;
  await tx.query(sql`update control.merchants set active = false, name = ${name} where company_id = ${companyId}`);
  // Erases names and source addresses from the audit log. Events and instants remain.
  await tx.query(sql`update control.audit_log
    set source = case when source ~ '^[0-9a-f.:]+$' then null else source end,
      details = case when event in ('merchant.created', 'merchant.renamed')
        then details - 'name' - 'former' else details end
    where company_id = ${companyId} or user_id = any(${people})`);
  await tx.audit('merchant.erased', { companyId, details: { people: people.length, connections, records } });
  // People with another role in the service are not erased.
  return { ...merchant, name, active: false, people: people.length, connections };
}

export type ErasedMerchant = Awaited<ReturnType<typeof eraseFromDirectory>>;

/** Rejects a merchant that is being moved: its second copy would remain. */
async function requireNoMove(tx: ControlTransaction, companyId: number): Promise<void> {
  const move = await tx.one<{ state: string }>(sql`select state from control.merchant_moves
    where company_id = ${companyId} and ended_at is null`);
  if (move?.state === 'aborting')
    throw new DirectoryError(
      `An aborted move of the merchant ${companyId} has left a copy in another cell; run \`tillgate merchant move ${companyId} --abort\` first, which removes it.`,
    );
  if (move)
    throw new DirectoryError(`The merchant ${companyId} is moving to another cell; finish or abort the move first.`);
}

/** Every process must know that the merchant is closed. `endWrites` waits for writes in progress. */
async function requireClosed(tx: ControlTransaction, { companyId, active }: Merchant): Promise<void> {
  const since = await tx.one<{ at: string | null }>(sql`select min(at) as at from control.audit_log
    where company_id = ${companyId} and event in ('merchant.deactivated', 'merchant.erased') and id > coalesce(
      (select max(id) from control.audit_log where company_id = ${companyId} and event = 'merchant.activated'), 0)`);
  if (!active && (!since?.at || Math.abs(tx.now - Date.parse(since.at)) >= NOTICED_AFTER)) return;
  throw new DirectoryError(
    `The merchant ${companyId} has not been closed for a minute. Close it with \`tillgate merchant deactivate ${companyId}\`, and remove its records a minute later.`,
  );
}

async function endAccess(tx: ControlTransaction, companyId: number): Promise<number> {
  const connected = await tx.query<{ appId: number }>(sql`select distinct app_id as "appId" from control.token_families
    where company_id = ${companyId} and revoked_at is null order by 1`);
  for (const { appId } of connected) await disconnect(tx, companyId, appId);
  await tx.query(sql`delete from control.authorization_codes where company_id = ${companyId} and consumed_at is null`);
  const approved = await tx.query<{ id: number }>(sql`select id from control.access_requests
    where company_id = ${companyId} and state = 'APPROVED' order by id`);
  for (const { id } of approved) await revokeAccess(tx, { companyId, id });
  await tx.query(sql`update control.access_requests set state = 'DECLINED', decided_at = ${tx.timestamp}
    where company_id = ${companyId} and state = 'PENDING'`);
  return connected.length;
}

/** Removes the people, and erases the logins of people without another role. Returns their ids. */
async function erasePeople(tx: ControlTransaction, companyId: number): Promise<number[]> {
  await tx.query(sql`delete from control.invitations where company_id = ${companyId}`);
  const former = await tx.query<{ id: number }>(sql`delete from control.memberships where company_id = ${companyId}
    returning user_id as id`);
  const alone = await tx.query<{ id: number }>(sql`select id from control.users u
    where id = any(${former.map(({ id }) => id)}) and not exists (select from control.memberships where user_id = u.id)
    and not exists (select from control.developers where user_id = u.id)
    and not exists (select from control.operators where user_id = u.id) order by id for no key update`);
  for (const { id } of alone) await eraseUser(tx, id);
  return alone.map(({ id }) => id);
}
