import { ENVIRONMENTS, type Environment, PRODUCTS, type Product } from '../contract/products.ts';

/** Where a client's credentials are sent: in HTTP Basic or in the body. */
export const CREDENTIALS = ['basic', 'body'] as const;

export type CredentialPlace = (typeof CREDENTIALS)[number];

/** Product and environment of an app, and how its client sends credentials. */
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
