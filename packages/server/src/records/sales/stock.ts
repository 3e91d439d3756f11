import { statement } from '../../database/statement.ts';
import type { TenantTransaction } from '../../database/tenant.ts';
import { columnsOf } from '../columns.ts';
import { correctCounts, type LateMovement, noteMoved } from '../ledger.ts';
import type { Sale, SaleLine, StockPart } from './rules.ts';

/** A change of stock through one line of a document: the line's `quantity`, with `times` the item in each unit sold. */
export interface BulkMovement {
  readonly kind: 'sale' | 'refund' | 'opening';
  readonly documentId: number;
  readonly lineId: number | null;
  readonly storeId: number;
  readonly itemId: number;
  readonly variantId: number | null;
  /** Signed; sales are negative. */
  readonly quantity: string;
  readonly times: string;
  readonly unitCost: string | null;
  /** The instant at which it happened, before it was recorded. */
  readonly at: string;
}

/** Writes ledger rows and their levels, in the order that all writers use. Returns the late ones. */
const MOVE = statement(
  'sales.move-stock',
  `with moved as (
     insert into region.stock_movements (company_id, id, store_id, item_id, variant_id, change, unit_cost, document_kind,
       document_id, line_id, app_id, correlation_id, recorded_at, at)
     select $1, id, store_id, item_id, variant_id, quantity * times, unit_cost, kind, document_id, line_id, $2, $3, $4, at
     from unnest($5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[], $9::numeric[], $10::numeric[], $11::numeric[],
         $12::text[], $13::bigint[], $14::bigint[], $15::timestamptz[])
       as m (id, store_id, item_id, variant_id, quantity, times, unit_cost, kind, document_id, line_id, at)
     returning id, store_id, item_id, variant_id, change, at
   ), levels as (
     insert into region.stock_levels as l (company_id, item_id, store_id, variant_id, on_hand)
     select $1, item_id, store_id, variant_id, sum(change) from moved
     group by item_id, store_id, variant_id order by item_id, store_id, variant_id
     on conflict (company_id, item_id, store_id, variant_id) do update set on_hand = l.on_hand + excluded.on_hand
     returning item_id, store_id, variant_id
   )
   select l.store_id as "storeId", l.item_id as "itemId", l.variant_id as "variantId", m.change::text as change,
     c.document, c.line, region.rfc3339(c.counted) as counted
   from moved m
   join levels l on l.item_id = m.item_id and l.store_id = m.store_id and l.variant_id is not distinct from m.variant_id
   cross join region.first_count($1, l.store_id, l.item_id, l.variant_id, m.at) c
   order by m.id`,
);

export async function moveInBulk(tx: TenantTransaction, movements: readonly BulkMovement[]): Promise<void> {
  if (movements.length === 0) return;
  const { appId, correlationId } = tx.scope;
  const ids = await tx.newIds(movements.length);
  const levels = columnsOf(movements, 'storeId', 'itemId', 'variantId');
  const sources = columnsOf(movements, 'quantity', 'times', 'unitCost', 'kind', 'documentId', 'lineId', 'at');
  const values = [appId, correlationId, tx.timestamp, ids, ...levels, ...sources];
  const late = await tx.query<LateMovement>(MOVE, values);
  noteMoved(tx, movements);
  await correctCounts(tx, late);
}

/** Stock that one unit of each item uses now: nothing if untracked, its components for a combo. */
const PARTS = statement(
  'sales.stock-parts',
  `select i.id as "soldId", i.id as "itemId", null::bigint as "variantId", '1' as quantity from region.items i
   where i.company_id = $1 and i.id = any($2::bigint[]) and i.track_stock
   union all
   select i.id, p.id, (c->>'variantId')::bigint, c->>'quantity'
   from region.items i cross join lateral json_array_elements(i.components) c
   join region.items p on p.company_id = $1 and p.id = (c->>'itemId')::bigint and p.track_stock
   where i.company_id = $1 and i.id = any($2::bigint[]) and i.type = 2`,
);

export type StockParts = ReadonlyMap<number, readonly StockPart[]>;

export async function readStockParts(tx: TenantTransaction, sales: readonly Sale[]): Promise<StockParts> {
  const lines = sales.flatMap((sale) => sale.lines);
  const sold = new Set(
    lines.flatMap(({ itemId, components = [] }) => [itemId, ...components.map((one) => one.itemId)]),
  );
  if (sold.size === 0) return new Map();
  const rows = await tx.query<StockPart & { soldId: number }>(PARTS, [[...sold]]);
  return Map.groupBy(rows, ({ soldId }) => soldId);
}

/**
 * Stock that each piece of a line uses. Combos are sold in whole numbers, so components never need more decimals than a
 * level has.
 */
export function partsOf({ itemId, variantId, components }: SaleLine, parts: StockParts): readonly StockPart[] {
  const used = components?.filter((one) => parts.has(one.itemId)) ?? parts.get(itemId) ?? [];
  return used.map((part) => (part.itemId === itemId ? { ...part, variantId } : part));
}

/** Movements of the parts of `quantity` pieces. */
export function movementsOf(
  { kind, storeId, soldAt }: Sale,
  { documentId, lineId }: Pick<BulkMovement, 'documentId' | 'lineId'>,
  quantity: string,
  parts: readonly StockPart[],
): BulkMovement[] {
  return parts.map((part) => ({
    kind,
    documentId,
    lineId,
    storeId,
    itemId: part.itemId,
    variantId: part.variantId,
    quantity: kind === 'sale' ? `-${quantity}` : quantity,
    times: part.quantity,
    unitCost: null,
    at: soldAt,
  }));
}
