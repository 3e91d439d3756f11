import type { Fault } from '../fault.ts';
import { inList } from '../kinds/lists.ts';
import { asked, handle, replied, server, withQuery } from '../kinds/server.ts';
import { sql } from '../kinds/statements.ts';

const inItem = (id: string, text: string, pattern: RegExp, instead: string, breaks = 'items.at_store'): Fault =>
  sql(`item-${id}`, breaks, text, pattern, instead);

const inStock = (id: string, breaks: string, text: string, pattern: RegExp, instead: string): Fault =>
  sql(`stock-${id}`, breaks, text, pattern, instead);

const EMPTY_LIST = {
  data: [],
  pagination: { page: 1, limit: 10, total: 0, totalIsExact: true, hasMore: false, nextCursor: null },
};

/** What is on hand, where, and why; and which orders are open. */
export const STOCK_FAULTS: readonly Fault[] = [
  inItem(
    'status-ignores-store',
    "a store's own status of an item is not heeded",
    /least\(i\.status, coalesce\(o\.status, 1\)\)/,
    'i.status',
  ),
  inItem(
    'level-of-item',
    "a store's own low-stock level is not heeded",
    /coalesce\(o\.low_stock_level, i\.low_stock_level\)/g,
    'i.low_stock_level',
  ),
  inItem(
    'variant-price-of-store',
    "a store's price of the item goes before the variant's",
    /coalesce\(v\.price, o\.price, i\.price\)/,
    'coalesce(o.price, v.price, i.price)',
  ),
  inItem(
    'stock-of-all-stores',
    'what is on hand at a store is what all stores have',
    /and l\.item_id = i\.id and l\.store_id = \$3/,
    'and l.item_id = i.id and $3::bigint is not null',
  ),
  inItem(
    'low-below',
    'an item at its low-stock level is not low',
    /(region_\w+\.stock_status\(i\.track_stock, )coalesce\(l\.on_hand, 0\)/,
    '$1case when l.on_hand > 0 then l.on_hand + 0.001 else 0 end',
  ),
  inItem(
    'out-below-zero',
    'an item with nothing on hand is low',
    /(region_\w+\.stock_status\(i\.track_stock, )coalesce\(l\.on_hand, 0\)/,
    '$1coalesce(nullif(l.on_hand, 0), 0.001)',
  ),
  inItem(
    'variant-stock-lost',
    'variants have nothing on hand at a store',
    /trim_scale\(coalesce\(vl\.on_hand, 0\)\)::text/,
    "'0'",
    'items.variant_at_store',
  ),
  inStock(
    'of-item-everywhere',
    'op.getItemStock.param.storeId',
    "an item's stock is that of all stores",
    /(from region_\w+\.stock_levels l where l\.company_id = \$1 and l\.item_id = i\.id) and l\.store_id = s\.id/,
    '$1',
  ),
  inStock(
    'movements-everywhere',
    'op.getItemStock.param.storeId',
    'the movements of an item are those of all stores',
    /(m\.item_id = i\.id) and m\.store_id = s\.id/g,
    '$1',
  ),
  inStock(
    'movements-oldest',
    'op.getItemStock.call',
    'movements come oldest first',
    /order by m\.at desc, m\.id desc/g,
    'order by m.at asc, m.id asc',
  ),
  inStock(
    'movements-unsigned',
    'stock.ledger',
    'movements have no sign',
    /m\.change::text as change/,
    'abs(m.change)::text as change',
  ),
  inStock(
    'movements-first-page',
    'op.getItemStock.param.page',
    'every page of movements is the first',
    /limit \$4::bigint \+ 1 offset \$5::bigint/,
    'limit $4::bigint + 1 offset $5::bigint * 0',
  ),
  inStock(
    'movements-one-short',
    'op.getItemStock.param.limit',
    'pages of movements are one short',
    /filter \(where n <= \$4::bigint\)/,
    'filter (where n < $4::bigint)',
  ),
  inStock(
    'movements-nameless',
    'op.getItemStock.call',
    'movements do not name their document',
    /m\.document_id as "documentId"/,
    'null::bigint as "documentId"',
  ),
  inStock(
    'movements-costless',
    'items.ledger',
    'movements have no cost',
    /region_\w+\.money_text\(m\.unit_cost, i\.currency\) as "unitCost"/,
    'null::text as "unitCost"',
  ),
  inStock(
    'value-uncosted',
    'stock_on_hand.value',
    'the value of stock is its quantity',
    /round\(r\.on_hand \* c\.cost, /,
    'round(r.on_hand, ',
  ),
  inStock(
    'value-of-item',
    'stock_on_hand.value',
    "a variant is valued at the item's cost",
    /coalesce\(v\.cost, i\.cost\)/,
    'i.cost',
  ),
  inStock(
    'zeros-hidden',
    'op.listStockOnHand.call',
    'levels of zero are left out',
    /(region_\w+\.stock_levels r where )/,
    '$1r.on_hand <> 0 and ',
  ),
  inStock(
    'below-zero-hidden',
    'stock.ledger',
    'levels below zero are shown as zero',
    /r\.on_hand::text as "onHand"/,
    'greatest(r.on_hand, 0)::text as "onHand"',
  ),
  asked(
    'stock-first-item',
    'op.listStockOnHand.param.itemId',
    'of several items the first is heeded',
    ['listStockOnHand'],
    (request) => {
      const items = (request.query.itemId ?? []) as unknown[];
      return items.length > 1 ? withQuery(request, { itemId: items.slice(0, 1) }) : request;
    },
  ),
  inStock(
    'key-every-store',
    'reports.approved_stores',
    'stock on hand covers stores that were not approved',
    /(region_\w+\.stock_levels r where [\s\S]*?)r\.store_id = any\((\$\d+)::bigint\[\]\)/g,
    '$1($2::bigint[] is not null)',
  ),
  replied(
    'stock-variants-lost',
    'op.getItemStock.call',
    "an item's stock names no variants",
    ['getItemStock'],
    (body) => ({ ...body, variants: [] }),
  ),
  sql(
    'open-closed',
    'stores.open_orders',
    'closed orders are listed as open',
    /(region_\w+\.open_orders r where [\s\S]*?)r\.status = (\$\d+)/g,
    '$1($2::smallint is not null)',
  ),
  sql(
    'open-everywhere',
    'stores.open_orders',
    'open orders of all stores are listed',
    /(region_\w+\.open_orders r where [\s\S]*?)r\.store_id = (\$\d+)::bigint/g,
    '$1($2::bigint is not null)',
  ),
  server(
    'open-no-store',
    'op.listOpenOrders.status.404',
    'a store that there is not has no open orders',
    (deps, mark) =>
      handle(
        deps,
        ['listOpenOrders'],
        (sound) => (request) =>
          sound(request).catch((error: { status?: number }) => {
            if (error.status !== 404) throw error;
            mark();
            return { status: 200, body: JSON.stringify(EMPTY_LIST) };
          }),
      ),
  ),
  asked(
    'open-channel-ignored',
    'op.listOpenOrders.param.channel',
    'the channel of open orders is not heeded',
    ['listOpenOrders'],
    (request) => (request.query.channel ? withQuery(request, { channel: undefined }) : request),
  ),
  asked(
    'open-order-turned',
    'op.listOpenOrders.param.order',
    'open orders come in the wrong order',
    ['listOpenOrders'],
    (request) => withQuery(request, { order: request.query.order === 'asc' ? 'desc' : 'asc' }),
  ),
  asked(
    'open-sort-ignored',
    'op.listOpenOrders.param.sort',
    'open orders are sorted by when they were opened',
    ['listOpenOrders'],
    (request) => (request.query.sort === 'openedAt' ? request : withQuery(request, { sort: 'openedAt' })),
  ),
  inList(
    'stock-backwards',
    'stock_on_hand.order',
    'stock on hand is in the order of falling ids',
    ({ data }, { url }) => {
      if (url.includes('/stock-on-hand')) data.reverse();
    },
  ),
];
