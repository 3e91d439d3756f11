import type { Brand, BrandCreate, BrandUpdate } from '../../contract/generated/types.gen.ts';
import type { TenantTransaction } from '../../storage/tenant.ts';
import { type Basis, lockRecord, type Stored } from '../record.ts';
import { BRAND, insertBrand, updateBrand } from './store.ts';

/** Writes a new brand, defaults filled in. */
export async function createBrand(
  tx: TenantTransaction,
  input: BrandCreate,
): Promise<Stored<Brand> & { readonly id: number }> {
  const id = await tx.newId();
  return { id, ...(await insertBrand(tx, id, { status: 1, description: null, externalId: null, ...input })) };
}

/** Writes a change of a brand. */
export async function changeBrand(
  tx: TenantTransaction,
  id: number,
  patch: BrandUpdate,
  basis: Basis,
): Promise<Stored<Brand>> {
  const brand = await lockRecord(tx, BRAND, id, basis);
  return updateBrand(tx, id, { ...brand, ...patch });
}
