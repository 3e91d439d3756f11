import type { Product } from '../../contract/products.ts';

const readWrite = (name: string) => [`${name}.read`, `${name}.write`];

/** The scopes of each product (auth.scope_names). */
export const BUNDLES: Readonly<Record<Product, readonly string[]>> = {
  FULL: [
    ...['stores.read', 'suppliers.read', 'taxes.read', 'reports.read', 'orders.read'],
    ...['items', 'categories', 'brands', 'menus', 'modifiers', 'purchase_orders'].flatMap(readWrite),
    ...['stock_transfers', 'stock_adjustments'].flatMap(readWrite),
  ],
  ONLINE_ORDER: ['stores', 'taxes', 'items', 'categories', 'menus', 'modifiers', 'orders'].map(
    (name) => `${name}.read`,
  ),
  ADSR: ['reports.read', 'stores.read'],
};
