import type { Regions } from '../database/regions.ts';
import { BACK_OFFICE, statement } from '../database/statement.ts';
import type { TenantStore } from '../database/tenant.ts';
import type { Control, Origin } from './control.ts';
import { DirectoryError } from './errors.ts';
import type { Merchant } from './merchants.ts';
import { describeMerchant } from './merchants.ts';

/** An open sandbox merchant to whose data something is written. */
export interface OpenSandbox {
  readonly regions: Regions;
  readonly merchant: Merchant;
  readonly correlationId: string;
}

interface Dependencies {
  readonly control: Control;
  readonly regions: Regions;
  readonly origin: Origin;
}

export async function openSandbox({ control, regions, origin }: Dependencies, companyId: number): Promise<OpenSandbox> {
  const merchant = await describeMerchant(control.pool, companyId);
  if (merchant.organizationId === null)
    throw new DirectoryError(`The merchant ${companyId} is not a sandbox merchant.`);
  if (!merchant.active) throw new DirectoryError(`The merchant ${companyId} is closed.`);
  return { merchant, regions, correlationId: origin.correlationId ?? BACK_OFFICE.correlationId };
}

/** The merchant's data, as its back office writes it. */
export const backOfficeOf = ({ regions, merchant, correlationId }: OpenSandbox): TenantStore =>
  regions.tenant({ ...merchant, ...BACK_OFFICE, correlationId });

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

export const listStores = (
  regions: Regions,
  merchant: Merchant,
  correlationId = BACK_OFFICE.correlationId,
): Promise<StoreSummary[]> => regions.tenant({ ...merchant, ...BACK_OFFICE, correlationId }).read<StoreSummary>(STORES);
