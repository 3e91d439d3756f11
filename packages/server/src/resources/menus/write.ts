import type { MenuCreate, MenuFull, MenuUpdate } from '../../contract/generated/types.gen.ts';
import type { TenantTransaction } from '../../storage/tenant.ts';
import { refuseTooFine } from '../money.ts';
import { type Basis, lockRecord } from '../record.ts';
import { membersOf, type WholeReply, writtenWhole } from '../whole.ts';
import { changedMenu, newMenu, pricesOf } from './rules.ts';
import { insertMenu, MENU, updateMenu, WHOLE_MENU } from './store.ts';

/** Writes a new menu by all of its rules. */
export async function createMenu(
  tx: TenantTransaction,
  input: MenuCreate,
): Promise<WholeReply<MenuFull> & { readonly id: number }> {
  refuseTooFine(pricesOf(input), tx.scope.currency);
  const id = await tx.newId();
  await insertMenu(tx, newMenu(input, id), input);
  return { id, ...(await writtenWhole(tx, WHOLE_MENU, id)) };
}

/** Writes a change of a menu by all of its rules. */
export async function changeMenu(
  tx: TenantTransaction,
  id: number,
  patch: MenuUpdate,
  basis: Basis,
): Promise<WholeReply<MenuFull>> {
  refuseTooFine(pricesOf(patch), tx.scope.currency);
  const current = await lockRecord(tx, MENU, id, basis, () => membersOf(tx, WHOLE_MENU, id));
  await updateMenu(tx, changedMenu(current, patch), patch);
  return writtenWhole(tx, WHOLE_MENU, id);
}
