import { MONEY, units } from '../../decimals.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import type { Rec } from '../../engine/record.ts';
import { createWith, creatorOf, referencesOf, urlOf } from '../../engine/references.ts';
import { storesOf } from '../fixtures/directory.ts';
import { readerOf } from '../fixtures/records.ts';
import { addStock } from '../fixtures/stock.ts';
import { byText, equals, type Filter, type FilteredList, found, oneOf, type Sort } from './filters.ts';

/** Records of the catalogue that differ in everything lists filter and sort by, and share some values. */

export interface CatalogueFixture {
  readonly list: FilteredList;
  readonly rows: readonly Rec[];
  /** Changes after which the first record matches other filters. */
  readonly changes: readonly Readonly<Record<string, unknown>>[];
  /** Computed properties of a record that filters depend on. */
  readonly more: (record: Rec) => Readonly<Record<string, unknown>>;
}

type Fields = Readonly<Record<string, unknown>>;

const ROWS = 10;

const never = () => false;

const STATES: readonly Filter[] = [equals('status', 0), equals('status', 1)];

/** Integers, some of them equal. */
const byNumber = (field: string): Sort => ({ query: `sort=${field}`, keyOf: (row) => BigInt(Number(row[field])) });

const BY_TEXT: readonly Sort[] = [
  byText('', 'entryDate'),
  byText('sort=entryDate', 'entryDate'),
  byText('sort=updatedAt', 'updatedAt'),
  byText('sort=name', 'name'),
];

export async function readAgain(t: CaseContext, path: string, id: number): Promise<Rec> {
  const create = creatorOf(path);
  if (!create) throw new Error(`Nothing is created at ${path}.`);
  return t.as().read(urlOf(readerOf(create), id, await referencesOf(t, t.as())));
}

async function newRecords(
  t: CaseContext,
  path: string,
  plans: readonly Fields[],
  more: readonly Fields[] = [],
): Promise<Rec[]> {
  const create = creatorOf(path);
  if (!create) throw new Error(`Nothing is created at ${path}.`);
  const references = await referencesOf(t, t.as());
  const ids: number[] = [];
  for (const fields of plans) ids.push((await createWith(t, t.as(), create, references, fields)).id);
  const rows: Rec[] = [];
  for (const [i, id] of ids.entries()) rows.push({ ...(await readAgain(t, path, id)), ...more[i] });
  return rows;
}

/** Names that sort by their digits, in a different order from their creation. */
const named = (mark: string, i: number): string => `${mark} ${(i * 7) % ROWS}${i % 3 === 1 ? ' lorry' : ''}`;

const planned = (make: (i: number) => Fields): Fields[] => Array.from({ length: ROWS }, (_, i) => make(i));

const plainList = (
  path: string,
  mark: string,
  filters: readonly Filter[],
  sorts: readonly Sort[],
  texts: readonly string[] = ['name'],
): FilteredList => ({
  path,
  hides: never,
  filters: [...STATES, ...filters, found(`lorry ${mark}`, texts)],
  sorts,
  scopes: [found(mark, texts)],
});

const changesOf = (t: CaseContext): Fields[] => [{ status: 0 }, { externalId: t.name('external') }, { status: 1 }];

const nothing = () => ({});

export async function brands(t: CaseContext): Promise<CatalogueFixture> {
  const mark = t.name('filtered');
  const rows = await newRecords(
    t,
    '/brands',
    planned((i) => ({ name: named(mark, i), status: i % 3 === 0 ? 0 : 1 })),
  );
  return { list: plainList('/brands', mark, [], BY_TEXT), rows, changes: changesOf(t), more: nothing };
}

export async function categories(t: CaseContext): Promise<CatalogueFixture> {
  const mark = t.name('filtered');
  const rows = await newRecords(
    t,
    '/categories',
    planned((i) => ({ name: named(mark, i), status: i % 3 === 0 ? 0 : 1, sortOrder: [9, 10, 1][i % 3] })),
  );
  const sorts = [...BY_TEXT, byNumber('sortOrder')];
  return { list: plainList('/categories', mark, [], sorts), rows, changes: changesOf(t), more: nothing };
}

export async function menus(t: CaseContext): Promise<CatalogueFixture> {
  const mark = t.name('filtered');
  const flags = ['delivery', 'takeaway', 'online'];
  const plan = (i: number) => ({
    name: named(mark, i % 8),
    status: i % 4 === 3 ? 0 : 1,
    delivery: i % 2,
    takeaway: (i >> 1) % 2,
    online: (i >> 2) % 2,
  });
  const rows = await newRecords(t, '/menus', planned(plan));
  const any = (name: string): Filter => ({ name, query: `${name}=2`, matches: () => true });
  const filters = flags.flatMap((name) => [equals(name, 0), equals(name, 1), any(name)]);
  const changes = [...changesOf(t), ...flags.flatMap((name) => [{ [name]: 1 }, { [name]: 0 }])];
  return { list: plainList('/menus', mark, filters, BY_TEXT), rows, changes, more: nothing };
}

export async function modifiers(t: CaseContext): Promise<CatalogueFixture> {
  const mark = t.name('filtered');
  const applied: Rec[] = [];
  for (const name of ['flat', 'long']) applied.push(await t.as().create('/items', { name: `${mark} item ${name}` }));
  const itemsOf = (i: number): Rec[] => [[], applied.slice(0, 1), applied.slice(1), applied][i % 4] ?? [];
  const plan = (i: number) => ({
    name: named(mark, i % 8),
    status: i % 3 === 0 ? 0 : 1,
    itemIds: itemsOf(i).map(({ id }) => id),
  });
  const names = (i: number) => ({ applied: itemsOf(i).map(({ name }) => String(name)) });
  const rows = await newRecords(t, '/modifiers', planned(plan), planned(names));
  const itemSearch = (text: string): Filter => ({
    name: 'itemSearch',
    query: `itemSearch=${encodeURIComponent(text)}`,
    matches: (row) => (row.applied as string[]).some((name) => text.split(' ').every((word) => name.includes(word))),
  });
  const filters = [itemSearch(`${mark} flat`), itemSearch(`${mark} item`), itemSearch(`long ${mark}`)];
  return {
    list: plainList('/modifiers', mark, filters, BY_TEXT),
    rows,
    changes: changesOf(t),
    more: () => ({ applied: [] }),
  };
}

/** Quantities received of each item in turn. The low-stock level is 2. */
const RECEIVED = [undefined, '2', '2.001'] as const;

/** Items with variants receive nothing; combos have no separate stock. */
function stockStatusOf({ type, trackStock }: Rec, received?: string): string {
  if (trackStock !== true || type === 2) return 'inStock';
  if (type === 1 || received === undefined) return 'out';
  return received === '2' ? 'low' : 'inStock';
}

/** The items, read again once they are in stock. */
async function stocked(t: CaseContext, rows: readonly Rec[]): Promise<Rec[]> {
  const [store = 0] = await storesOf(t, 1);
  const receivedOf = ({ type, trackStock }: Rec, i: number) =>
    type === 0 && trackStock === true ? RECEIVED[i % RECEIVED.length] : undefined;
  for (const [i, row] of rows.entries()) {
    const received = receivedOf(row, i);
    if (received !== undefined) await addStock(t, store, row.id, received);
  }
  const now: Rec[] = [];
  for (const [i, row] of rows.entries()) {
    const stockStatus = stockStatusOf(row, receivedOf(row, i));
    now.push({ ...(await readAgain(t, '/items', row.id)), stockStatus });
  }
  return now;
}

export async function items(t: CaseContext): Promise<CatalogueFixture> {
  const mark = t.name('filtered');
  const groups: number[] = [];
  for (let n = 0; n < 3; n += 1) groups.push((await t.as().create('/categories', { name: t.name('group') })).id);
  const { brandId = [], taxId = [] } = (await referencesOf(t, t.as())) as Record<string, number[]>;
  const [plain] = await newRecords(t, '/items', [{ name: t.name('component') }]);
  const kinds = [
    {},
    {},
    { type: 1, variants: [{ name: 'S' }] },
    {},
    { type: 2, components: [{ itemId: plain?.id, quantity: '1' }] },
  ];
  const plan = (i: number): Fields => ({
    name: named(mark, i % 8),
    itemCode: `${mark}-${(i * 3) % ROWS}`,
    price: ['9.25', '10', '1.5'][i % 3],
    status: i % 4 === 1 ? 0 : 1,
    weighingScale: (i >> 1) % 2,
    brandId: i % 3 === 0 ? null : brandId[i % 2],
    taxId: i % 4 === 0 ? null : taxId[(i >> 1) % 2],
    groupId: i % 5 === 0 ? null : groups[i % 3],
    ...kinds[i % 5],
    ...(i % 5 === 4 ? {} : { trackStock: i % 4 !== 3, lowStockLevel: '2' }),
  });
  const rows = await stocked(t, await newRecords(t, '/items', planned(plan)));
  const [a = 0, b = 0, c = 0] = groups;
  const filters = [
    ...[0, 1].flatMap((i) => (brandId[i] === undefined ? [] : [equals('brandId', brandId[i])])),
    ...[0, 1].flatMap((i) => (taxId[i] === undefined ? [] : [equals('taxId', taxId[i])])),
    oneOf('groupId', 'groupId', [a]),
    oneOf('groupId', 'groupId', [b, c], `groupId=${b}&groupId=${c}`),
    equals('weighingScale', 0),
    equals('weighingScale', 1),
    ...[0, 1, 2].map((type) => equals('type', type)),
    ...['inStock', 'low', 'out'].map((state) => equals('stockStatus', state)),
  ];
  const more = (record: Rec) => ({ stockStatus: stockStatusOf(record) });
  const price: Sort = { query: 'sort=price', keyOf: (row) => units(String(row.price), MONEY) };
  const sorts = [...BY_TEXT, byText('sort=itemCode', 'itemCode'), price];
  const changes = [
    ...changesOf(t),
    { brandId: brandId[0] },
    { brandId: brandId[1] },
    { brandId: null },
    { taxId: taxId[0] },
    { taxId: null },
    { groupId: a },
    { groupId: b },
    { groupId: null },
    { weighingScale: 1 },
    { weighingScale: 0 },
    { trackStock: false },
    { trackStock: true },
  ];
  return { list: plainList('/items', mark, filters, sorts, ['name', 'itemCode']), rows, changes, more };
}
