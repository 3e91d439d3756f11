import type { Merchant } from '../../control/merchants/merchants.ts';
import { emptyTenant } from '../../database/empty-tenant.ts';
import type { Regions } from '../../database/regions.ts';
import { BACK_OFFICE } from '../../database/scope.ts';
import { DAY } from './dates.ts';
import { historyOf } from './history.ts';
import { sandboxShop } from './shops.ts';

/** Replaces all records of a sandbox merchant with demo data, in one transaction. Returns the ids of its stores. */
export async function fillSandbox(
  regions: Regions,
  { companyId, name, region, cell, moving, currency }: Merchant,
  correlationId: string,
): Promise<number[]> {
  const tenant = regions.tenant({ companyId, region, cell, moving, currency, ...BACK_OFFICE, correlationId });
  const base = Math.floor(tenant.now() / DAY) * DAY;
  return tenant.write(async (tx) => {
    const { steps, storeIds } = await historyOf(sandboxShop(name, region, currency), base);
    await emptyTenant(tx);
    for (const { write } of steps) await write(tx);
    return storeIds();
  });
}
