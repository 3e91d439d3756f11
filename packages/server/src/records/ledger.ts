import { statement } from '../database/statement.ts';
import type { TenantTransaction } from '../database/tenant.ts';
import { type FieldError, MOST_DETAILS, missingReference, notStockable, unusableReferences } from '../errors.ts';
import { minus } from './decimal.ts';
import { allInOrder } from './record.ts';
import { columnsOf } from './record-table.ts';

const UNSTOCKABLE = statement(
  'stockable.wrong',
  `select n::integer - 1 as index, i.type, l.variant_id as "variantId"
   from unnest($2::bigint[], $3::bigint[]) with ordinality as l (item_id, variant_id, n)
   left join region.items i on i.company_id = $1 and i.id = l.item_id
   left join region.item_variants v on v.company_id = $1 and v.item_id = l.item_id and v.id = l.variant_id
   where i.id is null or i.type = 2 or (i.type = 1 and l.variant_id is null) or (l.variant_id is not null and v.id is null)
   order by n limit ${MOST_DETAILS}`,
);

/** Rejects lines whose item or variant is unknown or has no stock. */
export async function requireStockable(
  tx: TenantTransaction,
  lines: readonly { readonly itemId: number; readonly variantId?: number | null }[],
): Promise<void> {
  if (lines.length === 0) return;
  const wrong = await tx.query<{ index: number; type: number | null; variantId: number | null }>(UNSTOCKABLE, [
    lines.map((line) => line.itemId),
    lines.map((line) => line.variantId ?? null),
  ]);
  const errors = wrong.map(({ index, type, variantId }): FieldError => {
    const [item, variant] = [`/lines/${index}/itemId`, `/lines/${index}/variantId`];
    if (type === null) return missingReference(item, 'item');
    if (type === 2) return notStockable(item, 'must not be a combo: a combo holds no stock of its own');
    if (variantId === null) return notStockable(variant, 'must name a variant of the item');
    return missingReference(variant, 'variant of this item');
  });
  if (errors.length > 0) throw unusableReferences(errors);
}

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
  /** When it happened; now if absent. */
  readonly at?: string;
}

interface StockDocument {
  readonly kind: 'purchaseOrder' | 'purchaseReturn' | 'stockTransfer' | 'stockAdjustment';
  readonly id: number;
}

interface Row extends Required<Movement> {
  readonly kind: StockDocument['kind'];
  readonly documentId: number;
}

/** A movement recorded after a count with a later instant, and the first such count with its line. */
export interface LateMovement extends LevelKey {
  readonly change: string;
  readonly document: number;
  readonly line: number;
  readonly counted: string;
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
     select * from unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::numeric[], $8::numeric[],
         $9::text[], $10::bigint[], $11::timestamptz[])
       with ordinality as m (id, store_id, item_id, variant_id, line_id, change, unit_cost, kind, document_id, at, n)
   ), ledger as (
     insert into region.stock_movements (company_id, id, store_id, item_id, variant_id, change, unit_cost, document_kind,
       document_id, line_id, app_id, correlation_id, at, recorded_at)
     select $1, id, store_id, item_id, variant_id, change, unit_cost, kind, document_id, line_id, $12, $13, at, $14
     from moved order by n
   ), levels as (
     insert into region.stock_levels as l (company_id, item_id, store_id, variant_id, on_hand)
     select $1, item_id, store_id, variant_id, sum(change) from moved
     group by item_id, store_id, variant_id order by item_id, store_id, variant_id
     on conflict (company_id, item_id, store_id, variant_id) do update set on_hand = l.on_hand + excluded.on_hand
     returning item_id, store_id, variant_id, on_hand
   )
   select region.quantity_text(after - change) as before, region.quantity_text(after) as after, c.document, c.line,
     region.rfc3339(c.counted) as counted
   from (
     select m.n, m.change, m.at, l.*, l.on_hand - coalesce(sum(m.change) over (
       partition by m.item_id, m.store_id, m.variant_id
       order by m.n rows between 1 following and unbounded following), 0) as after
     from moved m
     join levels l on l.item_id = m.item_id and l.store_id = m.store_id and l.variant_id is not distinct from m.variant_id
   ) levelled
   left join region.first_count($1, levelled.store_id, levelled.item_id, levelled.variant_id, levelled.at) c on true
   order by n`,
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
  { kind, id }: StockDocument,
  movements: readonly Movement[],
): Promise<LevelChange[]> {
  if (movements.length === 0) return [];
  const rows = movements.map((movement) => ({ at: tx.timestamp, ...movement, kind, documentId: id }));
  const written = await write(tx, rows);
  noteMoved(tx, movements);
  await correctCounts(
    tx,
    written.filter((row): row is Row & LevelChange & LateMovement => row.document !== null),
  );
  return written.map(({ before, after }) => ({ before, after }));
}

type Count = Pick<LateMovement, 'document' | 'line' | 'counted'>;

/** Returns the rows, each with its level and the first later count. */
async function write(tx: TenantTransaction, rows: readonly Row[]) {
  const { appId, correlationId } = tx.scope;
  const ids = await tx.newIds(rows.length);
  const levels = columnsOf(rows, 'storeId', 'itemId', 'variantId', 'lineId', 'change', 'unitCost');
  const sources = columnsOf(rows, 'kind', 'documentId', 'at');
  const results = await tx.query<LevelChange & (Count | { readonly [Name in keyof Count]: null })>(MOVE, [
    ...[ids, ...levels, ...sources, appId, correlationId, tx.timestamp],
  ]);
  const written = rows.map((row, i) => ({ ...row, ...(results[i] as (typeof results)[number]) }));
  tx.trace(
    written.map(({ storeId, itemId, variantId, lineId, change, unitCost, before, after }) => {
      return { storeId, itemId, variantId, lineId, change, unitCost, before, after };
    }),
  );
  return written;
}

/**
 * Reverses late movements at the instant of the first count posted before they arrived, so that this count and all
 * later ones stay right. The levels are locked already and end as they were before the movements.
 */
export async function correctCounts(tx: TenantTransaction, late: readonly LateMovement[]): Promise<void> {
  if (late.length === 0) return;
  await write(
    tx,
    late.map(({ storeId, itemId, variantId, change, document, line, counted }) => ({
      ...{ storeId, itemId, variantId, lineId: line, change: minus('0', change), unitCost: null },
      ...{ kind: 'stockAdjustment', documentId: document, at: counted },
    })),
  );
}

export function noteMoved(tx: TenantTransaction, moved: readonly Pick<LevelKey, 'storeId' | 'itemId'>[]): void {
  for (const { storeId, itemId } of moved)
    tx.changed({ resource: 'stock', id: itemId, kind: 'moved', storeIds: [storeId] });
}

/** Levels at an instant, in the order of the keys: the current levels without later movements. */
const LEVELS_AT = statement(
  'ledger.levels-at',
  `select region.quantity_text(l.on_hand - coalesce((select sum(change) from region.stock_movements m
     where m.company_id = $1 and m.item_id = w.item_id and m.store_id = w.store_id and m.at > $5::timestamptz
       and m.variant_id is not distinct from w.variant_id), 0)) as on_hand
   from unnest($2::bigint[], $3::bigint[], $4::bigint[]) with ordinality as w (store_id, item_id, variant_id, n)
   join region.stock_levels l on l.company_id = $1 and l.item_id = w.item_id and l.store_id = w.store_id
     and l.variant_id is not distinct from w.variant_id
   order by n`,
);

/** Locks the levels until the transaction ends, and returns their values at an instant. */
export async function lockLevelsAt(tx: TenantTransaction, keys: readonly LevelKey[], at: string): Promise<string[]> {
  const values = [...keysOf(keys), at];
  const [, rows] = await allInOrder([lockLevels(tx, keys), tx.query<{ on_hand: string }>(LEVELS_AT, values)]);
  return rows.map((row) => row.on_hand);
}

/** Locks the levels until the transaction ends and returns them. */
export async function lockLevels(tx: TenantTransaction, keys: readonly LevelKey[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const rows = await tx.query<{ on_hand: string }>(LOCK_LEVELS, keysOf(keys));
  return rows.map((row) => row.on_hand);
}

const keysOf = (keys: readonly LevelKey[]) => columnsOf(keys, 'storeId', 'itemId', 'variantId');
