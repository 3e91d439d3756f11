import { type Detail, type Fields, inBody, Rejection } from '../answer.ts';
import type { Handler, Handlers } from '../call.ts';
import { entriesIn, entriesReferTo, repeated } from '../entries.ts';
import {
  change,
  create,
  type Draft,
  list,
  type RecordKind,
  type Rule,
  read,
  shown,
  uniqueExternalId,
} from '../records.ts';
import type { Merchant, Row } from '../state.ts';

interface Window {
  readonly day: number;
  readonly from: string;
  readonly to: string;
}

const CHANNELS: ReadonlySet<string> = new Set(['delivery', 'takeaway', 'online']);

/** True for a window that begins earlier on the same day, or as early but is sent earlier. */
const isEarlier = (one: Window, at: number, other: Window, otherAt: number): boolean =>
  one.day === other.day && (one.from < other.from || (one.from === other.from && at < otherAt));

/** menus.availability: blames a window that ends too early, and the later one of two that overlap. */
function wrongWindows(windows: readonly Window[]): Detail[] {
  return windows.flatMap((window, index) => [
    ...(window.to > window.from ? [] : [inBody(`/availability/${index}/to`, 'range')]),
    ...(windows.some((one, at) => isEarlier(one, at, window, index) && one.to > window.from)
      ? [inBody(`/availability/${index}`, 'overlap')]
      : []),
  ]);
}

/** Errors among the entries of all lists are named together. */
const consistentLists: Rule = ({ sent }) => {
  const twice = [...repeated(sent, 'items', 'itemId'), ...repeated(sent, 'stores', 'storeId')];
  const windows = wrongWindows((sent.availability ?? []) as readonly Window[]);
  if (twice.length + windows.length === 0) return;
  const rule = twice.length > 0 ? 'menus.once' : 'menus.availability';
  throw new Rejection('partner.validation_failed', rule, [...twice, ...windows]);
};

/** Items of a menu with their own properties only. */
const statedItems = (menu: Fields): Fields[] =>
  entriesIn(menu, 'items').map(({ itemId, price = null, sortOrder = 0, status = 1 }) => ({
    ...{ itemId, price, sortOrder, status },
  }));

/** A property that an entry leaves out gets its default, not its earlier value. menus.entries */
function completed({ row }: Draft): Row {
  const items = statedItems(row);
  const storeIds = entriesIn(row, 'stores').map(({ storeId }) => storeId);
  return { ...row, items, itemCount: items.length, storeIds };
}

/** An item on a menu, with present properties of the item itself. menus.entries */
function entry({ itemId, price, sortOrder, status }: Fields, { tables }: Merchant): Fields {
  const item = tables.items.get(Number(itemId));
  const { name, itemCode, type, status: itemStatus } = item ?? ({} as Fields);
  return { itemId, price, sortOrder, status, name, itemCode, type, itemStatus, effectivePrice: price ?? item?.price };
}

export const MENUS: RecordKind = {
  table: 'menus',
  defaults: () => ({
    status: 1,
    description: null,
    delivery: 0,
    takeaway: 0,
    online: 0,
    availability: [],
    items: [],
    stores: [],
  }),
  complete: completed,
  firstError: 'menus.first_error',
  rules: [
    consistentLists,
    uniqueExternalId('menus'),
    entriesReferTo('items', 'items', 'itemId'),
    entriesReferTo('stores', 'stores', 'storeId'),
  ],
  list: {
    filters: { delivery: 'equal', takeaway: 'equal', online: 'equal' },
    // menus.row
    show: (row) => {
      const { items: _, stores: __, ...listedRow } = shown(row);
      return listedRow;
    },
  },
  // menus.full
  whole: (row, merchant) => ({
    items: entriesIn(row, 'items').map((one) => entry(one, merchant)),
    stores: entriesIn(row, 'stores').map(({ storeId }) => ({
      storeId,
      name: merchant.tables.stores.get(Number(storeId))?.name,
    })),
  }),
  writesAnswerWhole: true,
};

/** menus.flags: 2 selects all, as if the parameter were absent. */
const listMenus: Handler = (call, merchant) => {
  const asked = Object.fromEntries(
    Object.entries(call.query).filter(([name, flag]) => !(CHANNELS.has(name) && flag === 2)),
  );
  const sent = new Set([...call.sent].filter((name) => name in asked));
  return list(MENUS)({ ...call, query: asked, sent }, merchant);
};

export const MENU_HANDLERS: Handlers = {
  listMenus,
  getMenuFull: read(MENUS),
  createMenuWithItems: create(MENUS),
  updateMenuWithItems: change(MENUS),
};
