import type { Driver } from '../../../driver/driver.ts';
import type { Fields } from '../../../specification/answer.ts';
import { type Merchant, rowsOf, type Table } from '../../../specification/state.ts';

/** Records that lists show and filter: with every optional property, and of each state. */

const firstOf = (merchant: Merchant, table: Table): number | undefined => rowsOf(merchant, table)[0]?.id;

const ROWS: Readonly<Partial<Record<Table, (driver: Driver) => readonly Fields[]>>> = {
  brands: () => [{ description: 'conf' }],
  // Names in another order than that of creation.
  categories: (driver) =>
    ['z', 'a'].flatMap((letter) =>
      [0, 1].map((status) => ({ name: `conf-${letter} ${driver.name()}`, status, color: '#1a2B3c', sortOrder: 3 })),
    ),
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
  menus: () => [
    { status: 0, delivery: 1, takeaway: 0, online: 1 },
    { delivery: 1, takeaway: 0, online: 0 },
    { delivery: 1, takeaway: 1, online: 1, description: 'conf' },
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
  purchaseOrders: () => [{ invoice: 'conf 1', narration: 'conf' }],
  stockTransfers: () => [{ narration: 'conf' }],
};

/** Needed by rows of other tables. */
const BEFORE: Readonly<Partial<Record<Table, readonly Table[]>>> = {
  items: ['brands', 'categories'],
  modifiers: ['items'],
  purchaseOrders: ['items'],
};

export async function createRows(driver: Driver, table: Table): Promise<void> {
  await driver.ensure([...(BEFORE[table] ?? []), table]);
  for (const fields of ROWS[table]?.(driver) ?? [])
    await driver.create(table, { externalId: driver.name(), ...fields });
}
