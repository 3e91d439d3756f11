import type { BackOfficeFile } from '../back-office/read-back-office.ts';
import type { Environment, Product } from '../engine/variants.ts';

export type AppRole =
  | 'main'
  | 'spare'
  | 'other'
  | 'limited'
  | 'archived'
  | 'revoked'
  | 'rotated'
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
  /** Where the credential, or the key, may be used from. */
  readonly allowedIps?: readonly string[];
  /** The secret that was in use until the one above replaced it. */
  readonly oldSecret?: OldSecret;
}

export interface OldSecret {
  readonly clientSecret: string;
  /** RFC 3339. */
  readonly rotatedAt: string;
}

/** An app that can prove itself as an OAuth client. */
export interface ClientApp extends App {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** The credentials of one app in both environments spend from one budget; of spare apps there may be many. */
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
  /** What its back office has written, as far as it is known. */
  readonly backOffice?: BackOfficeFile;
  readonly owner?: Login;
  readonly employee?: Login;
}

export interface Limits {
  readonly requestsPerMinute: number;
  readonly mintsPerMinute: number;
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
  readonly apps: readonly App[];
  readonly merchants: readonly Merchant[];
}

/** A deployment, and how to be done with it. */
export interface OpenTarget {
  readonly target: Target;
  readonly stop: () => Promise<void>;
}
