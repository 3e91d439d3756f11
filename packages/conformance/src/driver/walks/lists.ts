import type { CaseContext } from '../../run/case-context.ts';
import type { Fields } from '../../specification/answer.ts';
import type { Operation } from '../../specification/contract.ts';
import { rowsOf, TABLES, type Table } from '../../specification/state.ts';
import { creatorOf, SPECIFIED } from '../operations.ts';
import { CURSORS } from '../requests/awkward.ts';
import { shuffled } from '../requests/covering.ts';
import { type Factor, type Option, option, pick } from '../requests/factor.ts';
import { FAR_AHEAD, LONG_AGO } from '../requests/query.ts';
import { factorsOf } from '../requests/request.ts';
import { tableAt } from '../tables.ts';
import { showsSomething, Walker } from '../walker.ts';
import { drawRecord, drawRequest } from './draw-request.ts';

/** A walk over a list: each parameter by each value, every two filters in every order, and pages on by cursor. */

export const LISTS = SPECIFIED.filter(
  ({ method, path, parameters }) =>
    method === 'GET' && path !== '/changes' && parameters.some(({ name }) => ['page', 'from'].includes(name)),
);

/** Parameters that choose pages and orders of the rows that filters select. */
const PAGING: ReadonlySet<string> = new Set(['page', 'limit', 'sort', 'order']);

/** `most` is the number of pairs of filters, and a fraction of the values where requests are few. */
export async function walkList(t: CaseContext, operation: Operation, most: number): Promise<void> {
  const walker = await Walker.open(t);
  await writeRows(walker, tableAt(operation.path));
  for (const id of listsAt(walker, operation)) {
    const list = await List.open(walker, operation, id);
    const some = (urls: readonly string[], count: number) => shuffled(urls, walker.draw).slice(0, count);
    await walker.readAll(some(list.everyValue(), 8 * most));
    await walker.readAll(some(list.everyEdge(), 4 * most));
    // Days and instants are compared across time zones.
    await walker.readAll(t.sample(list.everyRange('fromDate', 'toDate')));
    const others = [...list.everyRange('from', 'to'), ...list.everyRange('updatedFrom', 'updatedTo')];
    await walker.readAll(some(others, 2 * most));
    await list.readAfter(list.everyFilter());
    const pairs = list.everyTwo();
    for (const url of pairs.slice(0, most / 2)) await list.follow(url);
    await walker.readAll(pairs.slice(most / 2).map((url) => `${url}&limit=${ROWS}`));
    await list.revalidate();
    for (const url of some(list.everyOrder(3), most / 4)) await list.followGrowing(url);
  }
}

/** Records that differ, in every state that a change brings about. */
export async function writeRows(walker: Walker, table: Table | undefined): Promise<void> {
  await walker.ensure(TABLES.filter((one) => creatorOf(one)));
  const written = table && creatorOf(table) ? table : 'stockAdjustments';
  const acts = SPECIFIED.filter(({ method, path }) => method !== 'GET' && tableAt(path) === written);
  const creator = creatorOf(written);
  if (!creator) return;
  for (let n = 0; n < ROWS; n += 1) {
    const sending = drawRequest(walker, creator, undefined);
    await walker.send({ ...sending, body: { ...(sending.body as Fields), ...namesOutOfOrder(walker, creator, n) } });
    const act = pick(acts, walker.draw) ?? creator;
    await walker.send(drawRequest(walker, act, await drawRecord(walker, act)));
  }
}

/** Rows that are written, and the length of pages, of which totals tell the rest. */
const ROWS = 16;

/** Names in another order than that of the records. */
export function namesOutOfOrder(walker: Walker, creator: Operation, n: number): Fields {
  const named = factorsOf(creator).filter(({ part, name }) => part === 'body' && NAMES.has(name));
  const name = `${String.fromCharCode(97 + ((n * 7) % 26))}${walker.name()}`;
  return Object.fromEntries(named.map((one) => [one.name, name]));
}

/** Properties that lists are sorted by. */
const NAMES: ReadonlySet<string> = new Set(['name', 'itemCode', 'orderNo', 'transferNo']);

/** The records that have lists of their own: each store, or some items. */
function listsAt(walker: Walker, { path }: Operation): readonly (number | undefined)[] {
  const table = tableAt(path);
  if (!path.includes('{id}') || !table) return [undefined];
  return rowsOf(walker.merchant, table)
    .slice(-3)
    .map(({ id }) => id);
}

export interface Page {
  readonly data?: readonly Fields[];
  readonly pagination?: {
    readonly nextCursor?: string | null;
    readonly total?: number;
    readonly totalIsExact?: boolean;
  };
}

type Parameters = readonly (readonly [name: string, value: unknown])[];

/** Rows that are tried until one gives a parameter a value, and filters that are tried until they select something. */
const TRIES = 5;

export class List {
  readonly #walker: Walker;
  readonly #operation: Operation;
  readonly #id: number | undefined;
  readonly #factors: readonly Factor[];
  /** Rows that values are taken from. */
  #rows: readonly Fields[];

  constructor(walker: Walker, operation: Operation, rows: readonly Fields[], id?: number) {
    this.#walker = walker;
    this.#operation = operation;
    this.#rows = rows;
    this.#id = id;
    this.#factors = factorsOf(operation).filter(({ part }) => part === 'query');
  }

  /** A list whose values are taken from a page of it. */
  static async open(walker: Walker, operation: Operation, id: number | undefined): Promise<List> {
    const list = new List(walker, operation, [], id);
    list.#rows = (await list.#page(list.#url([['limit', 100]]))).data ?? [];
    return list;
  }

  /** Each parameter by each of its values. */
  everyValue(limit = ROWS): string[] {
    return this.#factors.flatMap(({ name, options }) => this.#each(name, options, limit));
  }

  /** Each parameter by values that it may not have, repeated, in brackets, and in another case; and cursors of no page. */
  everyEdge(): string[] {
    return [
      ...this.#factors.flatMap(({ name, wrong = [], edges = [] }) => this.#each(name, [...wrong, ...edges], ROWS)),
      ...this.#factors.flatMap(({ name, options }) => {
        const [one, other] = [options.at(-1), options.at(-2)].map((way) => this.#value(way) ?? 1);
        const twice: Parameters = [
          [name, one],
          [name, other],
        ];
        const spellings = [`${name}[]`, `${name}[0]`, name.toUpperCase()];
        return [twice, ...spellings.map((spelled): Parameters => [[spelled, one]])].map((sent) => this.#url(sent));
      }),
      ...CURSORS.map((cursor) => this.#url([['cursor', cursor]])),
    ];
  }

  #each(name: string, ways: readonly Option[], limit: number): string[] {
    const values = ways.map((one) => this.#value(one)).filter((value) => value !== undefined);
    const more: Parameters = PAGING.has(name) ? [] : [['limit', limit]];
    return values.map((value) => this.#url([[name, value], ...more]));
  }

  /** Every two ends of a range around one record. */
  everyRange(from: string, to: string): string[] {
    return this.#optionsOf(from).flatMap((first) =>
      this.#optionsOf(to).map((last) => {
        const row = pick(this.#rows, this.#walker.draw);
        return this.#url([
          [from, this.#value(first, row)],
          [to, this.#value(last, row)],
        ]);
      }),
    );
  }

  #optionsOf(name: string, otherwise: readonly Option[] = []): readonly Option[] {
    return this.#factors.find((factor) => factor.name === name)?.options ?? otherwise;
  }

  /** Each filter alone, in turn by each order, with a value that selects something. */
  everyFilter(): string[] {
    return this.#inTurn(this.#filters().map((one) => [one])).map((one) => this.#selecting(...one));
  }

  /** Each filter alone, by every sort in one direction. */
  everyFilterInEverySort(): string[] {
    return this.#filters().flatMap((one, i) => this.#inOneDirection(i).map((order) => this.#selecting([one], order)));
  }

  /** Every sort, in a direction that alternates with the number. */
  #inOneDirection(i: number): Parameters[] {
    const directions = this.#optionsOf('order', [ABSENT]).length;
    return this.#orders().filter((_, n) => n % directions === i % directions);
  }

  /** The value of a filter that selects most. */
  #widest({ name, options }: Factor): Parameters[number] {
    const values = options.map((one) => this.#value(one)).filter((value) => value !== undefined);
    const totalOf = (value: unknown): number => {
      const { body } = this.#walker.predict({ method: 'GET', url: this.#url([[name, value]]) });
      return ((body ?? {}) as Page).pagination?.total ?? 0;
    };
    const [most] = values.map((value) => ({ value, total: totalOf(value) })).toSorted((a, b) => b.total - a.total);
    return [name, most?.value];
  }

  /** All days: by one end and both in every order, and with each other filter by every sort. */
  everyDay(): string[] {
    const days = [this.#endOf('fromDate', LONG_AGO), this.#endOf('toDate', FAR_AHEAD)].flat();
    if (days.length === 0) return [];
    const ranges = [...days.map((end) => [end]), days];
    const others = this.#filters().filter(({ name }) => days.every(([end]) => end !== name));
    return [
      ...ranges.flatMap((range) => this.#orders().map((order) => this.#url([...range, ...order]))),
      ...others.flatMap((one, i) => {
        const widest = this.#widest(one);
        return this.#inOneDirection(i).map((order) => this.#url([...days, widest, ...order]));
      }),
    ];
  }

  #endOf(name: string, label: string): Parameters {
    const ends = this.#optionsOf(name).filter((one) => one.label === label);
    return ends.map((one) => [name, this.#value(one)]);
  }

  /** Every two filters, in turn by each order, mostly with values that select something. */
  everyTwo(limit?: number): string[] {
    const filters = this.#filters();
    const pairs = filters.flatMap((one, i) => filters.slice(i + 1).map((other) => [one, other]));
    return this.#inTurn(shuffled(pairs, this.#walker.draw)).map(([pair, order]) =>
      this.#selecting(pair, [...order, ['limit', limit]]),
    );
  }

  #filters(): Factor[] {
    return this.#factors.filter(({ name }) => !PAGING.has(name));
  }

  #inTurn(chosen: readonly (readonly Factor[])[]): (readonly [readonly Factor[], Parameters])[] {
    const orders = this.#orders();
    return chosen.map((factors, n) => [factors, orders[n % orders.length] ?? []]);
  }

  #selecting(factors: readonly Factor[], more: Parameters): string {
    const { draw } = this.#walker;
    const urlOf = () => {
      const row = pick(this.#rows, draw);
      const chosen = factors.map(({ name, options }) => {
        const sent = options.filter(({ label }) => label !== ABSENT.label);
        return [name, this.#value(pick(sent, draw), row)] as const;
      });
      return this.#url([...chosen, ...more]);
    };
    const isMeant = (url: string): boolean => showsSomething(this.#walker.predict({ method: 'GET', url }));
    return Array.from({ length: TRIES }, urlOf).find(isMeant) ?? urlOf();
  }

  everyOrder(limit?: number): string[] {
    return this.#orders().map((order) => this.#url([...order, ['limit', limit]]));
  }

  #orders(): Parameters[] {
    return this.#optionsOf('sort', [ABSENT]).flatMap((sort) =>
      this.#optionsOf('order', [ABSENT]).map(
        (order): Parameters => [
          ['sort', this.#value(sort)],
          ['order', this.#value(order)],
        ],
      ),
    );
  }

  /** The list as a stream and as pages, the later ones by cursor, which no other list takes. */
  async follow(url: string): Promise<void> {
    if (this.#operation.streams) await this.#walker.stream(url);
    let { pagination } = await this.#page(`${url}&limit=1`);
    for (let page = 0; page < MOST_PAGES && pagination?.nextCursor; page += 1) {
      const cursor = `cursor=${encodeURIComponent(pagination.nextCursor)}`;
      if (page === 0)
        await this.#walker.readAll([`${url}&limit=100&${cursor}`, `${url}&page=2&${cursor}`, this.#url([], cursor)]);
      ({ pagination } = await this.#page(`${url}&limit=2&${cursor}`));
    }
  }

  /** The rows after the first one of each list, by cursor. */
  async readAfter(urls: readonly string[]): Promise<void> {
    const pages = await this.#walker.readAll(urls.map((url) => `${url}&limit=1`));
    const later = pages.flatMap(({ body }, at) => {
      const { pagination } = (body ?? {}) as Page;
      return pagination?.nextCursor
        ? [`${urls[at]}&limit=${ROWS}&cursor=${encodeURIComponent(pagination.nextCursor)}`]
        : [];
    });
    await this.#walker.readAll(later);
  }

  /** Pages by cursor while records are added that a sort by name cannot tell apart from the others. */
  async followGrowing(url: string): Promise<void> {
    const table = tableAt(this.#operation.path);
    const creator = table && creatorOf(table);
    if (!table || !creator) return;
    const mark = this.#walker.name();
    const isNamed = factorsOf(creator).some(({ part, name }) => part === 'body' && name === 'name');
    const add = () =>
      this.#walker.create(table, { [isNamed ? 'name' : 'narration']: `${mark} ${this.#walker.name()}` });
    for (let n = 0; n < FEW; n += 1) await add();
    let next: string | null | undefined = `${url}&search=${mark}`;
    for (let page = 0; next && page < MOST_PAGES; page += 1) {
      const { pagination } = await this.#page(next);
      await add();
      const cursor = pagination?.nextCursor;
      next = cursor && `${url}&search=${mark}&cursor=${encodeURIComponent(cursor)}`;
    }
  }

  /** A list's ETag, which is good until the list changes. */
  async revalidate(): Promise<void> {
    const url = this.#url([['limit', 2]]);
    const { etag = '"none"' } = (await this.#walker.send({ method: 'GET', url })).headers;
    const again = () => this.#walker.send({ method: 'GET', url, headers: { 'If-None-Match': etag } });
    await again();
    const table = tableAt(this.#operation.path);
    if (table) await this.#walker.create(table);
    await again();
  }

  async #page(url: string): Promise<Page> {
    const { body } = await this.#walker.send({ method: 'GET', url });
    return (body ?? {}) as Page;
  }

  /** A value for a row, or for the first of some that it has one for. */
  #value(one: Option | undefined, row?: Fields): unknown {
    const table = tableAt(this.#operation.path);
    let value: unknown;
    for (let left = row ? 1 : TRIES; left > 0 && (value ?? undefined) === undefined; left -= 1)
      value = one?.value(this.#walker.scene(table, row ?? pick(this.#rows, this.#walker.draw) ?? {}), {});
    return value;
  }

  /** The URL with these parameters, and the ones that are required. */
  #url(parameters: Parameters, more = ''): string {
    const { draw } = this.#walker;
    const named = new Set(parameters.map(([name]) => name));
    const required = this.#factors.filter(
      ({ name, options }) =>
        options[0]?.label !== ABSENT.label && !named.has(name) && name !== 'limit' && name !== 'page',
    );
    const all = [...required.map(({ name, options }) => [name, this.#value(options[draw(2)])] as const), ...parameters];
    const query = all
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value).toWellFormed())}`);
    return `${this.#operation.path.replace('{id}', String(this.#id))}?${[...query, ...(more ? [more] : [])].join('&')}`;
  }
}

const ABSENT = option('absent', () => undefined);

/** Records that a growing list begins with: more than a page has. */
const FEW = 4;

/** Pages of one list that are followed. */
const MOST_PAGES = 3;
