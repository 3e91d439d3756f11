import { bitOf, RESOURCES, type Resource } from '../database/changes/resources.ts';

/** The changes that a reader sees: those of some resources, and of some stores or all. */
export interface View {
  /** Bits of the resources. */
  readonly resources: number;
  /** In ascending order; null for all. A change that concerns all stores is always seen. */
  readonly storeIds: readonly number[] | null;
}

/** Scope required to read each resource. */
export const SCOPES: Readonly<Record<Resource, string>> = {
  items: 'items.read',
  stock: 'items.read',
  categories: 'categories.read',
  brands: 'brands.read',
  menus: 'menus.read',
  modifiers: 'modifiers.read',
  purchaseOrders: 'purchase_orders.read',
  stockTransfers: 'stock_transfers.read',
  stockAdjustments: 'stock_adjustments.read',
  openOrders: 'orders.read',
  dailySales: 'reports.read',
  stores: 'stores.read',
  suppliers: 'suppliers.read',
  taxes: 'taxes.read',
};

/** Resources that a credential with these scopes can read. */
export const readableResources = (scopes: ReadonlySet<string>): Resource[] =>
  RESOURCES.filter((resource) => scopes.has(SCOPES[resource]));

interface Reader {
  readonly scopes?: ReadonlySet<string>;
  readonly storeIds?: readonly number[] | null;
}

interface Selection {
  readonly resources?: readonly Resource[] | undefined;
  readonly storeId?: readonly number[] | undefined;
}

/** View of a credential, limited to what a request selects. */
export function viewOf({ scopes, storeIds }: Reader, { resources = RESOURCES, storeId }: Selection = {}): View {
  const readable = resources.filter((resource) => scopes?.has(SCOPES[resource]));
  return {
    resources: readable.reduce((bits, resource) => bits | bitOf(resource), 0),
    storeIds: sorted(storeIds && storeId ? storeId.filter((id) => storeIds.includes(id)) : (storeId ?? storeIds)),
  };
}

const sorted = (ids: readonly number[] | null | undefined): number[] | null =>
  ids ? [...new Set(ids)].sort((a, b) => a - b) : null;

/** True if a view shows changes that an earlier one did not. */
export const hasGrown = ({ resources, storeIds }: View, earlier: View): boolean =>
  (resources & ~earlier.resources) !== 0 ||
  (earlier.storeIds !== null && (storeIds === null || storeIds.some((id) => !earlier.storeIds?.includes(id))));
