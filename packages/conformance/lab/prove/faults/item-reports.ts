import { type Faults, fault, sharing } from '../fault.ts';
import { ANY_COMPANY_OF_ROW, ANY_STORE, AT_STORES, BETWEEN, COMPANY } from '../how/statements.ts';

/** Wrong sales by item and stock on hand. */

const ITEMS = 'daily_item_sales r where ';

const inItems = (part: string): RegExp => new RegExp(`(${ITEMS}[^;]*?)${part}`);

const salesByItemFault = sharing({ where: { statement: 'reports.sales-by-item.*' } });

export const SALES_BY_ITEM_FAULTS: Faults = {
  'report.items-variants-together': salesByItemFault('sales_by_item.rows', 'variants are one row', {
    how: {
      from: /select r\.item_id, r\.variant_id, (r\.currency[^;]*?)group by r\.item_id, r\.variant_id,/,
      to: 'select r.item_id, min(r.variant_id) as variant_id, $1group by r.item_id,',
    },
  }),
  'report.items-variant-names': salesByItemFault('sales_by_item.rows', 'a variant has the name of its item', {
    how: { from: "select v->>'name' from", to: 'select i.name from' },
  }),
  'report.items-less-refunds': salesByItemFault('sales_by_item.quantity', 'what came back is off the quantity', {
    how: { from: 'sum(r.quantity)', to: 'sum(r.quantity - r.refunded_quantity)' },
  }),
  'report.items-whole-quantities': salesByItemFault('sales_by_item.quantity', 'quantities are rounded', {
    how: { from: 'quantity_text(p.quantity)', to: 'quantity_text(round(p.quantity))' },
  }),
  'report.items-no-discounts': salesByItemFault('sales_by_item.discounts', 'discounts are missing', {
    how: { from: 'sum(r.discounts)', to: 'sum(r.discounts) * 0' },
  }),
  'report.items-net-with-tax': salesByItemFault('sales_by_item.net', 'net has the tax in it', {
    how: { from: 'sum(r.net)', to: 'sum(r.net + r.tax)' },
  }),
  'report.items-tenths': salesByItemFault('reports.exact', 'amounts of an item are rounded to tenths', {
    how: {
      from: /region_uk\.money_text\((p\.\w+), p\.currency\)/g,
      to: 'region_uk.money_text(round($1, 1), p.currency)',
    },
  }),
  'report.items-sort-as-text': salesByItemFault('sales_by_item.sort', 'figures are sorted as text', {
    how: { from: /order by (net|gross|quantity) (asc|desc)/, to: 'order by $1::text $2' },
  }),
  'report.items-order': salesByItemFault('sales_by_item.sort', 'order is ignored', {
    how: { from: /order by (net|gross|quantity) asc/, to: 'order by $1 desc' },
  }),
  'report.items-page-repeats': salesByItemFault(
    'sales_by_item.pages',
    'a page begins with the last row of the one before',
    { how: { from: 'n > $5::bigint and', to: 'n >= $$5::bigint and' } },
  ),
  'report.items-total-of-page': salesByItemFault('sales_by_item.pages', 'the total is that of the page', {
    how: { from: 'select count(*) from sums', to: 'select count(*) from page' },
  }),
  'report.items-last-day': salesByItemFault('reports.period', 'the last day is left out', {
    how: { from: inItems(BETWEEN), to: '$1>= $$2::date and r.day < $$3::date' },
  }),
  'report.items-stores': salesByItemFault('reports.stores', 'sales by item ignore storeId', {
    how: { from: inItems(AT_STORES), to: ANY_STORE },
  }),
  'report.items-tenancy': salesByItemFault('reports.tenancy', "sales by item have every merchant's", {
    how: [
      { from: inItems(COMPANY), to: ANY_COMPANY_OF_ROW },
      {
        from: /join (region_\w+\.items i) on i\.company_id = \$1 and i\.id = p\.item_id/,
        to: 'join $1 on i.id = p.item_id',
      },
    ],
  }),
};

/** Stock on hand that ignores the movements of some documents. */
const unmoved = (condition: string) => ({
  from: 'region_uk.quantity_text(r.on_hand)',
  to: `region_uk.quantity_text(r.on_hand - coalesce((select sum(m.change) from region_uk.stock_movements m where m.company_id = r.company_id
      and m.store_id = r.store_id and m.item_id = r.item_id and m.variant_id is not distinct from r.variant_id
      and ${condition}), 0))`,
});

export const STOCK_ON_HAND_FAULTS: Faults = {
  'report.stock-unsold': fault('stock_on_hand.levels', 'sales do not move stock', {
    how: unmoved("m.document_kind = 'sale'"),
  }),
  'report.stock-not-returned': fault('stock_on_hand.levels', 'refunds do not move stock', {
    how: unmoved("m.document_kind = 'refund'"),
  }),
  'report.stock-combos': fault('stock_on_hand.untracked', 'a combo does not move its parts', {
    how: unmoved(`exists (select from region_uk.sale_lines l where l.company_id = m.company_id and l.sale_id = m.document_id
      and l.id = m.line_id and l.item_id <> m.item_id)`),
  }),
  'report.stock-cost-of-item': fault('stock_on_hand.value', "a variant has the item's cost", {
    how: { from: 'coalesce(v.cost, i.cost)', to: 'i.cost' },
  }),
  'report.stock-cost-unknown': fault('stock_on_hand.value', 'a cost that is not known is nothing', {
    how: { from: 'coalesce(v.cost, i.cost)', to: 'coalesce(v.cost, i.cost, 0)' },
  }),
  'report.stock-value-in-tenths': fault('stock_on_hand.value', 'values are rounded to tenths', {
    how: { from: 'round(r.on_hand * c.cost, region_uk.minor_units(i.currency))', to: 'round(r.on_hand * c.cost, 1)' },
  }),
  'report.stock-stores': fault('stock_on_hand.filters', 'stock on hand ignores storeId', {
    how: {
      from: /(stock_levels r where [^;]*?)r\.store_id = (?:any\()?(\$\d+)::bigint(?:\[\]\))?/g,
      to: '$1$2::text is not null',
    },
  }),
  'report.stock-items': fault('stock_on_hand.filters', 'stock on hand ignores itemId', {
    how: {
      from: /(stock_levels r where [^;]*?)r\.item_id = (?:any\()?(\$\d+)::bigint(?:\[\]\))?/g,
      to: '$1$2::text is not null',
    },
  }),
};
