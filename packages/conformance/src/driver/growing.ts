import type { CaseContext } from '../engine/case-context.ts';
import type { Fields } from '../specification/answer.ts';
import type { Operation } from '../specification/contract.ts';
import type { Table } from '../specification/state.ts';
import { Driver } from './driver.ts';
import { creatorOf, SPECIFIED } from './operations.ts';
import { tableAt } from './tables.ts';

/** Lists that are read by cursor while records are added, among records that the sort cannot tell apart. */

/** Records at the beginning; pages of two then end among equal ones. */
const AT_FIRST = 5;
const LIMIT = 2;
/** Pages after which a record is added. */
const GROWING = 2;
const MOST_PAGES = 6;

/** Tables whose records may have one name. Of the others, names begin alike. */
const SAME_NAME: ReadonlySet<Table> = new Set(['menus', 'modifiers']);

/** Lists of records that requests create. */
export const GROWING_LISTS: readonly Operation[] = SPECIFIED.filter(({ method, path, parameters }) => {
  const table = tableAt(path);
  const isList = method === 'GET' && !path.includes('{id}') && parameters.some(({ name }) => name === 'cursor');
  return isList && table !== undefined && creatorOf(table) !== undefined;
});

/** Reads the list by each sort: whole, the newest first, and narrowed by a search, in both orders. */
export async function readGrowing(t: CaseContext, list: Operation, most: number): Promise<void> {
  const table = tableAt(list.path);
  if (!table) return;
  const driver = await Driver.open(t);
  await driver.ensure([table]);
  const mark = t.name('grow');
  const add = () => driver.create(table, alike(table, mark, driver.name()));
  for (let i = 0; i < AT_FIRST; i += 1) await add();
  for (const query of queriesOf(list, mark).slice(0, most)) await walk(driver, `${list.path}?${query}`, add);
}

const alike = (table: Table, mark: string, name: string): Fields => {
  if (/^(purchase|stock)/.test(table)) return { narration: mark };
  return { name: SAME_NAME.has(table) ? mark : `${mark} ${name}` };
};

function queriesOf({ parameters }: Operation, mark: string): string[] {
  const { schema } = parameters.find(({ name }) => name === 'sort') ?? {};
  const sorts = (schema?.enum ?? ['']).map((sort) => (sort === '' ? '' : `sort=${sort}&`));
  const ways = [`order=asc&search=${mark}`, `order=desc&search=${mark}`, 'order=desc'];
  return ways.flatMap((way) => sorts.map((sort) => `limit=${LIMIT}&${sort}${way}`));
}

/** Follows the cursors of the first pages, with a new record after each of some. */
async function walk(driver: Driver, url: string, add: () => Promise<unknown>): Promise<void> {
  let next: string | null = url;
  for (let page = 0; next !== null && page < MOST_PAGES; page += 1) {
    const { body } = await driver.send({ method: 'GET', url: next });
    const { nextCursor = null } = ((body as Fields).pagination ?? {}) as { nextCursor?: string | null };
    if (page < GROWING) await add();
    next = nextCursor === null ? null : `${url}&cursor=${encodeURIComponent(nextCursor)}`;
  }
}
