import document from '@tillgate/openapi/openapi.json' with { type: 'json' };

export const PRODUCTS = ['FULL', 'ONLINE_ORDER', 'ADSR'] as const;
export type Product = (typeof PRODUCTS)[number];

export const ENVIRONMENTS = ['SANDBOX', 'PRODUCTION'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

interface SecuredOperation {
  readonly operationId?: string;
  readonly security?: readonly { readonly partnerToken?: readonly string[] }[];
  readonly 'x-products'?: readonly Product[];
}

/** The operations of the contract that require a scope. */
const SECURED = Object.values<Record<string, unknown>>(document.paths)
  .flatMap((path) => Object.values(path) as SecuredOperation[])
  .flatMap(({ operationId = '', security, 'x-products': products = [] }) => {
    const scope = security?.[0]?.partnerToken?.[0];
    return scope === undefined ? [] : [{ operationId, scope, products }];
  });

export const OPERATION_SCOPES: ReadonlyMap<string, string> = new Map(
  SECURED.map(({ operationId, scope }) => [operationId, scope]),
);

const scopesOf = (product: Product) =>
  new Set(SECURED.flatMap(({ scope, products }) => (products.includes(product) ? [scope] : [])));

/** Scopes of each product's operations (auth.scope_names). A token always has all of them. */
export const SCOPE_SETS: Readonly<Record<Product, ReadonlySet<string>>> = {
  FULL: scopesOf('FULL'),
  ONLINE_ORDER: scopesOf('ONLINE_ORDER'),
  ADSR: scopesOf('ADSR'),
};

export const SCOPES: Readonly<Record<Product, readonly string[]>> = {
  FULL: [...SCOPE_SETS.FULL],
  ONLINE_ORDER: [...SCOPE_SETS.ONLINE_ORDER],
  ADSR: [...SCOPE_SETS.ADSR],
};
