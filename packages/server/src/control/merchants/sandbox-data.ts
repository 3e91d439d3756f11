import type { Regions } from '../../database/regions.ts';
import type { Merchant } from '../merchants.ts';

/** Demo data for sandbox merchants. */
export interface SandboxData {
  /** Throws a DirectoryError if the demo has no prices in the currency. */
  checkCurrency(currency: string): void;
  /** Replaces all of the merchant's data. Returns the ids of its stores. */
  fill(regions: Regions, merchant: Merchant, correlationId: string): Promise<number[]>;
}
