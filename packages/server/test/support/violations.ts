import type { Databases } from '../../src/database/database.ts';
import { type Region, schemaOf } from '../../src/process/region.ts';

/**
 * Invariants, checked in one statement and therefore on one state of the database. Each row is a
 * violation. Levels equal the sums of the ledger, totals equal the sums of levels, and each
 * document's lines, state and sums match its movements.
 */
export async function violations({ regions }: Databases, companyId: number, region: Region = 'UK'): Promise<unknown[]> {
  const { rows } = await regions[region].query(VIOLATIONS.replaceAll('region.', `${schemaOf(region)}.`), [companyId]);
  return rows;
}

/** Movements of one line in the ledger, in total or at one store. */
const ledger = (kind: string, line: string, store?: string) =>
  `(select coalesce(sum(change), 0) from region.stock_movements m
    where m.company_id = $1 and m.document_kind = '${kind}' and m.line_id = ${line} ${store ? `and m.store_id = ${store}` : ''})`;

/** Finds lines in the record that differ from the lines in their table. */
const linesDiffer = (documents: string, lines: string, key: string, columns: readonly [string, string][]) => `
  select '${documents}: lines of the record' as breach, coalesce(j.id, l.id) as id from (
    select d.id as document, (e->>'id')::bigint as id, ${columns.map(([name, column]) => `(e->>'${name}')::numeric as ${column}`).join(', ')}
    from region.${documents} d cross join json_array_elements(d.lines) e where d.company_id = $1
  ) j full join (select ${key} as document, * from region.${lines} where company_id = $1) l using (document, id)
  where l.id is null or j.id is null or ${columns.map(([, column]) => `j.${column} is distinct from l.${column}`).join(' or ')}`;

const RECEIVED: [string, string][] = [
  ['itemId', 'item_id'],
  ['quantity', 'quantity'],
  ['received', 'received'],
];

const stateDiffers = (documents: string, lines: string, key: string, state: string) => `
  select '${documents}: state', d.id from region.${documents} d join lateral (
    select case when bool_and(received = quantity) then 2 when bool_or(received > 0) then 1 else 0 end as follows
    from region.${lines} l where l.company_id = $1 and l.${key} = d.id
  ) s on true where d.company_id = $1 and (s.follows <> d.${state} or (d.status = 0 and s.follows <> 0))
  union all
  select '${documents}: outstanding', d.id from region.${documents} d cross join json_array_elements(d.lines) e
  where d.company_id = $1 and (e->>'received')::numeric + (e->>'outstanding')::numeric <> (e->>'quantity')::numeric`;

const VIOLATIONS = `
  select 'level' as breach, coalesce(l.item_id, m.item_id) as id
  from (select item_id, store_id, coalesce(variant_id, 0) as variant, on_hand from region.stock_levels where company_id = $1) l
  full join (select item_id, store_id, coalesce(variant_id, 0) as variant, sum(change) as moved
             from region.stock_movements where company_id = $1 group by 1, 2, 3) m using (item_id, store_id, variant)
  where coalesce(l.on_hand, 0) <> coalesce(m.moved, 0)
  union all
  select 'total', s.item_id from region.item_stock s where s.company_id = $1 and s.on_hand <>
    (select coalesce(sum(on_hand), 0) from region.stock_levels l where l.company_id = $1 and l.item_id = s.item_id)
  union all
  select 'movement of nothing', m.id from region.stock_movements m where m.company_id = $1 and not exists (
    select 1 from region.purchase_order_lines l where l.company_id = $1 and m.document_kind = 'purchaseOrder' and l.order_id = m.document_id and l.id = m.line_id
    union all select 1 from region.stock_transfer_lines l where l.company_id = $1 and m.document_kind = 'stockTransfer' and l.transfer_id = m.document_id and l.id = m.line_id
    union all select 1 from region.stock_adjustment_lines l where l.company_id = $1 and m.document_kind = 'stockAdjustment' and l.adjustment_id = m.document_id and l.id = m.line_id
    union all select 1 from region.sale_lines l where l.company_id = $1 and m.document_kind in ('sale', 'refund') and l.sale_id = m.document_id and l.id = m.line_id
    union all select 1 from region.purchase_returns r cross join json_array_elements(r.lines) e
      where r.company_id = $1 and m.document_kind = 'purchaseReturn' and r.id = m.document_id and (e->>'id')::bigint = m.line_id
    union all select 1 where m.document_kind = 'opening')
  union all
  ${linesDiffer('purchase_orders', 'purchase_order_lines', 'order_id', [...RECEIVED, ['unitCost', 'unit_cost']])}
  union all
  ${linesDiffer('stock_transfers', 'stock_transfer_lines', 'transfer_id', RECEIVED)}
  union all
  ${linesDiffer('stock_adjustments', 'stock_adjustment_lines', 'adjustment_id', [
    ['itemId', 'item_id'],
    ['quantity', 'quantity'],
    ['before', 'before'],
    ['after', 'after'],
  ])}
  union all
  ${stateDiffers('purchase_orders', 'purchase_order_lines', 'order_id', 'purch_status')}
  union all
  ${stateDiffers('stock_transfers', 'stock_transfer_lines', 'transfer_id', 'transfer_status')}
  union all
  select 'purchase_orders: ledger', l.id from region.purchase_orders d
  join region.purchase_order_lines l on l.company_id = $1 and l.order_id = d.id
  where d.company_id = $1 and l.received <> ${ledger('purchaseOrder', 'l.id', 'd.store_id')}
  union all
  select 'stock_transfers: ledger', l.id from region.stock_transfers d
  join region.stock_transfer_lines l on l.company_id = $1 and l.transfer_id = d.id
  where d.company_id = $1 and (l.received <> ${ledger('stockTransfer', 'l.id', 'd.to_store_id')}
    or -l.received <> ${ledger('stockTransfer', 'l.id', 'd.from_store_id')} or ${ledger('stockTransfer', 'l.id')} <> 0)
  union all
  select 'stock_adjustments: ledger', l.id from region.stock_adjustments d
  join region.stock_adjustment_lines l on l.company_id = $1 and l.adjustment_id = d.id
  where d.company_id = $1 and (
    (${ledger('stockAdjustment', 'l.id', 'd.store_id')} <> case d.status when 1 then l.after - l.before else 0 end
      -- A posted count has corrections too.
      and (d.type <> 0 or d.status <> 1))
    or (d.type = 0 and (l.counted_at is distinct from case d.status when 1 then d.counted_at end
      or (d.status = 1 and l.store_id is distinct from d.store_id)))
    or (l.before is null) <> case d.status when 0 then true when 1 then false else l.before is null end
    or (d.status = 0 and exists (select 1 from region.stock_movements m
      where m.company_id = $1 and m.document_kind = 'stockAdjustment' and m.document_id = d.id)))
  union all
  select 'purchase_orders: sums', d.id from region.purchase_orders d join lateral (
    select sum((e->>'subtotal')::numeric) as subtotal, sum((e->>'discount')::numeric) as discount,
      sum((e->>'tax')::numeric) as tax, sum((e->>'total')::numeric) as total,
      bool_or((e->>'subtotal')::numeric <> round((e->>'quantity')::numeric * (e->>'unitCost')::numeric, region.minor_units(d.currency))
        or (e->>'tax')::numeric <> round(((e->>'subtotal')::numeric - (e->>'discount')::numeric)
          * coalesce((e->>'taxRate')::numeric, 0) / 100, region.minor_units(d.currency))) as wrong
    from json_array_elements(d.lines) e
  ) s on true
  where d.company_id = $1 and (s.wrong or (d.subtotal, d.discount_total, d.tax_total, d.total)
    is distinct from (s.subtotal, s.discount, s.tax, s.total) or d.total <> d.subtotal - d.discount_total + d.tax_total)`;
