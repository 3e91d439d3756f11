import type { Fault, Faults, Own } from '../fault.ts';
import { ANY_COMPANY_OF_ROW, ANY_STORE, AT_STORES, BETWEEN, COMPANY } from '../how/statements.ts';

/** Faults of sales by item and of stock on hand. */

const ITEMS = 'daily_item_sales r where ';

const inItems = (part: string): RegExp => new RegExp(`(${ITEMS}[^;]*?)${part}`);

export const SALES_BY_ITEM_FAULTS: Faults = {
  'report.items-variants-together': {
    breaks: 'sales_by_item.rows',
    text: 'variants are one row',
    by: ['sales-by-item.rows'],
    where: { statement: 'reports.sales-by-item.*' },
    how: {
      from: /select r\.item_id, r\.variant_id, (r\.currency[^;]*?)group by r\.item_id, r\.variant_id,/,
      to: 'select r.item_id, min(r.variant_id) as variant_id, $1group by r.item_id,',
    },
  },
  'report.items-variant-names': {
    breaks: 'sales_by_item.rows',
    text: 'a variant has the name of its item',
    by: ['sales-by-item.rows'],
    where: { statement: 'reports.sales-by-item.*' },
    how: { from: "select v->>'name' from", to: 'select i.name from' },
  },
  'report.items-less-refunds': {
    breaks: 'sales_by_item.quantity',
    text: 'what came back is off the quantity',
    by: ['sales-by-item.quantity'],
    where: { statement: 'reports.sales-by-item.*' },
    how: { from: 'sum(r.quantity)', to: 'sum(r.quantity - r.refunded_quantity)' },
  },
  'report.items-whole-quantities': {
    breaks: 'sales_by_item.quantity',
    text: 'quantities are rounded',
    by: ['sales-by-item.quantity'],
    where: { statement: 'reports.sales-by-item.*' },
    how: { from: 'quantity_text(p.quantity)', to: 'quantity_text(round(p.quantity))' },
  },
  'report.items-no-discounts': {
    breaks: 'sales_by_item.discounts',
    text: 'discounts are not told',
    by: ['sales-by-item.discounts'],
    where: { statement: 'reports.sales-by-item.*' },
    how: { from: 'sum(r.discounts)', to: 'sum(r.discounts) * 0' },
  },
  'report.items-net-with-tax': {
    breaks: 'sales_by_item.net',
    text: 'net has the tax in it',
    by: ['sales-by-item.net'],
    where: { statement: 'reports.sales-by-item.*' },
    how: { from: 'sum(r.net)', to: 'sum(r.net + r.tax)' },
  },
  'report.items-tenths': {
    breaks: 'reports.exact',
    text: 'amounts of an item are rounded to tenths',
    by: ['sales-by-item'],
    where: { statement: 'reports.sales-by-item.*' },
    how: {
      from: /region_uk\.money_text\((p\.\w+), p\.currency\)/g,
      to: 'region_uk.money_text(round($1, 1), p.currency)',
    },
  },
  'report.items-sort-as-text': {
    breaks: 'sales_by_item.sort',
    text: 'figures are sorted as text',
    by: ['sales-by-item.sort'],
    where: { statement: 'reports.sales-by-item.*' },
    how: { from: /order by (net|gross|quantity) (asc|desc)/, to: 'order by $1::text $2' },
  },
  'report.items-order': {
    breaks: 'sales_by_item.sort',
    text: 'order is not heeded',
    by: ['sales-by-item.sort'],
    where: { statement: 'reports.sales-by-item.*' },
    how: { from: /order by (net|gross|quantity) asc/, to: 'order by $1 desc' },
  },
  'report.items-page-repeats': {
    breaks: 'sales_by_item.pages',
    text: 'a page begins with the last row of the one before',
    by: ['sales-by-item.pages'],
    where: { statement: 'reports.sales-by-item.*' },
    how: { from: 'n > $5::bigint and', to: 'n >= $$5::bigint and' },
  },
  'report.items-total-of-page': {
    breaks: 'sales_by_item.pages',
    text: 'the total is that of the page',
    by: ['sales-by-item.pages'],
    where: { statement: 'reports.sales-by-item.*' },
    how: { from: 'select count(*) from sums', to: 'select count(*) from page' },
  },
  'report.items-last-day': {
    breaks: 'reports.period',
    text: 'the last day is left out',
    by: ['sales-by-item.period'],
    where: { statement: 'reports.sales-by-item.*' },
    how: { from: inItems(BETWEEN), to: '$1>= $$2::date and r.day < $$3::date' },
  },
  'report.items-stores': {
    breaks: 'reports.stores',
    text: 'storeId is not heeded by sales by item',
    by: ['sales-by-item.stores'],
    where: { statement: 'reports.sales-by-item.*' },
    how: { from: inItems(AT_STORES), to: ANY_STORE },
  },
  'report.items-tenancy': {
    breaks: 'reports.tenancy',
    text: "sales by item have every merchant's",
    by: ['sales-by-item.tenancy'],
    where: { statement: 'reports.sales-by-item.*' },
    how: [
      { from: inItems(COMPANY), to: ANY_COMPANY_OF_ROW },
      {
        from: /join (region_\w+\.items i) on i\.company_id = \$1 and i\.id = p\.item_id/,
        to: 'join $1 on i.id = p.item_id',
      },
    ],
  },
};

/** Stock on hand leaves out the movements of some documents. */
const unmoved = ({ breaks, text, condition }: Own<{ condition: string }>): Fault => ({
  breaks,
  text,
  by: ['stock-on-hand'],
  how: {
    from: 'region_uk.quantity_text(r.on_hand)',
    to: `region_uk.quantity_text(r.on_hand - coalesce((select sum(m.change) from region_uk.stock_movements m where m.company_id = r.company_id
      and m.store_id = r.store_id and m.item_id = r.item_id and m.variant_id is not distinct from r.variant_id
      and ${condition}), 0))`,
  },
});

export const STOCK_ON_HAND_FAULTS: Faults = {
  'report.stock-unsold': unmoved({
    breaks: 'stock_on_hand.levels',
    text: 'sales do not move stock',
    condition: "m.document_kind = 'sale'",
  }),
  'report.stock-not-returned': unmoved({
    breaks: 'stock_on_hand.levels',
    text: 'refunds do not move stock',
    condition: "m.document_kind = 'refund'",
  }),
  'report.stock-combos': unmoved({
    breaks: 'stock_on_hand.untracked',
    text: 'a combo does not move its parts',
    condition: `exists (select from region_uk.sale_lines l where l.company_id = m.company_id and l.sale_id = m.document_id
      and l.id = m.line_id and l.item_id <> m.item_id)`,
  }),
  'report.stock-cost-of-item': {
    breaks: 'stock_on_hand.value',
    text: "a variant has the item's cost",
    by: ['stock-on-hand.value'],
    how: { from: 'coalesce(v.cost, i.cost)', to: 'i.cost' },
  },
  'report.stock-cost-unknown': {
    breaks: 'stock_on_hand.value',
    text: 'a cost that is not known is nothing',
    by: ['stock-on-hand.value'],
    how: { from: 'coalesce(v.cost, i.cost)', to: 'coalesce(v.cost, i.cost, 0)' },
  },
  'report.stock-value-in-tenths': {
    breaks: 'stock_on_hand.value',
    text: 'values are rounded to tenths',
    by: ['stock-on-hand.value'],
    how: { from: 'round(r.on_hand * c.cost, region_uk.minor_units(i.currency))', to: 'round(r.on_hand * c.cost, 1)' },
  },
  'report.stock-stores': {
    breaks: 'stock_on_hand.filters',
    text: 'storeId is not heeded by stock on hand',
    by: ['stock-on-hand.filters'],
    how: {
      from: /(stock_levels r where [^;]*?)r\.store_id = (?:any\()?(\$\d+)::bigint(?:\[\]\))?/g,
      to: '$1$2::text is not null',
    },
  },
  'report.stock-items': {
    breaks: 'stock_on_hand.filters',
    text: 'itemId is not heeded by stock on hand',
    by: ['stock-on-hand.filters'],
    how: {
      from: /(stock_levels r where [^;]*?)r\.item_id = (?:any\()?(\$\d+)::bigint(?:\[\]\))?/g,
      to: '$1$2::text is not null',
    },
  },
  'report.stock-tenancy': {
    breaks: 'reports.tenancy',
    text: "stock on hand has every merchant's",
    by: ['stock-on-hand.tenancy'],
    how: { from: /(stock_levels r where )r\.company_id = \$1/g, to: ANY_COMPANY_OF_ROW },
  },
};
