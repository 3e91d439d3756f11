import type { BackOffice } from '../../back-office/back-office.ts';
import { type Merchant, type Row, rowsOf } from '../../specification/state.ts';

/** Records of a back-office file by their ids on the deployment. */
export interface Ids {
  readonly store: (externalId: string) => Row | undefined;
  readonly supplier: (externalId: string) => number;
  readonly item: (externalId: string) => number;
  readonly variant: (item: string, name: string | null | undefined) => number | null;
}

/** Finds stores and items by their codes, suppliers and variants by their names. */
export function idsOf(merchant: Merchant, backOffice: BackOffice): Ids {
  const stores = new Map(rowsOf(merchant, 'stores').map((row) => [row.code, row]));
  const suppliers = new Map(rowsOf(merchant, 'suppliers').map(({ name, id }) => [name, id]));
  const items = new Map(rowsOf(merchant, 'items').map((row) => [row.itemCode, row]));
  const itemOf = (externalId: string) => items.get(backOffice.item(externalId).itemCode);
  return {
    store: (externalId) => stores.get(backOffice.store(externalId).code),
    supplier: (externalId) => suppliers.get(backOffice.suppliers.get(externalId)?.name) ?? 0,
    item: (externalId) => itemOf(externalId)?.id ?? 0,
    variant: (item, name) => {
      if (!name) return null;
      const variants = (itemOf(item)?.variants ?? []) as readonly { id: number; name: string }[];
      return variants.find((one) => one.name === name)?.id ?? 0;
    },
  };
}

/** Stands for a record that the deployment does not list, so that the next response differs. */
export const unlisted = (index: number): Row => ({
  id: -1 - index,
  version: 1,
  entryDate: '',
  updatedAt: '',
  app: undefined,
});
