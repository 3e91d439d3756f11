import { levelsOf, type Movement, movementsOf } from '../../back-office/stock.ts';
import { minorUnits, shortestDecimals, textOf, unitsOf } from '../../decimals.ts';
import { type Case, subject } from '../../engine/case.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import { Unavailable } from '../../engine/unavailable.ts';
import {
  companyCurrency,
  expectSameRows,
  type Fields,
  itemIdOf,
  type Records,
  recordsOf,
  someStores,
  storeIdOf,
  variantIdOf,
} from './back-office-records.ts';
import { byToken, everyRow } from './report-calls.ts';

/** Stock after sales, refunds, opening stock and returns to suppliers. */

const example = subject('examples', 'stock-on-hand');

const ROW = ['storeId', 'itemId', 'variantId'];

interface Filter {
  readonly stores?: readonly string[];
  readonly items?: readonly string[];
}

/** Maximum number of items in one request. */
const MOST_ITEMS = 100;

const askedOf = (records: Records, { items = [...records.items.keys()] }: Filter): readonly string[] =>
  items.slice(0, MOST_ITEMS);

/** Requests levels of the file's items, by default all of them. */
function urlOf(records: Records, filter: Filter = {}): string {
  const { stores } = filter;
  const items = askedOf(records, filter);
  const at = stores ? `&storeId=${stores.map((store) => storeIdOf(records, store)).join()}` : '';
  return `/reports/stock-on-hand?itemId=${items.map((item) => itemIdOf(records, item)).join()}${at}`;
}

const isZero = (quantity: unknown): boolean => Number(quantity) === 0;

/** A level of zero may be omitted. */
const present = (rows: readonly Fields[]): Fields[] => rows.filter(({ onHand }) => !isZero(onHand));

const costOf = ({ backOffice }: Records, { item, variant }: Movement): string | null => {
  const { cost = null, variants = [] } = backOffice.item(item);
  return variants.find(({ name }) => name === variant)?.cost ?? cost;
};

const keysOf = (records: Records, { store, item, variant }: Omit<Movement, 'change'>) => ({
  storeId: storeIdOf(records, store),
  itemId: itemIdOf(records, item),
  variantId: variantIdOf(records, item, variant),
});

/** The file's levels as rows of the report. */
export function levelRows(records: Records, filter: Filter = {}): (Fields & { level: Movement })[] {
  const items = askedOf(records, filter);
  return levelsOf(records.backOffice)
    .filter(({ store, item }) => (filter.stores?.includes(store) ?? true) && items.includes(item))
    .map((level) => ({
      ...keysOf(records, level),
      name: records.backOffice.item(level.item).name,
      variantName: level.variant,
      onHand: textOf(level.change),
      level,
    }));
}

/** Asserts that the report has exactly these levels. */
async function expectLevels(t: CaseContext, records: Records, filter: Filter = {}): Promise<void> {
  const expected = levelRows(records, filter).map(({ level: _, ...row }) => row);
  expectSameRows(t, present(await records.caller.all(urlOf(records, filter))), present(expected), ROW);
}

/** True if the value is level times cost, rounded to the currency; halves may be rounded either way. */
function isValue(value: unknown, onHand: bigint, cost: string | null, currency: unknown): boolean {
  if (cost === null || typeof value !== 'string') return value === cost;
  const difference = unitsOf(value) * 10_000n - onHand * unitsOf(cost);
  const half = 5n * 10n ** BigInt(7 - minorUnits(currency));
  return difference >= -half && difference <= half;
}

/** A store and a tracked item sold there. */
function soldOf(records: Records): { store: string; item: string } {
  const counted = new Set(movementsOf(records.backOffice).map(({ store, item }) => `${store}/${item}`));
  const sale = records.backOffice.trade
    .flatMap(({ store, lines }) => lines.map(({ item }) => ({ store, item })))
    .find(({ store, item }) => counted.has(`${store}/${item}`));
  if (!sale) throw new Unavailable('no sale of a tracked item in the file');
  return sale;
}

const byText = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

export const STOCK_ON_HAND_CASES: readonly Case[] = [
  example(
    'levels',
    ['stock_on_hand.levels', 'stock.ledger', 'op.listStockOnHand.call'],
    'sales have left the stock, and refunds have returned to it',
    async (t) => expectLevels(t, await recordsOf(t)),
  ),
  example(
    'untracked',
    ['stock_on_hand.untracked'],
    'an untracked item has no stock; a combo takes its components',
    async (t) => {
      const records = await recordsOf(t);
      const untracked = [...records.backOffice.items.values()].filter(({ trackStock }) => !trackStock);
      const items = untracked.map(({ externalId }) => externalId);
      if (items.length === 0) throw new Unavailable('no untracked item in the file');
      t.equal(present(await records.caller.all(urlOf(records, { items }))), [], 'levels of untracked items');
      const combos = untracked.filter(({ itemType }) => itemType === 2);
      const parts = combos.flatMap(({ components = [] }) => components.map(({ item }) => item));
      if (parts.length > 0) await expectLevels(t, records, { items: [...new Set(parts)] });
    },
  ),
  example(
    'value',
    ['stock_on_hand.value'],
    'value is the stock on hand at cost, in the currency’s decimals',
    async (t) => {
      const records = await recordsOf(t);
      const rows = await records.caller.all(urlOf(records));
      const expected = levelRows(records).map(({ level, onHand: _, ...row }) => ({
        ...row,
        unitCost: costOf(records, level),
      }));
      const nonzero = new Set(present(levelRows(records)).map((row) => ROW.map((name) => row[name]).join()));
      const among = (all: readonly Fields[]) => all.filter((row) => nonzero.has(ROW.map((name) => row[name]).join()));
      expectSameRows(t, among(rows), among(expected), ROW);
      const wrong = rows.filter(
        (row) => !isValue(row.value, unitsOf(String(row.onHand)), row.unitCost as string | null, row.currency),
      );
      t.equal(wrong, [], 'rows whose value is not the stock at cost');
      const currencies = [...new Set(rows.map(({ currency }) => currency))];
      t.equal(currencies, [companyCurrency(records)], 'currencies');
    },
  ),
  example(
    'filters',
    ['stock_on_hand.filters', 'op.listStockOnHand.param.storeId', 'op.listStockOnHand.param.itemId'],
    'storeId and itemId select the levels that they name',
    async (t) => {
      const records = await recordsOf(t);
      const [one = '', two = '', three = ''] = someStores(records, 3);
      const [item, other] = [...new Set(levelsOf(records.backOffice).map((level) => level.item))];
      if (!item || !other) throw new Unavailable('fewer than two tracked items in the file');
      await expectLevels(t, records, { stores: [two] });
      await expectLevels(t, records, { stores: [three, one] });
      await expectLevels(t, records, { items: [item] });
      await expectLevels(t, records, { items: [other, item], stores: [two, one] });
    },
  ),
  example(
    'pages',
    [
      'stock_on_hand.order',
      'op.listStockOnHand.param.page',
      'op.listStockOnHand.param.limit',
      'op.listStockOnHand.param.cursor',
    ],
    'levels are ordered by item id, each once, by page and by cursor',
    async (t) => {
      const records = await recordsOf(t);
      const url = urlOf(records);
      const whole = await records.caller.all(url);
      const ids = whole.map(({ itemId }) => Number(itemId));
      t.equal(
        ids,
        ids.toSorted((a, b) => a - b),
        'ids of the items',
      );
      const first = await records.caller.page(`${url}&limit=3`);
      const second = await records.caller.page(`${url}&limit=3&page=2`);
      const next = await records.caller.page(`${url}&limit=3&cursor=${first.pagination.nextCursor}`);
      t.equal([...first.data, ...second.data], whole.slice(0, 6), 'two pages of three');
      t.equal(next.data, second.data, 'the second page by cursor');
      t.equal([first.pagination.total, second.pagination.page], [whole.length, 2], 'total and page');
    },
  ),
  example('tenancy', ['reports.tenancy', 'tenancy.lists'], "another merchant's stock never appears", async (t) => {
    const [mine, others] = [await recordsOf(t), await recordsOf(t, 'other')];
    await expectLevels(t, others);
    t.equal(await mine.caller.all(urlOf(others)), [], "levels of another merchant's items");
    const [store = ''] = others.stores.keys();
    const at = await mine.caller.all(`/reports/stock-on-hand?storeId=${storeIdOf(others, store)}`);
    t.equal(at, [], "levels at another merchant's store");
  }),
  example(
    'movements',
    ['stock.ledger', 'stock.ledger_rows', 'op.getItemStock.call'],
    'every line of a sale and a refund is a row of the ledger, and the rows add up to the stock on hand',
    async (t) => {
      const records = await recordsOf(t);
      const { store, item } = soldOf(records);
      const [itemId, storeId] = [itemIdOf(records, item), storeIdOf(records, store)];
      const rows = await everyRow(t, byToken(records), `/items/${itemId}/stock?storeId=${storeId}`);
      const moved = movementsOf(records.backOffice).filter((one) => one.store === store && one.item === item);
      const shown = (variantId: unknown, change: unknown) => `${variantId} ${shortestDecimals(change)}`;
      t.equal(
        rows.map(({ variantId, change }) => shown(variantId, change)).toSorted(byText),
        moved.map(({ variant, change }) => shown(variantIdOf(records, item, variant), textOf(change))).toSorted(byText),
        `changes of ${item} at ${store}`,
      );
    },
  ),
  example(
    'item',
    ['stock_on_hand.levels', 'items.stock_states', 'op.getItem.call'],
    'GET /items/{id} has the same stock, and reports whether it is low or out',
    async (t) => {
      const records = await recordsOf(t);
      for (const { externalId, trackStock, lowStockLevel = null } of records.backOffice.items.values()) {
        if (!trackStock) continue;
        const own = levelsOf(records.backOffice).filter(({ item }) => item === externalId);
        const total = own.reduce((sum, { change }) => sum + change, 0n);
        const [store = ''] = records.stores.keys();
        const here = own.filter((level) => level.store === store).reduce((sum, { change }) => sum + change, 0n);
        const { stock, atStore } = await records.caller.read(
          `/items/${itemIdOf(records, externalId)}?storeId=${storeIdOf(records, store)}`,
        );
        const expected = { stock: stateOf(total, lowStockLevel), atStore: stateOf(here, lowStockLevel) };
        const only = (state: unknown) => {
          const { onHand, stockStatus } = state as Fields;
          return { onHand: shortestDecimals(onHand), stockStatus };
        };
        t.equal({ stock: only(stock), atStore: only(atStore) }, expected, `stock of ${externalId}`);
      }
    },
  ),
];

function stateOf(units: bigint, low: string | null): Fields {
  const isLow = low !== null && units <= unitsOf(low);
  return { onHand: textOf(units), stockStatus: units <= 0n ? 'out' : isLow ? 'low' : 'inStock' };
}
