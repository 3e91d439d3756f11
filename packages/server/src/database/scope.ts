import type { Holder } from '../process/shares.ts';
import type { CellId } from './cells.ts';

/** Merchant of a store, and the app that writes for it. */
export interface TenantScope extends CellId {
  readonly companyId: number;
  /** True while the merchant moves to another cell. Reads then first check that it is still there. */
  readonly moving: boolean;
  readonly currency: string;
  /** The smallest coin, by which the back office's sales may round. */
  readonly cashRounding?: string;
  readonly appId: number;
  /** Null for the merchant's back office. */
  readonly appName: string | null;
  /** Scopes of the caller's credential. The back office, which has none, reads without. */
  readonly scopes?: ReadonlySet<string>;
  /** Stores the caller is limited to; null or undefined for all. */
  readonly storeIds?: readonly number[] | null;
  readonly correlationId: string;
  /** Who gets a share of what many use; absent for work of no app. */
  readonly holder?: Holder;
}

/** The merchant's back office, and all work for it outside a request. */
export const BACK_OFFICE: Pick<TenantScope, 'appId' | 'appName' | 'correlationId'> = {
  appId: 0,
  appName: null,
  correlationId: '00000000-0000-0000-0000-000000000000',
};
