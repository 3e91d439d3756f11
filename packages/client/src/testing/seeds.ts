import type { Contract } from '../generated/specification/contract.ts';
import type { Row, Table } from '../generated/specification/state.ts';

/** Records that tests add, and the ones that each merchant begins with. */

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

/** A record of the back office: the example with what the test gives. */
export function maintained(example: object, given: object, id: number, now: string): Row {
  const row: Readonly<Record<string, unknown>> = { externalId: null, ...example, ...given };
  return { ...row, id: Number(row.id ?? id), version: 1, entryDate: now, updatedAt: now, app: undefined };
}

/** The app that all credentials of the double belong to. */
export const TEST_APP = 'test';
