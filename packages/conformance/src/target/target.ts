import type { BackOfficeFile } from '../back-office/read-back-office.ts';
import type { Environment, Product } from '../contract/products.ts';

export type AppRole =
  | 'main'
  | 'spare'
  | 'other'
  | 'limited'
  | 'archived'
  | 'revoked'
  | 'walled'
  | 'admitted'
  | 'single';
export type MerchantRole = 'main' | 'other' | 'foreign' | 'live' | 'undecided' | 'abroad' | 'single';

export interface App {
  readonly role: AppRole;
  readonly product: Product;
  readonly env: Environment;
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly apiKey?: string;
  readonly redirectUris?: readonly string[];
  /** Addresses from which the credential or key may be used. */
  readonly allowedIps?: readonly string[];
}

/** An app with OAuth client credentials. */
export interface ClientApp extends App {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Names an app's rate limit, which its credentials share across environments. Spare apps have one each. */
export const budgetOf = ({ role, product, clientId }: App): string =>
  role === 'spare' ? `spare ${clientId}` : `${role} ${product}`;

export interface Login {
  readonly email: string;
  readonly password: string;
}

export const REGIONS = ['UK', 'US', 'IN', 'AE'] as const;

export interface Merchant {
  readonly role: MerchantRole;
  readonly companyId: number;
  readonly region?: (typeof REGIONS)[number];
  readonly approvedStoreIds?: readonly number[];
  /** The merchant's back-office file, if any. */
  readonly backOffice?: BackOfficeFile;
  readonly owner?: Login;
  readonly employee?: Login;
}

export interface Limits {
  readonly requestsPerMinute: number;
  readonly mintsPerMinute: number;
}

/** Where a deployment's webhooks reach the suite. */
export interface ReceiverAddress {
  /** Origin, without a port if `port` is left out. */
  readonly url: string;
  /** The port of this machine that the URL leads to. If left out, any free one, which is added to the URL. */
  readonly port?: number;
}

/** A deployment under test (target.schema.json). */
export interface Target {
  readonly name: string;
  /** {base_url}, ending in /v1. */
  readonly baseUrl: string;
  /** {auth_url}, the host of the consent screen. */
  readonly authUrl: string | undefined;
  readonly clockUrl: string | undefined;
  readonly limits: Limits;
  /** A developer of the organization of the main apps. */
  readonly developer?: Login | undefined;
  readonly receiver?: ReceiverAddress | undefined;
  readonly apps: readonly App[];
  readonly merchants: readonly Merchant[];
}

/** A deployment, and a function that releases it. */
export interface OpenTarget {
  readonly target: Target;
  readonly stop: () => Promise<void>;
}
