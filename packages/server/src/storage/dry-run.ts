import type { Reply } from '../reply.ts';

/** A row that a write adds to the stock ledger, with the level before and after it. */
export interface TracedMovement {
  readonly storeId: number;
  readonly itemId: number;
  readonly variantId: number | null;
  readonly lineId: number;
  readonly change: string;
  readonly unitCost: string | null;
  readonly before: string;
  readonly after: string;
}

/** A write's reply as the dry run of it answers: beside the record what would have been added to the ledger. */
export function rehearsed<R extends Reply>(reply: R, movements: readonly TracedMovement[]): R {
  const dryRun = JSON.stringify({ movements });
  const body = `${reply.body.slice(0, -1)},"dryRun":${dryRun}}`;
  return { ...reply, body, headers: { ...reply.headers, 'Tillgate-Dry-Run': 'true' } };
}
