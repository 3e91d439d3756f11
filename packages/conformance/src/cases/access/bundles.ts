import { OPERATIONS } from '../../contract/bundle.ts';
import type { Product } from '../../contract/products.ts';

const scopesOf = (product: Product): readonly string[] => [
  ...new Set(OPERATIONS.flatMap(({ scope, products }) => (scope && products.includes(product) ? [scope] : []))),
];

/** The scopes of each product: those of its operations (auth.scope_names). */
export const BUNDLES: Readonly<Record<Product, readonly string[]>> = {
  FULL: scopesOf('FULL'),
  ONLINE_ORDER: scopesOf('ONLINE_ORDER'),
  ADSR: scopesOf('ADSR'),
};
