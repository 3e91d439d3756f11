/** Resources of the change log. The place of each is its bit, which stored rows have: append only. */
export const RESOURCES = [
  'items',
  'stock',
  'categories',
  'brands',
  'menus',
  'modifiers',
  'purchaseOrders',
  'stockTransfers',
  'stockAdjustments',
  'openOrders',
  'dailySales',
  'stores',
  'suppliers',
  'taxes',
] as const;

export type Resource = (typeof RESOURCES)[number];

const BITS = Object.fromEntries(RESOURCES.map((resource, i) => [resource, 2 ** i])) as Record<Resource, number>;

export const bitOf = (resource: Resource): number => BITS[resource];

export const resourceOf = (bit: number): Resource => RESOURCES[Math.log2(bit)] as Resource;
