import document from '@tillgate/openapi/openapi.json' with { type: 'json' };

export const PRODUCTS = ['FULL', 'ONLINE_ORDER', 'ADSR'] as const;
export type Product = (typeof PRODUCTS)[number];

export const ENVIRONMENTS = ['SANDBOX', 'PRODUCTION'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

const readWrite = (resource: string) => [`${resource}.read`, `${resource}.write`];

/** Scopes of each product (auth.scope_names). A token always has all of them. */
export const SCOPES: Readonly<Record<Product, readonly string[]>> = {
  FULL: [
    'stores.read',
    'suppliers.read',
    'taxes.read',
    'reports.read',
    'orders.read',
    ...['items', 'categories', 'brands', 'menus', 'modifiers'].flatMap(readWrite),
    ...['purchase_orders', 'stock_transfers', 'stock_adjustments'].flatMap(readWrite),
  ],
  ONLINE_ORDER: [
    'stores.read',
    'taxes.read',
    'items.read',
    'categories.read',
    'menus.read',
    'modifiers.read',
    'orders.read',
  ],
  ADSR: ['reports.read', 'stores.read'],
};

export const SCOPE_SETS: Readonly<Record<Product, ReadonlySet<string>>> = {
  FULL: new Set(SCOPES.FULL),
  ONLINE_ORDER: new Set(SCOPES.ONLINE_ORDER),
  ADSR: new Set(SCOPES.ADSR),
};

interface SecuredOperation {
  readonly operationId?: string;
  readonly security?: readonly { readonly partnerToken?: readonly string[] }[];
}

export const OPERATION_SCOPES: ReadonlyMap<string, string> = new Map(
  Object.values<Record<string, unknown>>(document.paths)
    .flatMap((path) => Object.values(path) as SecuredOperation[])
    .flatMap(({ operationId, security }): [string, string][] => {
      const scope = security?.[0]?.partnerToken?.[0];
      return operationId !== undefined && scope !== undefined ? [[operationId, scope]] : [];
    }),
);
