import document from '@tillgate/openapi/openapi.json' with { type: 'json' };

export const PRODUCTS = ['FULL', 'ONLINE_ORDER', 'ADSR'] as const;
export type Product = (typeof PRODUCTS)[number];

export const ENVIRONMENTS = ['SANDBOX', 'PRODUCTION'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

const read = (...resources: string[]) => resources.map((resource) => `${resource}.read`);
const readWrite = (...resources: string[]) =>
  resources.flatMap((resource) => [`${resource}.read`, `${resource}.write`]);

/** Scopes of each product (auth.scope_names). A token always has all of them. */
export const SCOPES: Readonly<Record<Product, readonly string[]>> = {
  FULL: [
    ...read('stores', 'suppliers', 'taxes', 'reports', 'orders'),
    ...readWrite('items', 'categories', 'brands', 'menus', 'modifiers'),
    ...readWrite('purchase_orders', 'stock_transfers', 'stock_adjustments'),
  ],
  ONLINE_ORDER: read('stores', 'taxes', 'items', 'categories', 'menus', 'modifiers', 'orders'),
  ADSR: read('reports', 'stores'),
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
