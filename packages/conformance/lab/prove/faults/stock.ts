import { type Body, type Fault, type Faults, fault, sharing } from '../fault.ts';
import { inList } from '../how/answers.ts';
import { asking, firstOf, handler, querying, replying, unread, withQuery } from '../how/handlers.ts';

const EMPTY_LIST = {
  data: [],
  pagination: { page: 1, limit: 10, total: 0, totalIsExact: true, hasMore: false, nextCursor: null },
};

/** Changes an item's state at a store in responses. */
const atStore = (text: string, change: (state: Body, item: Body) => object, breaks = 'items.at_store'): Fault =>
  fault(breaks, text, {
    where: { operation: 'getItem' },
    how: replying((item) => ({
      ...item,
      atStore: { ...(item.atStore as Body), ...change(item.atStore as Body, item) },
    })),
  });

const itemStockFault = sharing({ where: { statement: 'list.stock_movements.*' } });
const openOrderFault = sharing({ where: { operation: 'listOpenOrders' } });

/** Wrong stock on hand at stores, movements, and open orders. */
export const STOCK_FAULTS: Faults = {
  'item.status-ignores-store': atStore("a store's own status of an item is ignored", (_, { status }) => ({ status })),
  'item.level-of-item': atStore("a store's own low-stock level is ignored", (_, { lowStockLevel }) => ({
    lowStockLevel,
  })),
  'item.variant-price-of-store': atStore(
    "a store's price of the item goes before the variant's",
    ({ variants, price }, item) => ({
      variants: price === item.price ? variants : (variants as Body[]).map((variant) => ({ ...variant, price })),
    }),
  ),
  'item.stock-of-all-stores': atStore('what is on hand at a store is what all stores have', (_, { stock }) => ({
    onHand: (stock as Body).onHand,
  })),
  'item.low-below': atStore('an item at its low-stock level is not low', ({ stockStatus, onHand, lowStockLevel }) => ({
    stockStatus: stockStatus === 'low' && onHand === lowStockLevel ? 'inStock' : stockStatus,
  })),
  'item.out-below-zero': atStore('an item with nothing on hand is low', ({ stockStatus, onHand }) => ({
    stockStatus: onHand === '0' ? 'low' : stockStatus,
  })),
  'item.variant-stock-lost': atStore(
    'variants have nothing on hand at a store',
    ({ variants }) => ({ variants: (variants as Body[]).map((variant) => ({ ...variant, onHand: '0' })) }),
    'items.variant_at_store',
  ),
  'item.price-of-item': atStore('the price at a store is the item’s', (_, { price }) => ({ price })),
  'item.store-ignored': atStore('overrides apply at every store', ({ price }, { stores }) => ({
    price: (stores as Body[])[0]?.price ?? price,
  })),
  'statement.stock-of-item-everywhere': itemStockFault(
    'op.getItemStock.param.storeId',
    "an item's stock is that of all stores",
    {
      how: {
        from: /(region_\w+\.stock_levels where company_id = \$1 and item_id = \S+) and store_id = (\S+::bigint)/,
        to: '$1 and $2 is not null',
      },
    },
  ),
  'statement.stock-movements-everywhere': itemStockFault(
    'op.getItemStock.param.storeId',
    'the movements of an item are those of all stores',
    { how: { from: /r\.store_id = (\$\d+)(?![\d:])/g, to: '$1::text is not null' } },
  ),
  'statement.stock-movements-oldest': itemStockFault('op.getItemStock.call', 'movements come oldest first', {
    how: { from: /order by (r\.at|key) desc, ((?:r\.)?id) desc/g, to: 'order by $1 asc, $2 asc' },
  }),
  'statement.stock-movements-unsigned': itemStockFault('stock.ledger', 'movements have no sign', {
    how: { from: 'quantity_text(r.change)', to: 'quantity_text(abs(r.change))' },
  }),
  'statement.stock-movements-first-page': itemStockFault(
    'op.getItemStock.param.page',
    'every page of movements is the first',
    { how: { from: /offset (\$\d+::bigint)/g, to: 'offset $1 * 0' } },
  ),
  'statement.stock-movements-one-short': itemStockFault(
    'op.getItemStock.param.limit',
    'pages of movements are one short',
    { how: { from: /filter \(where n <= (\$\d+::bigint)\)/, to: 'filter (where n < $1)' } },
  ),
  'statement.stock-movements-nameless': itemStockFault('op.getItemStock.call', 'movements do not name their document', {
    how: { from: 'r.document_id end', to: 'null::bigint end' },
  }),
  'statement.stock-movements-costless': itemStockFault('items.ledger', 'movements have no cost', {
    how: { from: 'region_uk.money_text(r.unit_cost, i.currency)', to: 'null::text' },
  }),
  'statement.stock-at-excluded': itemStockFault('stock.at', 'what happens at an instant is not in the stock at it', {
    how: {
      from: /(?<!r\.)\bat (<=|>) (\$\d+::timestamptz)/g,
      to: (_, sign, at) => `at ${sign === '>' ? '>=' : '<'} ${at}`,
    },
  }),
  'statement.movements-at-excluded': itemStockFault(
    'stock.at',
    'movements that happen at an instant are not listed with the stock at it',
    { how: { from: /r\.at <= (\$\d+)/g, to: 'r.at < $1' } },
  ),
  'statement.stock-known-by-happening': itemStockFault(
    'stock.known_at',
    'a movement counts as known from when it happened',
    { how: { from: /recorded_at <= (\$\d+)/g, to: 'at <= $1' } },
  ),
  'server.stock-known-ignored': fault('stock.known_at', 'the stock as it was known at an instant is the present one', {
    where: { operation: 'getItemStock' },
    how: unread('knownAt'),
  }),
  'statement.movements-to-included': fault('stock.movements_filters', 'movements at the end of a range are in it', {
    how: { from: /(region_\w+\.stock_movements r where [\s\S]*?)r\.at < (\$\d+)/g, to: '$1r.at <= $2' },
  }),
  'server.movements-by-recording': fault(
    'stock.movements_order',
    'movements are in the order in which they were recorded',
    {
      where: { operation: 'listStockMovements' },
      how: replying(({ data, ...list }) => ({
        data: (data as Body[]).toSorted(
          (one, other) => Date.parse(`${other.recordedAt}`) - Date.parse(`${one.recordedAt}`),
        ),
        ...list,
      })),
    },
  ),
  'server.movements-first-store': fault('stock.movements_filters', 'only the first of several stores is used', {
    where: { operation: 'listStockMovements' },
    how: firstOf('storeId'),
  }),
  'statement.movements-reasonless': fault('stock.movements', 'movements of an adjustment have no reason', {
    how: { from: 'select a.reason from', to: 'select null::text from' },
  }),
  'statement.movements-recorded-later': fault(
    'stock.recorded_at',
    'a document was recorded a day after it moved stock',
    { how: { from: 'rfc3339(r.recorded_at)', to: "rfc3339(r.recorded_at + interval '1 day')" } },
  ),
  'statement.stock-value-uncosted': fault('stock_on_hand.value', 'the value of stock is its quantity', {
    how: { from: 'round(r.on_hand * c.cost, ', to: 'round(r.on_hand, ' },
  }),
  'statement.stock-value-of-item': fault('stock_on_hand.value', "a variant is valued at the item's cost", {
    how: { from: 'coalesce(v.cost, i.cost)', to: 'i.cost' },
  }),
  'statement.stock-zeros-hidden': fault('op.listStockOnHand.call', 'levels of zero are left out', {
    how: { from: /(region_\w+\.stock_levels r where )/, to: '$1r.on_hand <> 0 and ' },
  }),
  'statement.stock-below-zero-hidden': fault('stock.ledger', 'levels below zero are shown as zero', {
    how: { from: 'quantity_text(r.on_hand)', to: 'quantity_text(greatest(r.on_hand, 0))' },
  }),
  'server.stock-first-item': fault('op.listStockOnHand.param.itemId', 'only the first of several items is used', {
    where: { operation: 'listStockOnHand' },
    how: firstOf('itemId'),
  }),
  'statement.stock-key-every-store': fault(
    'reports.approved_stores',
    'stock on hand covers stores that were not approved',
    {
      how: {
        from: /(region_\w+\.stock_levels r where [\s\S]*?)r\.store_id = (?:any\()?(\$\d+)::bigint(?:\[\]\))?/g,
        to: '$1($2::text is not null)',
      },
    },
  ),
  'server.stock-variants-lost': fault('op.getItemStock.call', "an item's stock names no variants", {
    where: { operation: 'getItemStock' },
    how: replying((body) => ({ ...body, variants: [] })),
  }),
  'statement.open-closed': fault('stores.open_orders', 'closed orders are listed as open', {
    how: { from: /(region_\w+\.open_orders r where [\s\S]*?)r\.status = (\d)/g, to: '$1($2 is not null)' },
  }),
  'statement.open-everywhere': fault('stores.open_orders', 'open orders of all stores are listed', {
    how: {
      from: /(region_\w+\.open_orders r where [\s\S]*?)r\.store_id = (\$\d+)::bigint/g,
      to: '$1($2::bigint is not null)',
    },
  }),
  'server.open-no-store': openOrderFault(
    'op.listOpenOrders.status.404',
    'a store that there is not has no open orders',
    {
      how: handler(
        (sound, mark) => (request) =>
          sound(request).catch((error: { status?: number }) => {
            if (error.status !== 404) throw error;
            mark();
            return { status: 200, body: JSON.stringify(EMPTY_LIST) };
          }),
      ),
    },
  ),
  'server.open-channel-ignored': openOrderFault(
    'op.listOpenOrders.param.channel',
    'the channel of open orders is ignored',
    { how: unread('channel') },
  ),
  'server.open-order-turned': openOrderFault('op.listOpenOrders.param.order', 'open orders come in the wrong order', {
    how: asking((request) => withQuery(request, { order: request.query.order === 'asc' ? 'desc' : 'asc' })),
  }),
  'server.open-sort-ignored': openOrderFault(
    'op.listOpenOrders.param.sort',
    'open orders are sorted by when they were opened',
    { how: querying(({ sort }) => (sort === 'openedAt' ? undefined : { sort: 'openedAt' })) },
  ),
  'list.stock-backwards': fault('stock_on_hand.order', 'stock on hand is in the order of falling ids', {
    how: inList(({ data }, { url }) => {
      if (url.includes('/stock-on-hand')) data.reverse();
    }),
  }),
};
