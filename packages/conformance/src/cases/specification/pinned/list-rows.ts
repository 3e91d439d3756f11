import type { Driver } from '../../../driver/driver.ts';
import { creatorOf } from '../../../driver/operations.ts';
import { factorsOf } from '../../../driver/requests/request.ts';
import type { Fields } from '../../../specification/answer.ts';
import { type Merchant, rowsOf, type Table } from '../../../specification/state.ts';

/** Records that lists show and filter: with every optional property, and of each state. */

const firstOf = (merchant: Merchant, table: Table): number | undefined => rowsOf(merchant, table)[0]?.id;

const ROWS: Readonly<Partial<Record<Table, (driver: Driver) => readonly Fields[]>>> = {
  brands: () => [{}, {}, { status: 0 }],
  categories: () =>
    ['#1a2B3c', '#2b3C4d'].flatMap((color) => [0, 1].map((status) => ({ status, color, sortOrder: 3 }))),
  items: (driver) => {
    const { merchant } = driver;
    const [brand] = driver.records('brands');
    const [category, other] = driver.records('categories');
    const of = { brandId: brand?.id, groupId: category?.id, taxId: firstOf(merchant, 'taxes'), trackStock: true };
    const named = [{ name: driver.name() }, { name: driver.name() }];
    return [
      { ...of, type: 1, variants: named, status: 0 },
      { ...of, type: 1, variants: named, taxId: null, weighingScale: 1 },
      { ...of, groupId: null, weighingScale: 1, lowStockLevel: '5' },
      // Shares only its category with the next item.
      { groupId: other?.id, trackStock: false, weighingScale: 1, status: 0 },
      {
        ...of,
        groupId: other?.id,
        lowStockLevel: '2.5',
        cost: '1.5',
        unit: 'kg',
        imageUrl: 'https://conf.example/a.png',
      },
    ];
  },
  // Every two flags with every two values.
  menus: () => [
    { status: 0, delivery: 0, takeaway: 0, online: 0 },
    { status: 0, delivery: 1, takeaway: 1, online: 1 },
    { delivery: 0, takeaway: 1, online: 0 },
    { delivery: 1, takeaway: 0, online: 0 },
    { delivery: 0, takeaway: 0, online: 1 },
    { delivery: 1, takeaway: 1, online: 1 },
  ],
  modifiers: (driver) => [
    { status: 0, itemIds: [] },
    {
      status: 0,
      itemIds: driver
        .records('items')
        .slice(0, 1)
        .map(({ id }) => id),
    },
    { maxSelect: 2 },
  ],
  purchaseOrders: () => [{}, {}, { invoice: 'conf 1', narration: 'conf' }],
  stockTransfers: () => [{ narration: 'conf' }],
};

/** Needed by rows of other tables. */
const BEFORE: Readonly<Partial<Record<Table, readonly Table[]>>> = {
  items: ['brands', 'categories'],
  modifiers: ['items'],
  purchaseOrders: ['items'],
};

/** What lists of a table are sorted by, and what could be mistaken for it, each in another order. */
export function scattered(driver: Driver, table: Table, n: number): Fields {
  const at = (step: number): number => (n * step) % 1009;
  const letter = (step: number): string => String.fromCharCode(97 + (at(step) % 26));
  const [itemId] = driver.records('items').flatMap(({ id, type }) => (type === 0 ? [id] : []));
  const order = { itemId, quantity: '1', unitCost: String(3000 - at(2)), discount: String(1900 - at(5)) };
  const fields: Fields = {
    name: `conf-${letter(7)} ${driver.name()}`,
    description: `conf-${letter(11)}`,
    ...(table === 'purchaseOrders' && { lines: [order] }),
    ...(table === 'items' && { price: String(at(7)), cost: String(at(11)) }),
  };
  const creator = creatorOf(table);
  const known = new Set(creator && factorsOf(creator).map(({ name }) => name));
  return Object.fromEntries(Object.entries(fields).filter(([name]) => known.has(name)));
}

export async function createRows(driver: Driver, table: Table): Promise<void> {
  await driver.ensure([...(BEFORE[table] ?? []), table]);
  for (const [n, fields] of (ROWS[table]?.(driver) ?? []).entries())
    await driver.create(table, { externalId: driver.name(), ...scattered(driver, table, n), ...fields });
}
