import { statement } from '../../database/statement.ts';
import type { TenantTransaction } from '../../database/tenant.ts';
import { fromUnits, QUANTITY_DECIMALS, toUnits } from '../decimal.ts';
import { correctCounts, type LateMovement, type LevelKey, noteMoved } from '../ledger.ts';
import { columnsOf } from '../record-table.ts';
import type { Sale, SaleLine, StockPart } from './rules.ts';

/** A change of stock by one line of a document: `quantity` units, each with `times` pieces of the item. */
export interface BulkMovement extends LevelKey {
  readonly kind: 'sale' | 'refund' | 'opening';
  readonly documentId: number;
  readonly lineId: number | null;
  /** Signed; sales are negative. */
  readonly quantity: string;
  readonly times: string;
  readonly unitCost: string | null;
  /** When it happened, which is before it was recorded. */
  readonly at: string;
}

/** Writes ledger rows and levels, in the lock order that all writers use. Returns the late movements. */
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

type StockParts = ReadonlyMap<number, readonly StockPart[]>;

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

export function movementsOf(
  { kind, storeId, soldAt }: Sale,
  { documentId, lineId }: Pick<BulkMovement, 'documentId' | 'lineId'>,
  quantity: string,
  parts: readonly StockPart[],
): BulkMovement[] {
  const moved = kind === 'sale' ? `-${quantity}` : quantity;
  return parts.map(({ itemId, variantId, quantity: times }) => {
    return { kind, documentId, lineId, storeId, itemId, variantId, quantity: moved, times, unitCost: null, at: soldAt };
  });
}

/**
 * Stock that the sales `$2` took, per sold item or variant: `taken` in total, `kept` after refunds. Of the `sold`
 * pieces, `left` are not refunded. The rows of a voided refund cancel each other.
 */
const TAKEN = statement(
  'sales.taken-stock',
  `with lines as (
     select sale_id as document_id, id, item_id, variant_id, quantity, sale_id, true as is_sale, true as counts
     from region.sale_lines where company_id = $1 and sale_id = any($2::bigint[])
     union all
     select r.id, l.id, l.item_id, l.variant_id, l.quantity, r.refund_of, false, r.voided_at is null
     from region.sales r join region.sale_lines l on l.company_id = $1 and l.sale_id = r.id
     where r.company_id = $1 and r.refund_of = any($2::bigint[])
   ), pieces as (
     select sale_id, item_id, variant_id, sum(quantity) filter (where is_sale) as sold,
       sum(case when is_sale then quantity when counts then -quantity else 0 end) as left
     from lines group by sale_id, item_id, variant_id
   ), moved as (
     select l.sale_id, l.item_id, l.variant_id, m.item_id as part_id, m.variant_id as part_variant_id,
       -sum(m.change) filter (where l.is_sale) as taken, -sum(m.change) as kept
     from lines l join region.stock_movements m on m.company_id = $1 and m.document_id = l.document_id
       and m.line_id = l.id and m.document_kind in ('sale', 'refund')
     group by l.sale_id, l.item_id, l.variant_id, m.item_id, m.variant_id
   )
   select p.sale_id as "saleId", p.item_id as "soldId", p.variant_id as "soldVariantId", p.sold::text, p.left::text,
     m.part_id as "itemId", m.part_variant_id as "variantId", m.taken::text, m.kept::text
   from pieces p join moved m on m.sale_id = p.sale_id and m.item_id = p.item_id
     and m.variant_id is not distinct from p.variant_id
   where m.taken > 0 order by p.sale_id, p.item_id, p.variant_id, m.part_id, m.part_variant_id`,
);

type Place = Pick<StockPart, 'itemId' | 'variantId'>;

interface TakenRow extends Place, Readonly<Record<'sold' | 'left' | 'taken' | 'kept', string>> {
  readonly saleId: number;
  readonly soldId: number;
  readonly soldVariantId: number | null;
}

export class TakenStock {
  /** Quantities in thousandths. */
  readonly #taken: Map<string, { sold: bigint; left: bigint; parts: (Place & Record<'taken' | 'kept', bigint>)[] }>;

  private constructor(rows: readonly TakenRow[]) {
    const bySold = Map.groupBy(rows, ({ saleId, soldId, soldVariantId }) => keyOf(saleId, soldId, soldVariantId));
    this.#taken = new Map(
      [...bySold].map(([key, of]) => {
        const [{ sold, left }] = of as [TakenRow];
        const parts = of.map((row) => ({ ...row, taken: units(row.taken), kept: units(row.kept) }));
        return [key, { sold: units(sold), left: units(left), parts }];
      }),
    );
  }

  static async read(tx: TenantTransaction, sales: readonly Sale[]): Promise<TakenStock> {
    const saleIds = [...new Set(sales.flatMap(({ refundOf }) => refundOf ?? []))];
    return new TakenStock(saleIds.length === 0 ? [] : await tx.query<TakenRow>(TAKEN, [saleIds]));
  }

  /**
   * Returns the stock that a refund restores, in proportion to the pieces and rounded down to thousandths; the refund
   * of the last piece restores the rest. The item's current components and stock tracking do not matter.
   */
  giveBack(saleId: number, { itemId, variantId, quantity }: SaleLine): StockPart[] {
    const taken = this.#taken.get(keyOf(saleId, itemId, variantId));
    if (!taken) return [];
    const pieces = units(quantity);
    const isLast = pieces >= taken.left;
    taken.left -= pieces;
    return taken.parts.flatMap((part) => {
      const share = (part.taken * pieces) / taken.sold;
      const given = isLast || share > part.kept ? part.kept : share;
      part.kept -= given;
      if (given <= 0n) return [];
      return [{ itemId: part.itemId, variantId: part.variantId, quantity: fromUnits(given, QUANTITY_DECIMALS, 0) }];
    });
  }
}

const units = (quantity: string): bigint => toUnits(quantity, QUANTITY_DECIMALS);

const keyOf = (saleId: number, itemId: number, variantId: number | null): string => `${saleId} ${itemId} ${variantId}`;

export interface OpeningStock extends Pick<BulkMovement, keyof LevelKey | 'quantity' | 'unitCost' | 'at'> {
  readonly externalId: string;
}

const INSERT = statement(
  'opening-stocks.insert',
  `insert into region.opening_stocks (company_id, id, external_id, store_id, item_id, variant_id, quantity, unit_cost, at,
     entry_date)
   select $1, id, external_id, store_id, item_id, variant_id, quantity, unit_cost, at, $2
   from unnest($3::bigint[], $4::text[], $5::bigint[], $6::bigint[], $7::bigint[], $8::numeric[], $9::numeric[],
     $10::timestamptz[]) as n (id, external_id, store_id, item_id, variant_id, quantity, unit_cost, at)
   order by external_id
   on conflict (company_id, external_id) do nothing returning id`,
);

/** Writes opening stock into the ledger, once per external id. Returns how many were new. */
export async function writeOpeningStock(tx: TenantTransaction, stocks: readonly OpeningStock[]): Promise<number> {
  const ids = await tx.newIds(stocks.length);
  const rows = await tx.query<{ id: number }>(INSERT, [
    tx.timestamp,
    ids,
    ...columnsOf(stocks, 'externalId', 'storeId', 'itemId', 'variantId', 'quantity', 'unitCost', 'at'),
  ]);
  const inserted = new Set(rows.map(({ id }) => id));
  const movements = stocks.flatMap((stock, i) => {
    const documentId = ids[i] as number;
    if (!inserted.has(documentId)) return [];
    const { externalId: _, ...moved } = stock;
    return [{ ...moved, kind: 'opening' as const, documentId, lineId: null, times: '1' }];
  });
  await moveInBulk(tx, movements);
  return inserted.size;
}
