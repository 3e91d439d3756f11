/** Dimensions of a variant: products, environments, and where a client's credentials are sent. */
export const PRODUCTS = ['FULL', 'ONLINE_ORDER', 'ADSR'] as const;
export const ENVIRONMENTS = ['SANDBOX', 'PRODUCTION'] as const;
export const CREDENTIALS = ['basic', 'body'] as const;

export type Product = (typeof PRODUCTS)[number];
export type Environment = (typeof ENVIRONMENTS)[number];
export type CredentialPlace = (typeof CREDENTIALS)[number];

export interface Variant {
  readonly product: Product;
  readonly env: Environment;
  readonly credentials: CredentialPlace;
}

/** The variant in which most of the contract is tested. */
export const MAIN: Variant = { product: 'FULL', env: 'SANDBOX', credentials: 'body' };

export const VARIANTS: readonly Variant[] = PRODUCTS.flatMap((product) =>
  ENVIRONMENTS.flatMap((env) => CREDENTIALS.map((credentials) => ({ product, env, credentials }))),
);

export const nameOf = ({ product, env, credentials }: Variant): string => `${product}/${env}/${credentials}`;
