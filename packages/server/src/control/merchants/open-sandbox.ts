import type { Regions } from '../../database/regions.ts';
import { BACK_OFFICE } from '../../database/scope.ts';
import type { TenantStore } from '../../database/tenant.ts';
import type { Control, Origin } from '../control.ts';
import { DirectoryError } from '../directory-error.ts';
import { describeMerchant } from './describe-merchant.ts';
import type { Merchant } from './merchants.ts';

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

/** Throws a DirectoryError unless the merchant is an open sandbox merchant. */
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
