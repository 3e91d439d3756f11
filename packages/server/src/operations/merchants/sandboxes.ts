import { type ControlTransaction, changeControl } from '../../control/control.ts';
import { DirectoryError } from '../../control/directory-error.ts';
import {
  createMerchant,
  lockMerchant,
  type Merchant,
  type NewMerchant,
  requireUnerased,
} from '../../control/merchants/merchants.ts';
import { lockOrganization } from '../../control/people/staff.ts';
import { BACK_OFFICE } from '../../database/scope.ts';
import type { Call } from '../operation.ts';

export interface RequestedMerchant extends Pick<NewMerchant, 'name' | 'region' | 'currency'> {
  readonly organizationId?: number | undefined;
  readonly demoData: boolean;
}

/** A merchant with the ids of its demo stores, if any. */
export interface FilledMerchant extends Merchant {
  readonly storeIds: readonly number[];
}

/**
 * Creates a merchant. Only sandbox merchants can have demo data; if the region becomes unavailable,
 * the merchant is created without data.
 */
export async function createWithData(
  call: Call,
  { organizationId, demoData, ...given }: RequestedMerchant,
): Promise<FilledMerchant> {
  const demo = organizationId !== undefined;
  if (demoData && !demo) throw new DirectoryError('Demo data is for the sandbox merchants of an organization.');
  if (demoData) call.sandboxData.checkCurrency(given.currency);
  const requested = { ...given, demo, organizationId: organizationId ?? null };
  const merchant = await changeControl(call.control, call.origin, async (tx) => {
    if (demo) await requireRoom(tx, organizationId);
    return createMerchant(tx, requested, call.regions.cellsIn(requested.region));
  });
  return { ...merchant, storeIds: demoData ? await fill(call, merchant) : [] };
}

/** Maximum number of sandbox merchants per organization. They are never removed, and anyone can sign up. */
const MAX_SANDBOXES = 50;

async function requireRoom(tx: ControlTransaction, organizationId: number): Promise<void> {
  await lockOrganization(tx, organizationId);
  const sandboxes = 'control.merchants where organization_id = $1 and active';
  if ((await tx.count(sandboxes, [organizationId])) < MAX_SANDBOXES) return;
  throw new DirectoryError(`An organization has at most ${MAX_SANDBOXES} sandbox merchants; reset one instead.`);
}

/**
 * Replaces the data of a sandbox merchant. The audit entry is written first, because the data may be in another
 * database.
 */
export async function resetSandbox(call: Call, { companyId }: { companyId: number }): Promise<FilledMerchant> {
  const merchant = await changeControl(call.control, call.origin, async (tx) => {
    const found = await lockMerchant(tx, companyId);
    if (found.organizationId === null) throw new DirectoryError(`The merchant ${companyId} is not a sandbox merchant.`);
    call.sandboxData.checkCurrency(found.currency);
    await requireUnerased(tx, companyId);
    await tx.audit('merchant.reset', { companyId, organizationId: found.organizationId });
    return found;
  });
  return { ...merchant, storeIds: await fill(call, merchant) };
}

const fill = ({ regions, origin, sandboxData }: Call, merchant: Merchant): Promise<number[]> =>
  sandboxData.fill(regions, merchant, origin.correlationId ?? BACK_OFFICE.correlationId);
