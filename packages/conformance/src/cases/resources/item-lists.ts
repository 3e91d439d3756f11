import { type Case, subject } from '../../engine/case.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import type { Rec } from '../../engine/record.ts';
import { referencesOf } from '../../engine/references.ts';
import { expectFiltered } from '../expect/lists.ts';
import { storesOf } from '../fixtures/directory.ts';
import { UNKNOWN_ID } from '../fixtures/records.ts';
import { addStock } from '../fixtures/stock.ts';

/** Filters of the list of items. */

const example = subject('examples', 'items');

const PATH = '/items';

const create = (t: CaseContext, fields: object = {}): Promise<Rec> =>
  t.as().create(PATH, { name: t.name('item'), ...fields });

const idOf = async (t: CaseContext, name: string): Promise<number> =>
  Number((await referencesOf(t, t.as()))[name]?.[0]);

/** A filter by reference, with one item that matches and one that does not. */
const referenceFilter = (name: string): Case =>
  example(
    `filter.${name}`,
    [`items.filter.${name}`, `op.listItems.param.${name}`],
    `${name} selects the items that have it`,
    async (t) => {
      const id = await idOf(t, name);
      const [having, other] = [await create(t, { [name]: id }), await create(t)];
      await expectFiltered(t, PATH, `${name}=${id}`, [having, other], [having]);
      await expectFiltered(t, PATH, `${name}=${UNKNOWN_ID}`, [having, other], []);
      t.requireStatus(await t.as().patch(`/items/${having.id}`, { [name]: null }), 200);
      t.requireStatus(await t.as().patch(`/items/${other.id}`, { [name]: id }), 200);
      await expectFiltered(t, PATH, `${name}=${id}`, [having, other], [other]);
    },
  );

const REFERENCES = ['brandId', 'taxId', 'groupId'] as const;

export const ITEM_LIST_CASES: readonly Case[] = [
  ...REFERENCES.map(referenceFilter),
  example(
    'filter.groupIds',
    ['items.filter.groupId', 'op.listItems.param.groupId', 'http.csv_or_repeated'],
    'several categories, comma-separated or repeated',
    async (t) => {
      const groups: Rec[] = [];
      for (let n = 0; n < 3; n += 1) groups.push(await t.as().create('/categories', { name: t.name() }));
      const [a, b, c] = groups.map(({ id }) => id);
      const items = [await create(t)];
      for (const groupId of [a, b, c]) items.push(await create(t, { groupId }));
      await expectFiltered(t, PATH, `groupId=${a},${b}`, items, items.slice(1, 3));
      await expectFiltered(t, PATH, `groupId=${b}&groupId=${c}`, items, items.slice(2));
    },
  ),
  example(
    'filter.type',
    ['items.filter.type', 'op.listItems.param.type'],
    'type selects the items of one type',
    async (t) => {
      const plain = await create(t);
      const sized = await create(t, { type: 1, variants: [{ name: 'S' }] });
      const combo = await create(t, { type: 2, components: [{ itemId: plain.id, quantity: '1' }] });
      for (const [type, item] of [plain, sized, combo].entries())
        await expectFiltered(t, PATH, `type=${type}`, [plain, sized, combo], [item]);
    },
  ),
  example(
    'filter.weighingScale',
    ['items.filter.weighingScale', 'op.listItems.param.weighingScale'],
    'weighingScale selects weighed goods, or others',
    async (t) => {
      const [weighed, other] = [await create(t, { weighingScale: 1 }), await create(t)];
      await expectFiltered(t, PATH, 'weighingScale=1', [weighed, other], [weighed]);
      await expectFiltered(t, PATH, 'weighingScale=0', [weighed, other], [other]);
    },
  ),
  example(
    'filter.stockStatus',
    ['items.filter.stockStatus', 'op.listItems.param.stockStatus', 'items.stock_states'],
    'stockStatus over all stores: out with nothing, low at or below the level, otherwise in stock; untracked items are in stock',
    async (t) => {
      const [here = 0, there = 0] = await storesOf(t, 2);
      const lots = async (level: string | null, ...quantities: string[]) => {
        const item = await create(t, { trackStock: true, lowStockLevel: level });
        for (const [i, quantity] of quantities.entries()) await addStock(t, i % 2 ? there : here, item.id, quantity);
        return item;
      };
      const untracked = await create(t, { trackStock: false, lowStockLevel: '5' });
      const combo = await create(t, { type: 2, components: [{ itemId: untracked.id, quantity: '1' }] });
      const [none, below, at, split] = [
        await lots('5'),
        await lots('5', '0.001'),
        await lots('5', '5'),
        await lots('5', '3', '2'),
      ];
      const [above, over, unlevelled] = [
        await lots('5', '5.001'),
        await lots('5', '3', '2.001'),
        await lots(null, '0.001'),
      ];
      const all = [untracked, combo, none, below, at, split, above, over, unlevelled];
      await expectFiltered(t, PATH, 'stockStatus=out', all, [none]);
      await expectFiltered(t, PATH, 'stockStatus=low', all, [below, at, split]);
      await expectFiltered(t, PATH, 'stockStatus=inStock', all, [untracked, combo, above, over, unlevelled]);
      t.requireStatus(await t.as().patch(`/items/${above.id}`, { lowStockLevel: '6' }), 200);
      t.requireStatus(await t.as().patch(`/items/${none.id}`, { trackStock: false }), 200);
      await expectFiltered(t, PATH, 'stockStatus=low', all, [below, at, split, above]);
      await expectFiltered(t, PATH, 'stockStatus=out', all, []);
    },
  ),
  example(
    'search',
    ['items.search', 'op.listItems.param.search', 'lists.search', 'lists.search_words'],
    'search covers the name, the barcodes and the code; every word has to occur, in any order',
    async (t) => {
      const mark = t.name('search');
      const item = await create(t, { name: `${mark} Flat White`, itemCode: `${mark}-code`, barcodes: [`${mark}-bar`] });
      const other = await create(t, { name: `${mark} Long Black`, description: `${mark} flat white` });
      const both = [item, other];
      for (const text of [`${mark} flat`, `WHITE ${mark}`, `${mark}-CODE`, `${mark}-bar`, `white code bar ${mark}`])
        await expectFiltered(t, PATH, `search=${encodeURIComponent(text)}`, both, [item]);
      await expectFiltered(t, PATH, `search=${encodeURIComponent(mark)}`, both, both);
      await expectFiltered(t, PATH, `search=${encodeURIComponent(`${mark} flat black`)}`, both, []);
    },
  ),
  example(
    'search-variants',
    ['items.search_variants', 'op.listItems.param.search'],
    'search finds an item by the present names, codes and barcodes of its variants',
    async (t) => {
      const mark = t.name('search');
      const variants = [{ name: `${mark} Petite` }, { name: 'L', itemCode: `${mark}-L`, barcodes: [`${mark}-bar`] }];
      const [item, other] = [await create(t, { type: 1, variants }), await create(t)];
      for (const text of [`${mark} petite`, `${mark}-l`, `${mark}-BAR`])
        await expectFiltered(t, PATH, `search=${encodeURIComponent(text)}`, [item, other], [item]);
      t.requireStatus(await t.as().patch(`/items/${item.id}`, { variants: [{ name: 'only' }] }), 200);
      await expectFiltered(t, PATH, `search=${encodeURIComponent(mark)}`, [item], []);
    },
  ),
  example(
    'filters-together',
    ['items.filters_together', 'lists.status', 'op.listItems.param.status'],
    'filters combine',
    async (t) => {
      const [brandId, mark] = [await idOf(t, 'brandId'), t.name('mark')];
      const both = await create(t, { name: mark, brandId, weighingScale: 1 });
      const one = await create(t, { name: mark, brandId });
      const inactive = await create(t, { name: mark, brandId, weighingScale: 1, status: 0 });
      const unmarked = await create(t, { brandId, weighingScale: 1 });
      const all = [both, one, inactive, unmarked];
      await expectFiltered(t, PATH, `brandId=${brandId}&weighingScale=1&status=1&search=${mark}&type=0`, all, [both]);
      await expectFiltered(t, PATH, `brandId=${brandId}&search=${mark}`, all, [both, one, inactive]);
      await expectFiltered(t, PATH, `brandId=${brandId}&weighingScale=1&status=0`, all, [inactive]);
    },
  ),
  example(
    'filters-all',
    ['items.filters_together', 'op.listItems.call'],
    'an item that fails one of all filters is not listed',
    async (t) => {
      const mark = t.name('mark');
      const references: Record<string, number> = {};
      for (const name of REFERENCES) references[name] = await idOf(t, name);
      const fields = { name: mark, ...references, weighingScale: 1, trackStock: false };
      const match = await create(t, fields);
      const others: Rec[] = [];
      for (const other of [
        ...REFERENCES.map((name) => ({ [name]: null })),
        { name: t.name('other') },
        { weighingScale: 0 },
        { trackStock: true },
        { status: 0 },
        { type: 1, variants: [{ name: 'S' }] },
      ])
        others.push(await create(t, { ...fields, ...other }));
      const query = new URLSearchParams({ search: mark, weighingScale: '1', stockStatus: 'inStock', status: '1' });
      for (const name of REFERENCES) query.set(name, String(references[name]));
      await expectFiltered(t, PATH, `${query}&type=0`, [match, ...others], [match]);
    },
  ),
];
