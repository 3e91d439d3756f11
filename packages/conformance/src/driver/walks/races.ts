import type { CaseContext } from '../../run/case-context.ts';
import type { Fields } from '../../specification/answer.ts';
import type { Operation } from '../../specification/contract.ts';
import { TABLES, type Table } from '../../specification/state.ts';
import { creatorOf, SPECIFIED } from '../operations.ts';
import { pick } from '../requests/factor.ts';
import { entriesOf } from '../requests/references.ts';
import { tableAt } from '../tables.ts';
import { Walker } from '../walker.ts';
import type { Sending } from '../world.ts';
import { drawRequest } from './draw-request.ts';
import { Rereads } from './rereads.ts';

/** Requests at once about one thing: two or four of them, of which some order has to explain all responses. */

export interface Race {
  readonly id: string;
  /** Rules that only requests at once can break. */
  readonly rules: readonly string[];
  /** Fewest rounds that try every kind of record and write. */
  readonly kinds?: number;
  /** Requests to send at once; none if the merchant lacks something. */
  readonly requests: (walker: Walker, count: number, round: number) => Promise<readonly Sending[]>;
}

/** A race is repeated, since its requests may happen to be carried out one after another. */
export async function race(t: CaseContext, { rules, requests }: Race, rounds: number): Promise<void> {
  const walker = await Walker.open(t);
  const rereads = new Rereads(walker);
  await walker.ensure(TABLES.filter((table) => creatorOf(table)));
  for (let round = 0; round < rounds; round += 1) {
    const sendings = await requests(walker, round % 2 === 0 ? 4 : 2, round);
    const answers = await walker.sendTogether(sendings, rules);
    for (const [i, answer] of answers.entries()) {
      const operation = operationOf(sendings[i]);
      if (answer.status < 400 && operation) await rereads.after(operation, answer, undefined, 1);
    }
  }
}

const operationOf = (sending: Sending | undefined): Operation | undefined =>
  SPECIFIED.find(
    ({ method, path }) =>
      method === sending?.method &&
      new RegExp(`^${path.replace(/\{\w+\}/, '\\d+')}$`).test(sending.url.split('?')[0] ?? ''),
  );

const times = <One>(count: number, one: (n: number) => One): One[] => Array.from({ length: count }, (_, n) => one(n));

const always =
  <One>(one: One) =>
  (): One =>
    one;

const create = (walker: Walker, table: Table, fields: Fields): Sending => {
  const { url, body } = walker.draft(table, fields);
  return { method: 'POST', url, body };
};

/** A value that several creates want, in one table after another. */
const unique = (name: 'name' | 'externalId'): Race => ({
  id: `unique-${name === 'name' ? 'name' : 'external-id'}`,
  rules: ['records.unique_concurrent'],
  requests: async (walker, count) => {
    const table = pick(name === 'name' ? (['brands', 'categories'] as const) : TABLES.filter(creatorOf), walker.draw);
    const value = walker.name();
    return table ? times(count, () => create(walker, table, { [name]: value })) : [];
  },
});

const CHANGED = ['items', 'brands', 'modifiers', 'categories', 'menus'] as const;

/** Changes of one record. */
const changes = (id: string, rules: readonly string[], headers: (etag: string) => Sending['headers']): Race => ({
  id,
  rules,
  kinds: CHANGED.length,
  requests: async (walker, count, round) => {
    const table = CHANGED[round % CHANGED.length] ?? 'items';
    const update = SPECIFIED.find(({ method, path }) => method === 'PATCH' && tableAt(path) === table);
    const record = await walker.create(table);
    const read = record === undefined ? undefined : await walker.read(table, record);
    if (!update || !read) return [];
    const sent = headers(read.headers.etag ?? '*') ?? {};
    return times(count, () => ({ ...drawRequest(walker, update, read.body as Fields), headers: sent }));
  },
});

const KEYED = SPECIFIED.filter(({ method, path }) => method !== 'GET' && tableAt(path) !== undefined);
const CREATES = KEYED.filter(({ method }) => method === 'POST');
const CHANGES = KEYED.filter(({ method }) => method !== 'POST');

/** One write with one key: a create of each kind in turn, then a change or a receipt. */
const key: Race = {
  id: 'key',
  rules: ['http.idempotency_once'],
  kinds: CREATES.length + 1,
  requests: async (walker, count, round) => {
    const operation = CREATES[round] ?? pick(CHANGES, walker.draw);
    const table = operation && tableAt(operation.path);
    const headers = { 'Idempotency-Key': walker.name() };
    if (!operation || !table) return [];
    if (operation.method === 'POST') return times(count, always({ ...create(walker, table, {}), headers }));
    const record = await walker.create(table);
    const read = record === undefined ? undefined : await walker.read(table, record);
    return read ? times(count, always({ ...drawRequest(walker, operation, read.body as Fields), headers })) : [];
  },
};

/** Two categories that move below each other. */
const circle: Race = {
  id: 'circle',
  rules: ['categories.no_cycles'],
  requests: async (walker) => {
    const [one, other] = [await walker.create('categories'), await walker.create('categories')];
    const move = (id: unknown, parentId: unknown) => ({
      method: 'PATCH',
      url: `/categories/${id}`,
      body: { parentId },
    });
    return [move(one, other), move(other, one)];
  },
};

/** Both sides of the relation between items and modifier groups: an item leaves or joins a group whose items change. */
const relation: Race = {
  id: 'relation',
  rules: ['modifiers.items'],
  kinds: 6,
  requests: async (walker, count, round) => {
    const [item, other] = [await walker.create('items'), await walker.create('items')];
    const leaves = round % 2 === 0;
    const group = await walker.create('modifiers', { itemIds: leaves ? [item] : [] });
    const ofItem = { method: 'PATCH', url: `/items/${item}`, body: { modifierIds: leaves ? [] : [group] } };
    const itemIds = leaves ? [item, other] : [other];
    const ofGroup = { method: 'PATCH', url: `/modifiers/${group}`, body: { itemIds } };
    return times(count, (n) => (n % 2 === 0 ? ofItem : ofGroup));
  },
};

/** Upserts of the same keys, in one order and in the other. */
const upserts: Race = {
  id: 'upserts',
  rules: ['batches.upsert_once'],
  requests: async (walker, count) => {
    const keys = times(3, () => walker.name());
    const operations = keys.map((externalId) => ({ op: 'upsert', externalId, item: { name: walker.name() } }));
    return times(count, (n) => ({
      method: 'POST',
      url: '/items/batch',
      body: { operations: n % 2 === 0 ? operations : operations.toReversed() },
    }));
  },
};

/** Counts, additions and removals of one level. */
const level: Race = {
  id: 'level',
  rules: ['stock.concurrent', 'stock.ledger'],
  requests: async (walker, count) => {
    const itemId = await walker.create('items', { trackStock: true });
    const storeId = walker.records('stores')[0]?.id;
    const lines = [{ itemId, quantity: '3' }];
    return times(count, () => {
      // A count that another request overtakes is late, and the other keeps the level before it: no order explains both.
      const type = 1 + walker.draw(2);
      const { url, body } = create(walker, 'stockAdjustments', { storeId, type, lines });
      return { method: 'POST', url: url.replace('post=false', 'post=true'), body };
    });
  },
};

/** Transfers of the same two items in both directions. */
const crossing: Race = {
  id: 'crossing',
  rules: ['stock.concurrent', 'transfers.receive', 'stock.ledger'],
  requests: async (walker, count) => {
    const items = [await walker.create('items', { trackStock: true }), await walker.create('items')];
    const [here, there] = walker.records('stores').map(({ id }) => id);
    return times(count, (n) => {
      const isBack = n % 2 > 0;
      const lines = (isBack ? items.toReversed() : items).map((itemId) => ({ itemId, quantity: isBack ? '1.5' : '2' }));
      const [fromStoreId, toStoreId] = isBack ? [there, here] : [here, there];
      const { url, body } = create(walker, 'stockTransfers', { fromStoreId, toStoreId, lines });
      return { method: 'POST', url: url.replace('receive=false', 'receive=true'), body };
    });
  },
};

/** Voids of one adjustment that is posted. */
const reversal: Race = {
  id: 'reversal',
  rules: ['stock.concurrent', 'adjustments.void_reverses', 'stock.ledger'],
  requests: async (walker, count) => {
    const id = await walker.create('stockAdjustments');
    const url = `/stock-adjustments/${id}`;
    await walker.send({ method: 'PATCH', url, body: { status: 1 } });
    return times(count, () => ({ method: 'PATCH', url, body: { status: 2 } }));
  },
};

/** Receipts of two fifths of an order each, of which two fit. */
const partial: Race = {
  id: 'partial',
  rules: ['stock.concurrent', 'purchases.over_receipt', 'stock.ledger'],
  requests: async (walker, count) => {
    const itemId = await walker.create('items', { trackStock: true });
    const lines = [{ itemId, quantity: '10', unitCost: '1.25' }];
    const id = await walker.create('purchaseOrders', { lines });
    const order =
      id === undefined ? undefined : ((await walker.read('purchaseOrders', id))?.body as Fields | undefined);
    const [line] = entriesOf(order, 'lines');
    const receipt = { lines: [{ lineId: line?.id, quantity: '4' }] };
    return times(count, () => ({ method: 'PATCH', url: `/purchase-orders/${id}/receive`, body: receipt }));
  },
};

/** What happens to a document once, or up to what it asks for. */
const ONCE = {
  purchaseOrders: 'purchases.over_receipt',
  stockTransfers: 'transfers.over_receipt',
  stockAdjustments: 'adjustments.posted_final',
} as const;

/** Receipts, posts, voids and other changes of one draft. */
const draft = (table: 'purchaseOrders' | 'stockTransfers' | 'stockAdjustments'): Race => ({
  id: `draft-${table}`,
  rules: ['stock.concurrent', 'stock.ledger', ONCE[table]],
  requests: async (walker, count) => {
    const path = SPECIFIED.find((one) => one.method === 'PATCH' && tableAt(one.path) === table)?.path;
    const id = await walker.create(table);
    const record = id === undefined ? undefined : ((await walker.read(table, id))?.body as Fields | undefined);
    if (!path || !record) return [];
    const url = path.replace('{id}', String(id));
    const [line] = entriesOf(record, 'lines');
    const receipts: Sending[] = [
      { method: 'PATCH', url: `${url}/receive`, body: {} },
      { method: 'PATCH', url: `${url}/receive`, body: { lines: [{ lineId: line?.id, quantity: line?.quantity }] } },
    ];
    const ways: readonly Sending[] = [
      ...(table === 'stockAdjustments' ? [] : receipts),
      ...[0, 1, 2]
        .slice(0, table === 'stockAdjustments' ? 3 : 1)
        .map((status) => ({ method: 'PATCH', url, body: { status } })),
      { method: 'PATCH', url, body: { narration: walker.name() } },
    ];
    return times(count, () => pick(ways, walker.draw) as Sending);
  },
});

export const RACES: readonly Race[] = [
  unique('name'),
  unique('externalId'),
  changes('versions', ['http.if_match_concurrent', 'http.if_match'], (etag) => ({ 'If-Match': etag })),
  changes('changes', ['records.merge', 'records.version'], () => undefined),
  key,
  circle,
  relation,
  upserts,
  level,
  crossing,
  reversal,
  partial,
  draft('purchaseOrders'),
  draft('stockTransfers'),
  draft('stockAdjustments'),
];
