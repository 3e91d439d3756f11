import type { Databases } from '../../src/database/database.ts';
import { type Region, schemaOf } from '../../src/process/region.ts';
import { DISAGREEMENTS } from './import-lines.ts';
import { violations } from './violations.ts';

export interface DemoTarget {
  readonly databases: Databases;
  readonly region: Region;
  readonly companyId: number;
  readonly now: number;
}

/** Rows of a query on a merchant's region. `$1` is the merchant, `$2` the time. */
export async function rowsOf<Row extends object>(target: DemoTarget, sql: string): Promise<Row[]> {
  const { databases, region, companyId, now } = target;
  const text = sql.replaceAll('region.', `${schemaOf(region)}.`);
  const values = [companyId, new Date(now).toISOString()].slice(0, text.includes('$2') ? 2 : 1);
  return (await databases.regions[region].query<Row>(text, text.includes('$1') ? values : [])).rows;
}

const LATEST = [
  ...['stores', 'suppliers', 'taxes', 'categories', 'brands', 'items', 'modifier_groups', 'menus'],
  ...['purchase_orders', 'purchase_returns', 'stock_transfers', 'stock_adjustments', 'open_orders'],
].map((table) => [table, 'updated_at']);

const future = ([table, column]: string[]) =>
  `select '${table}: in the future', id from region.${table} where company_id = $1 and ${column} > $2`;

const misnumbered = (table: string, number: string, prefix: string) => `
  select '${table}: numbers not in the order of dates', id from (
    select id, ${number} as number, row_number() over (order by entry_date, id) as n from region.${table} where company_id = $1) d
  where number <> '${prefix}-' || lpad(n::text, 6, '0')`;

const BREACHES = [
  ...[...LATEST, ['sales', 'sold_at'], ['stock_movements', 'at'], ['stock_movements', 'recorded_at']].map(future),
  `select 'movement: recorded before it happens', id from region.stock_movements where company_id = $1 and recorded_at < at`,
  `select 'item: created with another', min(id) from region.items where company_id = $1 group by entry_date having count(*) > 1`,
  `select 'item: without a level', coalesce(i.id, l.item_id) from (
     select i.id, v.id as variant_id, s.id as store_id from region.items i
     left join region.item_variants v on v.company_id = i.company_id and v.item_id = i.id
     join region.stores s on s.company_id = i.company_id where i.company_id = $1 and i.track_stock) i
   full join (select * from region.stock_levels where company_id = $1) l on l.item_id = i.id and l.store_id = i.store_id
     and coalesce(l.variant_id, 0) = coalesce(i.variant_id, 0)
   where i.id is null or l.item_id is null`,
  `select 'category: below the second level', c.id from region.categories c
   join region.categories p on p.company_id = c.company_id and p.id = c.parent_id
   where c.company_id = $1 and p.parent_id is not null`,
  `select 'menu: with an inactive item', e.menu_id from region.menu_items e
   join region.items i on i.company_id = e.company_id and i.id = e.item_id where e.company_id = $1 and i.status <> 1`,
  `select 'menu: short, or at no store', m.id from region.menus m where m.company_id = $1 and (
     (select count(*) from region.menu_items e where e.company_id = $1 and e.menu_id = m.id) < 5
     or not exists (select from region.menu_stores s where s.company_id = $1 and s.menu_id = m.id))`,
  `select 'modifiers: unused, or without a choice', g.id from region.modifier_groups g
   join lateral (select count(*) as options, count(*) filter (where o->>'status' = '1') as active
     from json_array_elements(g.options) o) o on true
   where g.company_id = $1 and (o.options < 2 or o.active < g.min_select or o.active < g.max_select
     or json_array_length(g.item_ids) = 0)`,
  misnumbered('purchase_orders', 'order_no', 'PO'),
  misnumbered('stock_transfers', 'transfer_no', 'ST'),
  misnumbered('stock_adjustments', 'adjustment_no', 'SA'),
  `select 'adjustment: counted what is not there', l.id from region.stock_adjustment_lines l
   where l.company_id = $1 and l.counted_at is not null and l.after <> (select sum(m.change) from region.stock_movements m
     where m.company_id = l.company_id and m.store_id = l.store_id and m.item_id = l.item_id
       and m.variant_id is not distinct from l.variant_id and m.at <= l.counted_at)`,
  `select 'refund: of no sale', id from region.sales where company_id = $1 and kind = 'refund' and refund_of is null`,
  `select 'sale: while the store is closed', s.id from region.sales s
   join region.stores t on t.company_id = s.company_id and t.id = s.store_id
   where s.company_id = $1 and s.kind = 'sale' and extract(hour from s.sold_at at time zone t.timezone) not between 8 and 19`,
];

/** Contradictions of the rules of stock, documents and sums, and of the promises of a demo. */
export async function breachesOf(target: DemoTarget): Promise<unknown[]> {
  const breaches = await rowsOf(target, BREACHES.join('\nunion all\n'));
  const sums = await rowsOf(target, DISAGREEMENTS.replaceAll('region_uk.', 'region.'));
  return [...breaches, ...sums, ...(await violations(target.databases, target.companyId, target.region))];
}

const distinct = (value: string, table: string) =>
  `(select array_agg(distinct ${value} order by ${value}) from region.${table} t where company_id = $1)`;

const PORTRAIT = `select
  ${distinct('type', 'items')} as items,
  ${distinct(`status || '/' || purch_status`, 'purchase_orders')} as orders,
  ${distinct(`status || '/' || transfer_status`, 'stock_transfers')} as transfers,
  ${distinct('status', 'stock_adjustments')} as adjustments,
  ${distinct('type', 'stock_adjustments')} as "adjustmentTypes",
  ${distinct('document_kind', 'stock_movements')} as ledger,
  ${distinct('channel', 'sales')} as channels,
  (select sum(paid_cash) > 0 and sum(paid_card) > 0 and sum(paid_online) > 0 and sum(paid_gift_card) > 0
     and sum(discounts) > 0 and sum(tax) > 0 from region.sales where company_id = $1) as "paidInAllWays",
  (select sum(delivery) > 0 and sum(takeaway) > 0 and sum(online) > 0 from region.menus where company_id = $1) as "menusForAll",
  (select array_agg(distinct days) from (
     select count(*) || ' days from ' || min(day) || ' to ' || max(day) as days from region.daily_sales
     where company_id = $1 group by store_id) d) as days`;

/** The states of each kind of document, the ways to pay and the days with sales that a demo merchant shows. */
export const portraitOf = async (target: DemoTarget): Promise<object> => (await rowsOf(target, PORTRAIT))[0] ?? {};

/** The part of the portrait that all demo merchants share. */
export const PORTRAIT_OF_ALL = {
  items: [0, 1, 2],
  orders: ['0/0', '1/0', '1/1', '1/2'],
  transfers: ['0/0', '1/0', '1/1', '1/2'],
  adjustments: [0, 1, 2],
  adjustmentTypes: [0, 1, 2],
  ledger: ['opening', 'purchaseOrder', 'purchaseReturn', 'refund', 'sale', 'stockAdjustment', 'stockTransfer'],
  channels: ['counter', 'delivery', 'dineIn', 'online', 'takeaway'],
  paidInAllWays: true,
  menusForAll: true,
};
