import type { Region } from './region.ts';

/** The one merchant that a store object is for, and on whose behalf it writes. */
export interface TenantScope {
  readonly companyId: number;
  readonly region: Region;
  readonly currency: string;
  readonly appId: number;
  /** Null for the merchant's own back office. */
  readonly appName: string | null;
  /** Stores that the caller is limited to; null or absent for all. */
  readonly storeIds?: readonly number[] | null;
  readonly correlationId: string;
}
