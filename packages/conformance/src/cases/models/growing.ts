import type { Caller } from '../../engine/caller.ts';
import { type Case, subject } from '../../engine/case.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import { addStock, DAY, stockFixture } from '../fixtures/stock.ts';

/** Lists that grow while they are read: a cursor returns each record once. */

const stateful = subject('stateful', 'stateful');

/** A list, and a way to add a record that its filter matches. */
interface Growth {
  /** Path and filter. */
  readonly list: string;
  readonly add: () => Promise<number | string>;
  /** Key of a row, by default its id. */
  readonly keyOf?: (row: Readonly<Record<string, unknown>>) => number | string;
}

interface Growing {
  readonly id: string;
  /** A sort by unique values, and one by a value that all rows share. */
  readonly sorts: readonly string[];
  readonly createFixture: (t: CaseContext, caller: Caller) => Promise<Growth>;
}

/** A resource whose records are found by name. */
const named = (list: string, create: string, sorts: readonly string[], fields: object = {}): Growing => ({
  id: list.slice(1),
  sorts,
  createFixture: async (t, caller) => {
    const mark = `${t.name('grow')}q`;
    const isTied = sorts.includes('name');
    return {
      list: `${list}?search=${mark}&`,
      add: async () => (await caller.create(create, { name: isTied ? mark : `${mark} ${t.name()}`, ...fields })).id,
    };
  },
});

/** An unfiltered list whose newest records belong to the case. */
const whole = (list: string): Growing => ({
  id: `all-${list.slice(1)}`,
  sorts: ['entryDate'],
  createFixture: async (t, caller) => ({
    list: `${list}?`,
    add: async () => (await caller.create(list, { name: t.name('grow') })).id,
  }),
});

const ITEMS: Growing = {
  id: 'items',
  sorts: ['entryDate', 'price'],
  createFixture: async (t, caller) => {
    const { id: brandId } = await caller.create('/brands', { name: t.name('brand') });
    return {
      list: `/items?brandId=${brandId}&status=1&`,
      add: async () => (await caller.create('/items', { name: t.name('grow'), brandId })).id,
    };
  },
};

const PURCHASE_ORDERS: Growing = {
  id: 'purchase-orders',
  sorts: ['entryDate', 'orderDate', 'total'],
  createFixture: async (t, caller) => {
    const { here, supplierId, itemId } = await stockFixture(t);
    const narration = `${t.name('grow')}q`;
    const lines = [{ itemId, quantity: '1', unitCost: '2.5' }];
    const body = { supplierId, storeId: here, orderDate: DAY, narration, lines };
    const filter = `supplierId=${supplierId}&storeId=${here}&fromDate=${DAY}&toDate=${DAY}&purchStatus=0`;
    return {
      list: `/purchase-orders?search=${narration}&${filter}&`,
      add: async () => (await caller.create('/purchase-orders?receive=false', body)).id,
    };
  },
};

const STOCK_TRANSFERS: Growing = {
  id: 'stock-transfers',
  sorts: ['entryDate', 'date'],
  createFixture: async (t, caller) => {
    const { here, there, itemId } = await stockFixture(t);
    const narration = `${t.name('grow')}q`;
    const body = { fromStoreId: here, toStoreId: there, date: DAY, narration, lines: [{ itemId, quantity: '1' }] };
    const filter = `fromStoreId=${here}&toStoreId=${there}&fromDate=${DAY}&toDate=${DAY}&transferStatus=0`;
    return {
      list: `/stock-transfers?search=${narration}&${filter}&`,
      add: async () => (await caller.create('/stock-transfers?receive=false', body)).id,
    };
  },
};

const STOCK_ADJUSTMENTS: Growing = {
  id: 'stock-adjustments',
  sorts: [''],
  createFixture: async (t, caller) => {
    const { here, itemId } = await stockFixture(t);
    const narration = `${t.name('grow')}q`;
    const body = { storeId: here, date: DAY, type: 1, narration, lines: [{ itemId, quantity: '1' }] };
    return {
      list: `/stock-adjustments?search=${narration}&storeId=${here}&type=1&status=0&fromDate=${DAY}&toDate=${DAY}&`,
      add: async () => (await caller.create('/stock-adjustments?post=false', body)).id,
    };
  },
};

/** Stock levels, which appear when stock is added; ordered only by item. */
const STOCK_ON_HAND: Growing = {
  id: 'stock-on-hand',
  sorts: [],
  createFixture: async (t, caller) => {
    const { here } = await stockFixture(t);
    const items: number[] = [];
    for (let i = 0; i < MADE + ADDED; i += 1) {
      const { id } = await caller.create('/items', { name: t.name('grow'), trackStock: true });
      items.push(id);
    }
    const left = items.toReversed();
    return {
      list: `/reports/stock-on-hand?itemId=${items.join()}&`,
      keyOf: ({ itemId, storeId }) => `${itemId} at ${storeId}`,
      add: async () => {
        const itemId = left.pop() ?? 0;
        await addStock(t, here, itemId, '1');
        return `${itemId} at ${here}`;
      },
    };
  },
};

const MADE = 7;
const ADDED = 6;
const LIMIT = 3;
const MOST_PAGES = 400;

const growingCase = (growing: Growing): Case =>
  stateful(
    `growing.${growing.id}`,
    ['lists.cursor_while_growing', 'lists.cursor'],
    `${growing.id}: by cursor each record comes once while others are added`,
    async (t) => {
      const caller = t.as();
      const { list, add, keyOf = ({ id }) => id as number } = await growing.createFixture(t, caller);
      const made: (number | string)[] = [];
      for (let i = 0; i < MADE; i += 1) made.push(await add());
      let left = ADDED;
      const grow = async () => {
        left -= 1;
        return left < 0 && growing.sorts.length === 0 ? undefined : add();
      };
      const isWhole = growing.id.startsWith('all-');
      for (const query of queriesOf(growing, isWhole)) {
        const seen = await walk(caller, `${list}${query}limit=${LIMIT}`, grow, keyOf, isWhole ? MADE : MOST_PAGES);
        const twice = seen.filter((key, i) => seen.indexOf(key) !== i);
        t.equal(twice, [], `records of ${list}${query} that came twice`);
        const missed = made.filter((key) => !seen.includes(key));
        t.equal(missed, [], `records of ${list}${query} that were missed`);
      }
    },
  );

/** From an unfiltered list, reads only the newest records. */
function queriesOf({ sorts }: Growing, isWhole: boolean): string[] {
  if (sorts.length === 0) return [''];
  const orders = isWhole ? ['desc'] : ['asc', 'desc'];
  return sorts.flatMap((sort) => orders.map((order) => `${sort && `sort=${sort}&`}order=${order}&`));
}

/** Reads all pages, adding records during the first ones. */
async function walk(
  caller: Caller,
  list: string,
  grow: () => Promise<unknown>,
  keyOf: NonNullable<Growth['keyOf']>,
  most: number,
): Promise<(number | string)[]> {
  const seen: (number | string)[] = [];
  let { data, pagination } = await caller.page(list);
  for (let n = 0; n < most; n += 1) {
    seen.push(...data.map(keyOf));
    if (pagination.nextCursor === null) break;
    if (n < 2) await grow();
    ({ data, pagination } = await caller.page(`${list}&cursor=${pagination.nextCursor}`));
  }
  return seen;
}

export const GROWING_CASES: readonly Case[] = [
  whole('/brands'),
  whole('/items'),
  named('/brands', '/brands', ['entryDate']),
  named('/categories', '/categories', ['entryDate', 'sortOrder'], { sortOrder: 5 }),
  ITEMS,
  named('/menus', '/menus/create-with-items', ['entryDate', 'name']),
  named('/modifiers', '/modifiers', ['entryDate', 'name'], { options: [{ name: 'conf' }] }),
  PURCHASE_ORDERS,
  STOCK_TRANSFERS,
  STOCK_ADJUSTMENTS,
  STOCK_ON_HAND,
].map(growingCase);
