import type { CellId } from './cells.ts';

/** The one merchant that a store object is for, and on whose behalf it writes. */
export interface TenantScope extends CellId {
  readonly companyId: number;
  /** True while the merchant moves to another cell: reads ask its cell first whether it is still there. */
  readonly moving: boolean;
  readonly currency: string;
  readonly appId: number;
  /** Null for the merchant's own back office. */
  readonly appName: string | null;
  /** Stores that the caller is limited to; null or absent for all. */
  readonly storeIds?: readonly number[] | null;
  readonly correlationId: string;
}

/** The merchant's own back office, and whatever acts for it without a request. */
export const BACK_OFFICE: Pick<TenantScope, 'appId' | 'appName' | 'correlationId'> = {
  appId: 0,
  appName: null,
  correlationId: '00000000-0000-0000-0000-000000000000',
};
