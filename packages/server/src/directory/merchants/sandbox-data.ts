import type { Regions } from '../../storage/regions.ts';
import type { Merchant } from './merchants.ts';

/** The demo data of sandbox merchants. */
export interface SandboxData {
  /** Throws a DirectoryError for a currency without prices in it. */
  checkCurrency(currency: string): void;
  /** Replaces everything that the merchant has. Returns the ids of its stores. */
  fill(regions: Regions, merchant: Merchant, correlationId: string): Promise<number[]>;
}
