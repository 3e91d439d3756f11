import { type Case, subject } from '../../engine/case.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import type { Rec } from '../../engine/record.ts';
import { createWith, creatorOf, referencesOf, urlOf } from '../../engine/references.ts';
import { updaterOf, withQuery } from '../fixtures/records.ts';
import { brands, type CatalogueFixture, categories, items, menus, modifiers, readAgain } from './catalogue-fixtures.ts';
import { expectFilters } from './filters.ts';
import { countedBy, Totals } from './totals.ts';

/** Lists of the catalogue with any two filters, and totals as records start or stop matching. */

const filters = subject('examples', 'filters');
const totals = subject('examples', 'totals');

interface Kind {
  readonly name: string;
  readonly list: string;
  readonly proves: readonly string[];
  readonly arrange: (t: CaseContext) => Promise<CatalogueFixture>;
}

const KINDS: readonly Kind[] = [
  { name: 'brands', list: 'listBrands', proves: [], arrange: brands },
  { name: 'categories', list: 'listCategories', proves: [], arrange: categories },
  { name: 'menus', list: 'listMenus', proves: ['menus.flags'], arrange: menus },
  { name: 'modifiers', list: 'listModifiers', proves: ['modifiers.item_search'], arrange: modifiers },
  {
    name: 'items',
    list: 'listItems',
    proves: [
      'items.filters_together',
      ...['groupId', 'brandId', 'taxId', 'stockStatus', 'weighingScale', 'type'].map((name) => `items.filter.${name}`),
    ],
    arrange: items,
  },
];

const PROVES = [
  'lists.filters_together',
  'lists.total',
  'lists.pages',
  'lists.cursor',
  'lists.sort',
  'lists.ties',
  'lists.status',
];

/** Combines every pair of filters. */
const togetherCase = ({ name, list, proves, arrange }: Kind): Case =>
  filters(
    name,
    [...PROVES, ...proves, `op.${list}.call`],
    `GET /${name}: any two filters together, in each order, by page and by cursor`,
    async (t) => {
      const { list: filtered, rows } = await arrange(t);
      await expectFilters(t, t.as(), filtered, rows);
    },
  );

/** Makes a record start and stop matching filters, by changes that succeed, are dry runs, or are rejected. */
async function follow(t: CaseContext, { list, changes, more }: CatalogueFixture): Promise<void> {
  const create = creatorOf(list.path);
  if (!create) throw new Error(`Nothing is created at ${list.path}.`);
  const counted = new Totals(t, countedBy(list));
  await counted.start();
  const { id } = await createWith(t, t.as(), create, await referencesOf(t, t.as()));
  const target = urlOf(updaterOf(create), id);
  const now = async (): Promise<Rec> => {
    const record = await readAgain(t, list.path, id);
    return { ...record, ...more(record) };
  };
  await counted.after('a create', await now());
  for (const change of changes) {
    const what = JSON.stringify(change);
    t.expectStatus(await t.as().patch(withQuery(target, 'dryRun=true'), change), 200);
    await counted.after(`a dry run: ${what}`);
    t.expectStatus(await t.as().patch(target, { ...change, status: 'x' }), 400);
    await counted.after(`a rejected change: ${what}`);
    t.requireStatus(await t.as().patch(target, change), 200);
    await counted.after(`a change: ${what}`, await now());
  }
}

const totalsCase = ({ name, list, proves, arrange }: Kind): Case =>
  totals(
    name,
    ['lists.total', 'lists.status', 'http.nothing_written', ...proves, `op.${list}.call`],
    `GET /${name}: each write changes the totals of the filters that the record enters or leaves, and no others`,
    async (t) => follow(t, await arrange(t)),
  );

export const CATALOGUE_FILTER_CASES: readonly Case[] = [...KINDS.map(togetherCase), ...KINDS.map(totalsCase)];
