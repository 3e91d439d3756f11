import type { Faults } from '../fault.ts';
import { inList } from '../how/answers.ts';
import { asking, firstOf, handler, querying, replying, unread, withQuery } from '../how/handlers.ts';

const EMPTY_LIST = {
  data: [],
  pagination: { page: 1, limit: 10, total: 0, totalIsExact: true, hasMore: false, nextCursor: null },
};

/** Stock on hand at stores, its movements, and open orders. */
export const STOCK_FAULTS: Faults = {
  'statement.item-status-ignores-store': {
    breaks: 'items.at_store',
    text: "a store's own status of an item is not heeded",
    where: { statement: 'items.find-at-store' },
    how: { from: 'least(i.status, coalesce(o.status, 1))', to: 'i.status' },
  },
  'statement.item-level-of-item': {
    breaks: 'items.at_store',
    text: "a store's own low-stock level is not heeded",
    where: { statement: 'items.find-at-store' },
    how: { from: /coalesce\(o\.low_stock_level, i\.low_stock_level\)/g, to: 'i.low_stock_level' },
  },
  'statement.item-variant-price-of-store': {
    breaks: 'items.at_store',
    text: "a store's price of the item goes before the variant's",
    where: { statement: 'items.find-at-store' },
    how: { from: 'coalesce(v.price, o.price, i.price)', to: 'coalesce(o.price, v.price, i.price)' },
  },
  'statement.item-stock-of-all-stores': {
    breaks: 'items.at_store',
    text: 'what is on hand at a store is what all stores have',
    where: { statement: 'items.find-at-store' },
    how: { from: 'and l.item_id = i.id and l.store_id = $3', to: 'and l.item_id = i.id and $3::bigint is not null' },
  },
  'statement.item-low-below': {
    breaks: 'items.at_store',
    text: 'an item at its low-stock level is not low',
    where: { statement: 'items.find-at-store' },
    how: {
      from: /(stock_status\(i\.track_stock, )coalesce\(l\.on_hand, 0\)/,
      to: '$1case when l.on_hand > 0 then l.on_hand + 0.001 else 0 end',
    },
  },
  'statement.item-out-below-zero': {
    breaks: 'items.at_store',
    text: 'an item with nothing on hand is low',
    where: { statement: 'items.find-at-store' },
    how: {
      from: /(stock_status\(i\.track_stock, )coalesce\(l\.on_hand, 0\)/,
      to: '$1coalesce(nullif(l.on_hand, 0), 0.001)',
    },
  },
  'statement.item-variant-stock-lost': {
    breaks: 'items.variant_at_store',
    text: 'variants have nothing on hand at a store',
    where: { statement: 'items.find-at-store' },
    how: { from: 'region_uk.quantity_text(coalesce(vl.on_hand, 0))', to: "'0'" },
  },
  'statement.stock-of-item-everywhere': {
    breaks: 'op.getItemStock.param.storeId',
    text: "an item's stock is that of all stores",
    where: { statement: 'items.find-stock' },
    how: { from: 'l.item_id = i.id and l.store_id = s.id', to: 'l.item_id = i.id' },
  },
  'statement.stock-movements-everywhere': {
    breaks: 'op.getItemStock.param.storeId',
    text: 'the movements of an item are those of all stores',
    where: { statement: 'items.find-stock' },
    how: { from: /(m\.item_id = i\.id) and m\.store_id = s\.id/g, to: '$1' },
  },
  'statement.stock-movements-oldest': {
    breaks: 'op.getItemStock.call',
    text: 'movements come oldest first',
    where: { statement: 'items.find-stock' },
    how: { from: /order by m\.at desc, m\.id desc/g, to: 'order by m.at asc, m.id asc' },
  },
  'statement.stock-movements-unsigned': {
    breaks: 'stock.ledger',
    text: 'movements have no sign',
    where: { statement: 'items.find-stock' },
    how: { from: 'quantity_text(m.change)', to: 'quantity_text(abs(m.change))' },
  },
  'statement.stock-movements-first-page': {
    breaks: 'op.getItemStock.param.page',
    text: 'every page of movements is the first',
    where: { statement: 'items.find-stock' },
    how: { from: 'limit $4::bigint + 1 offset $5::bigint', to: 'limit $4::bigint + 1 offset $5::bigint * 0' },
  },
  'statement.stock-movements-one-short': {
    breaks: 'op.getItemStock.param.limit',
    text: 'pages of movements are one short',
    where: { statement: 'items.find-stock' },
    how: { from: 'filter (where n <= $4::bigint)', to: 'filter (where n < $4::bigint)' },
  },
  'statement.stock-movements-nameless': {
    breaks: 'op.getItemStock.call',
    text: 'movements do not name their document',
    where: { statement: 'items.find-stock' },
    how: { from: 'm.document_id end', to: 'null::bigint end' },
  },
  'statement.stock-movements-costless': {
    breaks: 'items.ledger',
    text: 'movements have no cost',
    where: { statement: 'items.find-stock' },
    how: { from: 'region_uk.money_text(m.unit_cost, i.currency)', to: 'null::text' },
  },
  'statement.stock-value-uncosted': {
    breaks: 'stock_on_hand.value',
    text: 'the value of stock is its quantity',
    how: { from: 'round(r.on_hand * c.cost, ', to: 'round(r.on_hand, ' },
  },
  'statement.stock-value-of-item': {
    breaks: 'stock_on_hand.value',
    text: "a variant is valued at the item's cost",
    how: { from: 'coalesce(v.cost, i.cost)', to: 'i.cost' },
  },
  'statement.stock-zeros-hidden': {
    breaks: 'op.listStockOnHand.call',
    text: 'levels of zero are left out',
    how: { from: /(region_\w+\.stock_levels r where )/, to: '$1r.on_hand <> 0 and ' },
  },
  'statement.stock-below-zero-hidden': {
    breaks: 'stock.ledger',
    text: 'levels below zero are shown as zero',
    how: { from: 'quantity_text(r.on_hand)', to: 'quantity_text(greatest(r.on_hand, 0))' },
  },
  'server.stock-first-item': {
    breaks: 'op.listStockOnHand.param.itemId',
    text: 'of several items the first is heeded',
    where: { operation: 'listStockOnHand' },
    how: firstOf('itemId'),
  },
  'statement.stock-key-every-store': {
    breaks: 'reports.approved_stores',
    text: 'stock on hand covers stores that were not approved',
    how: {
      from: /(region_\w+\.stock_levels r where [\s\S]*?)r\.store_id = (?:any\()?(\$\d+)::bigint(?:\[\]\))?/g,
      to: '$1($2::text is not null)',
    },
  },
  'server.stock-variants-lost': {
    breaks: 'op.getItemStock.call',
    text: "an item's stock names no variants",
    where: { operation: 'getItemStock' },
    how: replying((body) => ({ ...body, variants: [] })),
  },
  'statement.open-closed': {
    breaks: 'stores.open_orders',
    text: 'closed orders are listed as open',
    how: { from: /(region_\w+\.open_orders r where [\s\S]*?)r\.status = (\d)/g, to: '$1($2 is not null)' },
  },
  'statement.open-everywhere': {
    breaks: 'stores.open_orders',
    text: 'open orders of all stores are listed',
    how: {
      from: /(region_\w+\.open_orders r where [\s\S]*?)r\.store_id = (\$\d+)::bigint/g,
      to: '$1($2::bigint is not null)',
    },
  },
  'server.open-no-store': {
    breaks: 'op.listOpenOrders.status.404',
    text: 'a store that there is not has no open orders',
    where: { operation: 'listOpenOrders' },
    how: handler(
      (sound, mark) => (request) =>
        sound(request).catch((error: { status?: number }) => {
          if (error.status !== 404) throw error;
          mark();
          return { status: 200, body: JSON.stringify(EMPTY_LIST) };
        }),
    ),
  },
  'server.open-channel-ignored': {
    breaks: 'op.listOpenOrders.param.channel',
    text: 'the channel of open orders is not heeded',
    where: { operation: 'listOpenOrders' },
    how: unread('channel'),
  },
  'server.open-order-turned': {
    breaks: 'op.listOpenOrders.param.order',
    text: 'open orders come in the wrong order',
    where: { operation: 'listOpenOrders' },
    how: asking((request) => withQuery(request, { order: request.query.order === 'asc' ? 'desc' : 'asc' })),
  },
  'server.open-sort-ignored': {
    breaks: 'op.listOpenOrders.param.sort',
    text: 'open orders are sorted by when they were opened',
    where: { operation: 'listOpenOrders' },
    how: querying(({ sort }) => (sort === 'openedAt' ? undefined : { sort: 'openedAt' })),
  },
  'list.stock-backwards': {
    breaks: 'stock_on_hand.order',
    text: 'stock on hand is in the order of falling ids',
    how: inList(({ data }, { url }) => {
      if (url.includes('/stock-on-hand')) data.reverse();
    }),
  },
};
