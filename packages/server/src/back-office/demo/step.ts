import type { TenantTransaction } from '../../database/tenant.ts';
import type { ItemFields } from '../../records/items/rules.ts';
import { References } from '../import/references.ts';
import type { PlannedItem } from './plan-items.ts';
import type { Catalogue } from './read-catalogue.ts';
import type { Shop } from './shops.ts';

/** One transaction of a merchant's history. */
export interface Step {
  readonly at: number;
  /** True if a connected app writes it, false for the back office. */
  readonly byApp?: boolean;
  readonly write: (tx: TenantTransaction) => Promise<unknown>;
}

/** Input of a merchant's steps. */
export interface Plan {
  readonly shop: Shop;
  readonly catalogue: Catalogue;
  readonly items: readonly PlannedItem[];
  readonly changes: readonly PlannedItem[];
  /** All dates are before this instant. */
  readonly base: number;
  readonly written: Written;
}

/** Records that earlier steps have written. */
export class Written {
  readonly references = new References();
  /** Items as they were created, by external id. */
  readonly items = new Map<string, ItemFields>();
  /** Ids of modifier groups, by external id. */
  readonly modifiers = new Map<string, number>();
  /** Items that are out of stock everywhere. Documents leave them out. */
  runOut: ReadonlySet<number> = new Set();
}
