import { References } from '../import/references.ts';
import type { ItemFields } from '../resources/items/rules.ts';
import type { TenantTransaction } from '../storage/tenant.ts';

/** One transaction of a merchant's history. */
export interface Step {
  readonly at: number;
  /** True for a write of a connected app rather than of the back office. */
  readonly byApp?: boolean;
  readonly write: (tx: TenantTransaction) => Promise<unknown>;
}

/** The records that earlier steps have written. */
export class Written {
  readonly references = new References();
  /** Items as they were created, by external id. */
  readonly items = new Map<string, ItemFields>();
  /** Ids of modifier groups, by external id. */
  readonly modifiers = new Map<string, number>();
  /** Items without stock at any store. Documents leave them out. */
  runOut: ReadonlySet<number> = new Set();
}
