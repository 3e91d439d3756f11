import { decimal, QUANTITY } from '../../decimals.ts';
import { DAY } from '../fixtures/stock.ts';
import type { Fields } from './compare.ts';
import { opposite } from './levels.ts';
import { differs, linesOf, losesReceived, progressOf, type Rules, withOutstanding } from './rules.ts';

/** Stock transfers in the model. */

const FIXED_AT_LAST = ['fromStoreId', 'toStoreId', 'transferNo', 'date', 'externalId', 'lines'];

export const TRANSFERS: Rules = {
  name: 'stock transfer',
  family: 'transfers',
  path: '/stock-transfers',
  kind: 'stockTransfer',
  query: (atOnce) => `receive=${atOnce}`,
  body: ({ store, lines }, fixture) => ({
    fromStoreId: fixture.stores[store],
    toStoreId: fixture.stores[1 - store],
    date: DAY,
    narration: fixture.mark,
    lines: lines.map((line) => TRANSFERS.line(line, fixture)),
  }),
  fresh: (body, { transferNo }) => ({ status: 1, externalId: null, transferNo, ...body }),
  line: ({ product, quantity }, { products }) => ({
    ...products[product],
    quantity: decimal(BigInt(quantity), QUANTITY),
  }),
  sent: ({ id, itemId, variantId, quantity }) => ({ id, itemId, variantId, quantity }),
  optional: { variantId: null },
  complete: (fields) => {
    const lines = linesOf(fields).map(withOutstanding);
    return { ...fields, lines, transferStatus: progressOf(lines) };
  },
  header: (what, n, { id, fromStoreId, toStoreId }, { mark }) => {
    if (what === 'text') return { narration: `${mark} ${n}` };
    if (what === 'date') return { date: `2026-03-0${(n % 5) + 3}` };
    if (what === 'number') return { transferNo: `${mark} no ${n} ${id}` };
    if (what === 'external') return { externalId: n % 3 ? `${mark} ${n} ${id}` : null };
    if (what === 'active') return { status: 1 };
    return what === 'store' || what === 'party' ? { fromStoreId: toStoreId, toStoreId: fromStoreId } : undefined;
  },
  allowed: ({ status, transferStatus }) => ({
    update: status === 1,
    receive: status === 1 && transferStatus !== 2,
    void: status === 1 && transferStatus === 0,
  }),
  forbids: (before, after) => {
    if (before.status === 0 || (after.status === 0 && before.transferStatus !== 0)) return true;
    if (before.transferStatus === 0) return false;
    if (before.transferStatus === 2) return differs(before, after, FIXED_AT_LAST);
    const isMoved = differs(before, after, ['fromStoreId', 'toStoreId']);
    return isMoved || losesReceived(linesOf(before), linesOf(after), ['itemId', 'variantId']);
  },
  isInvalid: () => false,
  moves: ({ fromStoreId, toStoreId }, { itemId, variantId, id }, quantity) => [
    { itemId, variantId, storeId: Number(fromStoreId), change: opposite(quantity), lineId: id },
    { itemId, variantId, storeId: Number(toStoreId), change: quantity, lineId: id },
  ],
  filters: [
    { query: 'order=asc', matches: ({ status }) => status === 1 },
    { query: 'includeVoided=true', matches: () => true },
    { query: 'status=0', matches: ({ status }) => status === 0 },
    ...[0, 1, 2].map((state) => ({
      query: `transferStatus=${state}`,
      matches: ({ status, transferStatus }: Fields) => status === 1 && transferStatus === state,
    })),
  ],
};
