import { remainingIn } from '../../http/send.ts';
import type { CaseContext } from '../../run/case-context.ts';
import type { Fields } from '../../specification/answer.ts';
import type { Operation } from '../../specification/contract.ts';
import { rowsOf, type Table } from '../../specification/state.ts';
import { creatorOf } from '../operations.ts';
import { shuffled } from '../requests/covering.ts';
import { factorsOf } from '../requests/request.ts';
import { tableAt } from '../tables.ts';
import { Walker } from '../walker.ts';
import { LISTS, List, namesOutOfOrder, type Page, writeRows } from './lists.ts';

/** Lists of more records than are counted, for which a service may use other queries than for short ones. */

/** Lists with filters, joins or sorts of their own. */
export const LONG_LISTS = LISTS.filter(({ id }) =>
  ['listItems', 'listMenus', 'listModifiers', 'listPurchaseOrders'].includes(id),
);

/** Totals are counted up to here; a service may find later pages in another way. */
const MANY = 1_000;

/** Most operations of a batch. */
const IN_BATCH = 100;

/** Records that are created at once where no batch creates them. */
const AT_ONCE = 8;

export async function walkLongList(t: CaseContext, operation: Operation, most: number): Promise<void> {
  const table = tableAt(operation.path);
  if (!table) return;
  const walker = await Walker.open(t);
  await writeRows(walker, table);
  await grow(walker, operation, table);
  const size = walker.merchant.tables[table].size;
  for (const filter of ['', '&status=1', '&search=conf'])
    await walker.readAll(deepPages(size).map((page) => `${operation.path}?limit=1&${page}${filter}`));
  const list = new List(walker, operation, rowsOf(walker.merchant, table).slice(-1));
  const filtered = shuffled([...list.everyValue(3), ...list.everyTwo(3)], walker.draw);
  await readLater(walker, [...list.everyOrder(3), ...filtered.slice(0, 4 * most)]);
  await list.readAfter([...list.everyFilterInEverySort(), ...list.everyDay()]);
  for (const order of list.everyOrder().slice(0, 2)) await resume(t, walker, order);
}

/** Creates records that share what filters select by, until there are more than are counted. */
async function grow(walker: Walker, operation: Operation, table: Table): Promise<void> {
  const creator = creatorOf(table);
  if (!creator) return;
  const written = new Set(factorsOf(creator).flatMap(({ part, name }) => (part === 'body' ? [name] : [])));
  const filters = operation.parameters.filter(({ name }) => written.has(name) && !OF_ONE.has(name));
  const last: Fields = walker.records(table).at(-1) ?? {};
  const shared = Object.fromEntries(filters.map(({ name }) => [name, last[name]]));
  const itemId = walker.records('items').find(({ type }) => type === 0)?.id;
  const fieldsOf = (n: number): Fields => ({
    ...namesOutOfOrder(walker, creator, n),
    ...(table === 'items' && { price: `${(n * 7) % 1009}`, cost: `${(n * 11) % 1009}` }),
    ...(table === 'purchaseOrders' && {
      orderDate: `2002-0${1 + (Math.floor(n / 4) % 9)}-1${Math.floor(n / 4) % 7}`,
      lines: [
        { itemId, quantity: '1', unitCost: `${3000 - ((n * 2) % 1009)}`, discount: `${1900 - ((n * 5) % 1009)}` },
      ],
    }),
    ...shared,
  });
  const missing = MANY + 1 - walker.merchant.tables[table].size;
  const size = table === 'items' ? IN_BATCH : AT_ONCE;
  for (let n = 0; n < missing; n += size) {
    const creates = Array.from({ length: size }, (_, at) => walker.accepted(table, fieldsOf(n + at)));
    if (table !== 'items') await walker.sendTogether(creates, ['records.created']);
    else {
      const operations = creates.map(({ body }) => ({ op: 'create', item: body }));
      await walker.send({ method: 'POST', url: '/items/batch', body: { operations } });
    }
  }
}

/** Filters by what only one record has. */
const OF_ONE: ReadonlySet<string> = new Set(['externalId', 'itemCode']);

/** Pages of one record beyond the thousandth, in the middle, and at the end. */
function deepPages(size: number): string[] {
  const middle = Math.floor(size / 2);
  const pages = [MANY, MANY + 1, middle, middle + 1, size - 2, size - 1, size, size + 1];
  return ['asc', 'desc'].flatMap((order) => pages.map((page) => `order=${order}&page=${page}`));
}

/** Reads first pages and, of lists with more records than are counted, later ones, by number and by cursor. */
async function readLater(walker: Walker, urls: readonly string[]): Promise<void> {
  const first = await walker.readAll(urls);
  const later = first.flatMap(({ body }, at) => {
    const { pagination } = (body ?? {}) as Page;
    if (pagination?.totalIsExact !== false) return [];
    const pages = [`cursor=${pagination.nextCursor}`, 'page=2', 'page=334', 'page=335'];
    return pages.map((page) => `${urls[at]}&${page}`);
  });
  await walker.readAll(later);
}

/** Reads a stream, and resumes from each cursor in it, as a stream and as a page. */
async function resume(t: CaseContext, walker: Walker, url: string): Promise<void> {
  const before = await walker.send({ method: 'HEAD', url });
  const answer = await walker.stream(url);
  const counted = Math.ceil(Number(answer.headers['tillgate-total']) / MANY);
  const used = remainingIn(before) - remainingIn(answer);
  // A new minute may have begun.
  t.about('streams.counted').check(used < 0 || used === counted, `counts as ${used} requests, not ${counted}`, answer);
  const lines = Array.isArray(answer.body) ? (answer.body as { stream?: { cursor: string | null } }[]) : [];
  for (const { stream } of lines) {
    if (!stream?.cursor) continue;
    const rest = `${url}${url.endsWith('?') ? '' : '&'}cursor=${encodeURIComponent(stream.cursor)}`;
    await walker.stream(rest);
    await walker.send({ method: 'GET', url: rest });
  }
}
