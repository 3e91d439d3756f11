import type { Contract } from '../generated/specification/contract.ts';
import type { Table } from '../generated/specification/state.ts';

/** The contract as it is generated, with an example of each record that only the back office maintains. */
export interface TestContract extends Pick<Contract, 'schemas' | 'statuses'> {
  readonly operations: readonly Omit<Contract['operations'][number], 'readOnly'>[];
  readonly examples: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** A record as the API returns it. */
export interface TestRecord {
  readonly [property: string]: unknown;
  readonly id: number;
  readonly version: number;
}

/** Paths of the operations that create records. The records of other tables come from the back office. */
export const CREATE_PATHS: Partial<Readonly<Record<Table, string>>> = {
  brands: '/brands',
  categories: '/categories',
  items: '/items',
  menus: '/menus/create-with-items',
  modifiers: '/modifiers',
  purchaseOrders: '/purchase-orders?receive=false',
  stockTransfers: '/stock-transfers?receive=false',
  stockAdjustments: '/stock-adjustments?post=false',
};

/** The app that all credentials of the double belong to. */
export const TEST_APP = 'test';
