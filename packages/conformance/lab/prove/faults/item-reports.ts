import type { ServerFault } from '../fault.ts';
import { ANY_COMPANY, ANY_STORE, AT_STORES, BETWEEN, COMPANY, sql } from '../kinds/reports.ts';

/** Faults of sales by item and of stock on hand. */

const ITEMS = 'daily_item_sales r where ';

const inItems = (part: string): RegExp => new RegExp(`(${ITEMS}[^;]*?)${part}`);

export const SALES_BY_ITEM_FAULTS: readonly ServerFault[] = [
  sql('items-variants-together', 'sales_by_item.rows', 'variants are one row', 'sales-by-item.rows', [
    /select r\.item_id, r\.variant_id, (r\.currency[^;]*?)group by r\.item_id, r\.variant_id,/,
    'select r.item_id, min(r.variant_id) as variant_id, $1group by r.item_id,',
  ]),
  sql('items-variant-names', 'sales_by_item.rows', 'a variant has the name of its item', 'sales-by-item.rows', [
    /select v->>'name' from/,
    'select i.name from',
  ]),
  sql('items-less-refunds', 'sales_by_item.quantity', 'what came back is off the quantity', 'sales-by-item.quantity', [
    /sum\(r\.quantity\)/,
    'sum(r.quantity - r.refunded_quantity)',
  ]),
  sql('items-whole-quantities', 'sales_by_item.quantity', 'quantities are rounded', 'sales-by-item.quantity', [
    /quantity_text\(p\.quantity\)/,
    'quantity_text(round(p.quantity))',
  ]),
  sql('items-no-discounts', 'sales_by_item.discounts', 'discounts are not told', 'sales-by-item.discounts', [
    /sum\(r\.discounts\)/,
    'sum(r.discounts) * 0',
  ]),
  sql('items-net-with-tax', 'sales_by_item.net', 'net has the tax in it', 'sales-by-item.net', [
    /sum\(r\.net\)/,
    'sum(r.net + r.tax)',
  ]),
  sql('items-tenths', 'reports.exact', 'amounts of an item are rounded to tenths', 'sales-by-item', [
    /region_uk\.money_text\((p\.\w+), p\.currency\)/g,
    'region_uk.money_text(round($1, 1), p.currency)',
  ]),
  sql('items-sort-as-text', 'sales_by_item.sort', 'figures are sorted as text', 'sales-by-item.sort', [
    /order by (net|gross|quantity) (asc|desc)/,
    'order by $1::text $2',
  ]),
  sql('items-order', 'sales_by_item.sort', 'order is not heeded', 'sales-by-item.sort', [
    /order by (net|gross|quantity) asc/,
    'order by $1 desc',
  ]),
  sql(
    'items-page-repeats',
    'sales_by_item.pages',
    'a page begins with the last row of the one before',
    'sales-by-item.pages',
    [/n > \$5::bigint and/, 'n >= $$5::bigint and'],
  ),
  sql('items-total-of-page', 'sales_by_item.pages', 'the total is that of the page', 'sales-by-item.pages', [
    /select count\(\*\) from sums/,
    'select count(*) from page',
  ]),
  sql('items-last-day', 'reports.period', 'the last day is left out', 'sales-by-item.period', [
    inItems(BETWEEN),
    '$1>= $$2::date and r.day < $$3::date',
  ]),
  sql('items-stores', 'reports.stores', 'storeId is not heeded by sales by item', 'sales-by-item.stores', [
    inItems(AT_STORES),
    ANY_STORE,
  ]),
  sql(
    'items-tenancy',
    'reports.tenancy',
    "sales by item have every merchant's",
    'sales-by-item.tenancy',
    [inItems(COMPANY), ANY_COMPANY],
    [/join (region_\w+\.items i) on i\.company_id = \$1 and i\.id = p\.item_id/, 'join $1 on i.id = p.item_id'],
  ),
];

/** Of the stock that is on hand, what some documents moved is as if it had not. */
const unmoved = (id: string, breaks: string, text: string, condition: string): ServerFault =>
  sql(id, breaks, text, 'stock-on-hand', [
    /region_uk\.quantity_text\(r\.on_hand\)/,
    `region_uk.quantity_text(r.on_hand - coalesce((select sum(m.change) from region_uk.stock_movements m where m.company_id = r.company_id
      and m.store_id = r.store_id and m.item_id = r.item_id and m.variant_id is not distinct from r.variant_id
      and ${condition}), 0))`,
  ]);

export const STOCK_ON_HAND_FAULTS: readonly ServerFault[] = [
  unmoved('stock-unsold', 'stock_on_hand.levels', 'sales do not move stock', "m.document_kind = 'sale'"),
  unmoved('stock-not-returned', 'stock_on_hand.levels', 'refunds do not move stock', "m.document_kind = 'refund'"),
  unmoved(
    'stock-combos',
    'stock_on_hand.untracked',
    'a combo does not move its parts',
    `exists (select from region_uk.sale_lines l where l.company_id = m.company_id and l.sale_id = m.document_id
      and l.id = m.line_id and l.item_id <> m.item_id)`,
  ),
  sql('stock-cost-of-item', 'stock_on_hand.value', "a variant has the item's cost", 'stock-on-hand.value', [
    /coalesce\(v\.cost, i\.cost\)/,
    'i.cost',
  ]),
  sql('stock-cost-unknown', 'stock_on_hand.value', 'a cost that is not known is nothing', 'stock-on-hand.value', [
    /coalesce\(v\.cost, i\.cost\)/,
    'coalesce(v.cost, i.cost, 0)',
  ]),
  sql('stock-value-in-tenths', 'stock_on_hand.value', 'values are rounded to tenths', 'stock-on-hand.value', [
    /round\(r\.on_hand \* c\.cost, region_uk\.minor_units\(i\.currency\)\)/,
    'round(r.on_hand * c.cost, 1)',
  ]),
  sql('stock-stores', 'stock_on_hand.filters', 'storeId is not heeded by stock on hand', 'stock-on-hand.filters', [
    /(stock_levels r where [^;]*?)r\.store_id = any\((\$\d+::bigint\[\])\)/g,
    '$1$2 is not null',
  ]),
  sql('stock-items', 'stock_on_hand.filters', 'itemId is not heeded by stock on hand', 'stock-on-hand.filters', [
    /(stock_levels r where [^;]*?)r\.item_id = any\((\$\d+::bigint\[\])\)/g,
    '$1$2 is not null',
  ]),
  sql('stock-tenancy', 'reports.tenancy', "stock on hand has every merchant's", 'stock-on-hand.tenancy', [
    /(stock_levels r where )r\.company_id = \$1/g,
    ANY_COMPANY,
  ]),
];
