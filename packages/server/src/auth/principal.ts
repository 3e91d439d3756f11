import type { BlockList } from 'node:net';
import type { Environment, Product } from '../credentials/products.ts';

/** Caller of a request: an app, acting for one merchant. */
export interface Principal {
  readonly appId: number;
  readonly companyId: number;
  readonly product: Product;
  readonly env: Environment;
  readonly scopes: ReadonlySet<string>;
  /** Addresses that the credential may be used from; undefined for any. */
  readonly allowedIps: BlockList | undefined;
  /** Stores that the credential is limited to; null for all. */
  readonly storeIds: readonly number[] | null;
}
