import type { Regions } from '../../database/regions.ts';
import { BACK_OFFICE } from '../../database/scope.ts';
import { statement } from '../../database/statement.ts';
import type { Merchant } from './merchants.ts';

export interface NamedStore {
  readonly id: number;
  /** Undefined if the company has no such store. */
  readonly name: string | undefined;
}

const STORE_NAMES = statement(
  'directory.store-names',
  'select id, name from region.stores where company_id = $1 and id = any($2) order by name collate region.root_order, id',
);

/** Stores of a merchant by their ids, sorted by name; unknown ids come last. */
export async function namedStores(
  regions: Regions,
  merchant: Merchant,
  storeIds: readonly number[],
  correlationId = BACK_OFFICE.correlationId,
): Promise<NamedStore[]> {
  const tenant = regions.tenant({ ...merchant, ...BACK_OFFICE, correlationId });
  const found = await tenant.read<NamedStore>(STORE_NAMES, [storeIds]);
  const missing = storeIds.filter((id) => !found.some((store) => store.id === id));
  return [...found, ...missing.map((id) => ({ id, name: undefined }))];
}

export interface StoreSummary {
  readonly storeId: number;
  readonly name: string;
  readonly code: string;
  readonly active: boolean;
}

const STORES = statement(
  'directory.stores',
  `select id as "storeId", name, code, status = 1 as active from region.stores where company_id = $1
   order by name collate region.root_order, id limit 1000`,
);

/** Stores of a merchant, sorted by name. */
export const listStores = (
  regions: Regions,
  merchant: Merchant,
  correlationId = BACK_OFFICE.correlationId,
): Promise<StoreSummary[]> => regions.tenant({ ...merchant, ...BACK_OFFICE, correlationId }).read<StoreSummary>(STORES);
