import type { Case } from '../../engine/case.ts';
import { ADOPTED_CASES } from './adopted.ts';
import { CONCURRENT_CASES } from './concurrent.ts';
import { GROWING_CASES } from './growing.ts';
import { PAIR_CASES } from './pairs.ts';
import { PINNED_ACCESS } from './pinned/access.ts';
import { PINNED_ADJUSTMENT_LISTS } from './pinned/adjustment-lists.ts';
import { PINNED_ADJUSTMENTS } from './pinned/adjustments.ts';
import { PINNED_BATCHES } from './pinned/batches.ts';
import { PINNED_BRANDS } from './pinned/brands.ts';
import { PINNED_CATEGORIES } from './pinned/categories.ts';
import { PINNED_CHANGES } from './pinned/changes.ts';
import { PINNED_FEED } from './pinned/changes-feed.ts';
import { PINNED_WAITS } from './pinned/changes-wait.ts';
import { PINNED_COUNTS } from './pinned/counts.ts';
import { PINNED_HTTP } from './pinned/http.ts';
import { PINNED_ITEM_PARTS } from './pinned/item-parts.ts';
import { PINNED_ITEM_STOCK } from './pinned/item-stock.ts';
import { PINNED_ITEMS } from './pinned/items.ts';
import { PINNED_LISTS } from './pinned/lists.ts';
import { PINNED_LONG_LISTS } from './pinned/long-list.ts';
import { PINNED_MENUS } from './pinned/menus.ts';
import { PINNED_MODIFIERS } from './pinned/modifiers.ts';
import { PINNED_OPEN_ORDERS } from './pinned/open-orders.ts';
import { PINNED_PURCHASE_ORDER_LISTS } from './pinned/purchase-order-lists.ts';
import { PINNED_PURCHASE_ORDERS } from './pinned/purchase-orders.ts';
import { PINNED_REFERENCES } from './pinned/references.ts';
import { PINNED_REPORTS } from './pinned/reports.ts';
import { PINNED_MOVEMENTS } from './pinned/stock-movements.ts';
import { PINNED_STOCK_NEIGHBOURS } from './pinned/stock-neighbours.ts';
import { PINNED_STOCK } from './pinned/stock-on-hand.ts';
import { PINNED_STOCK_TRANSFER_LISTS } from './pinned/stock-transfer-lists.ts';
import { PINNED_STOCK_TRANSFERS } from './pinned/stock-transfers.ts';
import { PINNED_TEXTS } from './pinned/texts.ts';
import { PINNED_UNCHANGED } from './pinned/unchanged.ts';
import { PINNED_WRONG } from './pinned/wrong.ts';
import { SEQUENCE_CASES } from './sequences.ts';
import { WALK_CASES } from './walks.ts';

/** Requests whose whole answers the specification predicts. */
export const SPECIFICATION_CASES: readonly Case[] = [
  ...PINNED_ACCESS,
  ...PINNED_HTTP,
  ...ADOPTED_CASES,
  ...PINNED_BRANDS,
  ...PINNED_CATEGORIES,
  ...PINNED_ITEM_PARTS,
  ...PINNED_ITEM_STOCK,
  ...PINNED_BATCHES,
  ...PINNED_ITEMS,
  ...PINNED_REPORTS,
  ...PINNED_OPEN_ORDERS,
  ...PINNED_MENUS,
  ...PINNED_MODIFIERS,
  ...PINNED_PURCHASE_ORDERS,
  ...PINNED_PURCHASE_ORDER_LISTS,
  ...PINNED_STOCK_TRANSFERS,
  ...PINNED_STOCK_TRANSFER_LISTS,
  ...PINNED_REFERENCES,
  ...PINNED_STOCK,
  ...PINNED_MOVEMENTS,
  ...PINNED_STOCK_NEIGHBOURS,
  ...PINNED_ADJUSTMENTS,
  ...PINNED_COUNTS,
  ...PINNED_ADJUSTMENT_LISTS,
  ...PINNED_LISTS,
  ...PINNED_CHANGES,
  ...PINNED_FEED,
  ...PINNED_WAITS,
  ...PINNED_TEXTS,
  ...PINNED_UNCHANGED,
  ...PINNED_WRONG,
  ...PINNED_LONG_LISTS,
  ...GROWING_CASES,
  ...PAIR_CASES,
  ...CONCURRENT_CASES,
  ...SEQUENCE_CASES,
  ...WALK_CASES,
];
