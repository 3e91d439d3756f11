import { changeControl } from '../control/control.ts';
import { DirectoryError } from '../control/errors.ts';
import { type ErasedMerchant, eraseFromDirectory } from '../control/merchant-erasure.ts';
import { emptyTenant } from '../database/merchant-tables.ts';
import { endWrites, NotInTime, removeLeftCopy } from '../database/move/switch.ts';
import { BACK_OFFICE, nextVersion, statement } from '../database/statement.ts';
import type { TenantTransaction } from '../database/tenant.ts';
import { schemaOf } from '../process/region.ts';
import { forgetRequests } from '../request-log/requests.ts';
import { forgetWebhooks } from '../webhooks/cursors.ts';
import type { Call } from './operation.ts';

/**
 * Erases the personal data of a merchant and, on request, its records. The control plane and the
 * audit entry come first, because the records may be in another database. Calling again resumes.
 */
export async function eraseMerchant(
  { control, regions, origin }: Call,
  input: { readonly companyId: number; readonly records: boolean },
): Promise<ErasedMerchant> {
  const merchant = await changeControl(control, origin, (tx) => eraseFromDirectory(tx, input));
  const { companyId, region, cell, moving, currency } = merchant;
  const correlationId = origin.correlationId ?? BACK_OFFICE.correlationId;
  const tenant = regions.tenant({ companyId, region, cell, moving, currency, ...BACK_OFFICE, correlationId });
  const home = regions.poolOf(merchant);
  await endWrites(home, { companyId, schema: schemaOf(region) }).catch((error) => {
    if (!(error instanceof NotInTime)) throw error;
    throw new DirectoryError(`${error.message} The merchant is closed; run this again to erase its data.`, {
      cause: error,
    });
  });
  await tenant.erase(input.records ? eraseRecords : erasePersonal);
  // An earlier version may have aborted a move without removing the copy.
  const copies = await regions.ask(async (pool, each) => {
    if (pool !== home) await removeLeftCopy(pool, { companyId, schema: schemaOf(each) });
  }, region);
  // Every region is cleared, because requests rejected before they reached the merchant's region
  // were logged in the first one.
  const logs = await regions.ask((pool, each) => forgetRequests(pool, schemaOf(each), companyId));
  // A cell that was unavailable may still hold the merchant's data.
  const unavailable = new Set([...copies.unavailable, ...logs.unavailable]);
  if (unavailable.size === 0) return merchant;
  const settings = [...unavailable].map((cell) => `DATABASE_URL_${cell}`).join(', ');
  throw new DirectoryError(
    `Merchant ${companyId} is not erased completely: cannot reach ${settings}. Its part of every other database is erased; run the command again when all of them answer.`,
  );
}

async function eraseRecords(tx: TenantTransaction): Promise<void> {
  await emptyTenant(tx);
  await forgetWebhooks(tx);
}

/** Personal data in a merchant's records: supplier contacts. Supplier names stay on orders for bookkeeping. */
const ERASE_SUPPLIERS = statement(
  undefined,
  `update region.suppliers set email = null, phone = null, version = ${nextVersion()}, updated_at = $2
   where company_id = $1 and (email is not null or phone is not null) returning id, version`,
);
/** Stored responses of idempotent writes. */
const ERASE_REPLIES = statement(undefined, 'delete from region.idempotency_keys where company_id = $1');

async function erasePersonal(tx: TenantTransaction): Promise<void> {
  const suppliers = await tx.query<{ id: number; version: number }>(ERASE_SUPPLIERS, [tx.timestamp]);
  const properties = ['email', 'phone'];
  for (const supplier of suppliers) tx.changed({ resource: 'suppliers', ...supplier, kind: 'updated', properties });
  await tx.query(ERASE_REPLIES);
  await forgetWebhooks(tx);
  tx.restartLog();
}
