import type { BlockList } from 'node:net';
import type { Environment, Product } from '../../control/credentials/products.ts';

export interface Principal {
  readonly appId: number;
  readonly companyId: number;
  readonly product: Product;
  readonly env: Environment;
  readonly scopes: ReadonlySet<string>;
  /** Allowed source addresses; undefined for any. */
  readonly allowedIps: BlockList | undefined;
  /** Stores that the credential is limited to; null for all. */
  readonly storeIds: readonly number[] | null;
  readonly credential: 'key' | 'token';
  /** For a token that names the API by its alias: the address to which the request was sent. */
  readonly sentTo?: 'alias' | 'usual' | undefined;
}
