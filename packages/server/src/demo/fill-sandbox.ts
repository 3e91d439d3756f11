import type { Merchant } from '../directory/merchants/merchants.ts';
import { emptyTenant } from '../storage/empty-tenant.ts';
import type { Regions } from '../storage/regions.ts';
import { BACK_OFFICE } from '../storage/scope.ts';
import type { DatedWriter } from './backdated-store.ts';
import { DAY } from './plan-dates.ts';
import { sandboxShop } from './sandbox-shop.ts';
import { planMerchant, writeMerchant } from './write-merchant.ts';

/** Replaces everything that a sandbox merchant has by demo data, in one transaction. Returns the ids of its stores. */
export function fillSandbox(
  regions: Regions,
  { companyId, name, region, cell, moving, currency }: Merchant,
  correlationId: string,
): Promise<number[]> {
  const scope = { companyId, region, cell, moving, currency, ...BACK_OFFICE, correlationId };
  const tenant = regions.tenant(scope);
  const plan = planMerchant(sandboxShop(name, region, currency), Math.floor(tenant.now() / DAY) * DAY);
  return tenant.write(async (tx) => {
    await emptyTenant(tx);
    const writer: DatedWriter = { write: (_, work) => work(tx) };
    return writeMerchant({ backOffice: writer, app: writer }, plan);
  });
}
