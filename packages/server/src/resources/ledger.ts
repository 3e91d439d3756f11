import { statement } from '../storage/statement.ts';
import type { TenantTransaction } from '../storage/tenant.ts';
import { columnsOf } from './columns.ts';

/** Key of a stock level: one item, or one variant of it, at one store. */
export interface LevelKey {
  readonly storeId: number;
  readonly itemId: number;
  readonly variantId: number | null;
}

/** One movement of stock. `change` is a signed decimal string, never zero. */
export interface Movement extends LevelKey {
  readonly lineId: number;
  readonly change: string;
  readonly unitCost: string | null;
}

interface StockDocument {
  readonly kind: 'purchaseOrder' | 'purchaseReturn' | 'stockTransfer' | 'stockAdjustment';
  readonly id: number;
}

export interface LevelChange {
  readonly before: string;
  readonly after: string;
}

/**
 * Writes ledger rows and levels in one statement. `order by` fixes the order in which levels are
 * locked. If several movements affect one level, each returns the level after the previous one.
 */
const MOVE = statement(
  'ledger.move',
  `with moved as (
     select * from unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::numeric[], $8::numeric[])
       with ordinality as m (id, store_id, item_id, variant_id, line_id, change, unit_cost, n)
   ), ledger as (
     insert into region.stock_movements (company_id, id, store_id, item_id, variant_id, change, unit_cost, document_kind,
       document_id, line_id, app_id, correlation_id, at, recorded_at)
     select $1, id, store_id, item_id, variant_id, change, unit_cost, $9, $10, line_id, $11, $12, $13, $13 from moved order by n
   ), levels as (
     insert into region.stock_levels as l (company_id, item_id, store_id, variant_id, on_hand)
     select $1, item_id, store_id, variant_id, sum(change) from moved
     group by item_id, store_id, variant_id order by item_id, store_id, variant_id
     on conflict (company_id, item_id, store_id, variant_id) do update set on_hand = l.on_hand + excluded.on_hand
     returning item_id, store_id, variant_id, on_hand
   )
   select region.quantity_text(after - change) as before, region.quantity_text(after) as after
   from (
     select m.n, m.change, l.on_hand - coalesce(sum(m.change) over (partition by m.item_id, m.store_id, m.variant_id
       order by m.n rows between 1 following and unbounded following), 0) as after
     from moved m
     join levels l on l.item_id = m.item_id and l.store_id = m.store_id and l.variant_id is not distinct from m.variant_id
   ) levelled order by n`,
);

/** Creates missing levels and locks existing ones, in the same order as MOVE. */
const LOCK_LEVELS = statement(
  'ledger.lock-levels',
  `with wanted as (
     select * from unnest($2::bigint[], $3::bigint[], $4::bigint[]) with ordinality as k (store_id, item_id, variant_id, n)
   ), levels as (
     insert into region.stock_levels as l (company_id, item_id, store_id, variant_id, on_hand)
     select distinct $1::bigint, item_id, store_id, variant_id, 0 from wanted order by item_id, store_id, variant_id
     on conflict (company_id, item_id, store_id, variant_id) do update set on_hand = l.on_hand
     returning item_id, store_id, variant_id, on_hand
   )
   select region.quantity_text(l.on_hand) as on_hand
   from wanted w
   join levels l on l.item_id = w.item_id and l.store_id = w.store_id and l.variant_id is not distinct from w.variant_id
   order by n`,
);

/**
 * Writes ledger rows and updates levels in one transaction. Returns each level before and after, in the order of
 * `movements`. Levels are locked by item, store and variant, so that two documents never deadlock; writers that also
 * lock items do so first, by id. Items that do not track stock have levels too, because stock on hand is a fact.
 */
export async function move(
  tx: TenantTransaction,
  document: StockDocument,
  movements: readonly Movement[],
): Promise<LevelChange[]> {
  if (movements.length === 0) return [];
  const { appId, correlationId } = tx.scope;
  const ids = await tx.newIds(movements.length);
  const written = columnsOf(movements, 'storeId', 'itemId', 'variantId', 'lineId', 'change', 'unitCost');
  const source = [document.kind, document.id, appId, correlationId, tx.timestamp];
  const changes = await tx.query<LevelChange>(MOVE, [ids, ...written, ...source]);
  tx.trace(movements.map((movement, i) => ({ ...movement, ...(changes[i] as LevelChange) })));
  noteMoved(tx, movements);
  return changes;
}

/** Adds moved stock to the merchant's log, by item and store. */
export function noteMoved(tx: TenantTransaction, moved: readonly Pick<LevelKey, 'storeId' | 'itemId'>[]): void {
  for (const { storeId, itemId } of moved)
    tx.changed({ resource: 'stock', id: itemId, kind: 'moved', storeIds: [storeId] });
}

/** Locks the levels until the transaction ends and returns them. */
export async function lockLevels(tx: TenantTransaction, keys: readonly LevelKey[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const rows = await tx.query<{ on_hand: string }>(LOCK_LEVELS, keysOf(keys));
  return rows.map((row) => row.on_hand);
}

const keysOf = (keys: readonly LevelKey[]) => columnsOf(keys, 'storeId', 'itemId', 'variantId');
