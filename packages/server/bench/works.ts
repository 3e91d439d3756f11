// The comparisons of `pnpm bench <name>`: which requests, sent to which servers, each measured against the first.
import { randomUUID } from 'node:crypto';
import type { Cost, Request, Work } from './load.ts';
import type { Scene } from './scene.ts';

/** A kind of request at one merchant. `get` reads a path of the server beforehand. */
type Kind = (scene: Scene, get: (path: string) => Promise<unknown>) => Work | Promise<Work>;

const randomOf = (scene: Scene, count = 1): number => Math.floor(Math.random() * (scene.size - count + 1));

/** Lines of a document with consecutive items, so that no item occurs twice. */
function linesOf(scene: Scene, count: number, fields: object): object[] {
  const first = scene.firstItem + randomOf(scene, count);
  return Array.from({ length: count }, (_, i) => ({ itemId: first + i, ...fields }));
}

const written = (method: 'POST' | 'PATCH', path: string, body: object): Request => ({
  method,
  path,
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
});

const newItem = () => ({ name: `Created ${randomUUID()}`, price: '3.40' });
const newPrice = () => ({ price: (Math.random() * 100).toFixed(2) });

const getOne: Kind = (scene) => ({
  next: () => ({ path: `/v1/items/${scene.firstItem + randomOf(scene)}?storeId=${scene.storeId}` }),
});
const listOf100: Kind = () => ({ next: () => ({ path: '/v1/items?limit=100' }) });
const createOne: Kind = () => ({ next: () => written('POST', '/v1/items', newItem()) });
const receive20: Kind = (scene) => ({
  next: () =>
    written('POST', '/v1/purchase-orders?receive=true', {
      supplierId: scene.supplierId,
      storeId: scene.storeId,
      orderDate: '2026-01-05',
      lines: linesOf(scene, 20, { quantity: '2', unitCost: '1.20' }),
    }),
});
const adjust5: Kind = (scene) => ({
  next: () =>
    written('POST', '/v1/stock-adjustments?post=true', {
      storeId: scene.storeId,
      date: '2026-01-05',
      type: 1,
      reason: 'correction',
      lines: linesOf(scene, 5, { quantity: '1' }),
    }),
});
const changePrice: Kind = (scene) => ({
  next: () => written('PATCH', `/v1/items/${scene.firstItem + randomOf(scene)}`, newPrice()),
});

const BATCH = 1_000;

/** Batches, one after the other. */
const batchesOf = (operation: (n: number) => object): Work => ({
  next: () => written('POST', '/v1/items/batch', { operations: Array.from({ length: BATCH }, (_, n) => operation(n)) }),
  connections: 1,
  verify: (body) => (JSON.parse(body) as { failed: number }).failed === 0,
});
export const createMany: Kind = () => batchesOf(() => ({ op: 'create', item: newItem() }));
const changePrices: Kind = ({ firstItem, size }) => {
  const from = Math.floor(Math.random() * size);
  return batchesOf((n) => ({ op: 'update', id: firstItem + ((from + n) % size), item: newPrice() }));
};

export const readStream =
  (coding: string): Kind =>
  () => ({
    next: () => ({ path: '/v1/items', headers: { accept: 'application/x-ndjson', 'accept-encoding': coding } }),
    connections: 1,
  });
/** Pages by cursor, one after the other and again from the first. */
const readPages =
  (coding: string): Kind =>
  async (_, get) => {
    const paths = ['/items?limit=100'];
    for (;;) {
      const { pagination } = (await get(paths.at(-1) as string)) as { pagination: { nextCursor: string | null } };
      if (pagination.nextCursor === null) break;
      paths.push(`/items?limit=100&cursor=${pagination.nextCursor}`);
    }
    let sent = 0;
    return {
      next: () => ({ path: `/v1${paths[sent++ % paths.length]}`, headers: { 'accept-encoding': coding } }),
      connections: 1,
    };
  };

type Server = 'tillgate' | 'bare' | 'floor' | 'roles' | 'without log';

/** Requests of one kind to one server. */
export interface Side {
  readonly title: string;
  readonly server: Server;
  readonly kind: Kind;
  /** Number of requests in a round. */
  readonly requests: number;
  /** Records that a request reads or writes, or all of the merchant's, by which its cost is divided. */
  readonly records?: number | 'all';
}

/** Sides that do the same, in alternating rounds, spread over a number of merchants. */
export interface Comparison {
  readonly title: string;
  readonly sides: readonly Side[];
  readonly merchants?: number;
}

export interface Bench {
  readonly rounds: number;
  /** Number of items of a merchant. */
  readonly size: number;
  /** Heads of two columns: the one that tells the sides apart, and another figure that the rows differ in. */
  readonly columns: readonly [side: string, figure: 'Items' | 'Merchants' | 'Records a request'];
  /** CPU time that is divided by that of the first side. */
  readonly compared: (cost: Cost) => number;
  readonly comparisons: readonly Comparison[];
}

/** The hot requests, with the size of a round: enough for the clock of the processes. */
const HOT = {
  'get one item': [getOne, 2_000],
  'list of 100 with total': [listOf100, 500],
  'create one': [createOne, 1_000],
  'receive 20 lines': [receive20, 200],
  'adjust 5 lines': [adjust5, 200],
} as const;

const SIMPLE = ['get one item', 'list of 100 with total', 'create one'] as const;
const DOCUMENTS = ['receive 20 lines', 'adjust 5 lines'] as const;

/** Compares hot requests on several servers, each with its title. */
const hot = (
  titles: readonly (keyof typeof HOT)[],
  servers: Readonly<Record<string, Server>>,
  merchants = 1,
): Comparison[] =>
  titles.map((title) => {
    const [kind, requests] = HOT[title];
    const sides = Object.entries(servers).map(([who, server]) => ({ title: who, server, kind, requests }));
    return { title, merchants, sides };
  });

const FLOORS = { tillgate: 'tillgate', 'floor A': 'bare', 'floor B': 'floor' } as const;
// Floor A has one table, so it has neither receipts nor adjustments.
const FLOOR_B = { tillgate: 'tillgate', 'floor B': 'floor' } as const;
const ROLES = { 'one process': 'tillgate', 'gateway and region': 'roles' } as const;
const LOG = { 'without the log': 'without log', 'with it': 'tillgate' } as const;

const alone = (kind: Kind): Side => ({ title: 'one', server: 'tillgate', kind, requests: 1_000 });
const together = (kind: Kind): Side => ({ ...alone(kind), title: 'batches of 1,000', requests: 3, records: BATCH });
const reading = (coding: string): Side[] => [
  { ...alone(readPages(coding)), title: `pages of 100, ${coding}`, requests: 300, records: 100 },
  { ...alone(readStream(coding)), title: `stream, ${coding}`, requests: 5, records: 'all' },
];

export const BENCHES: Readonly<Record<'run' | 'roles' | 'log' | 'bulk', Bench>> = {
  run: {
    ...{ rounds: 5, size: 10_000, columns: ['Server', 'Items'] },
    compared: ({ server, database }) => server + database,
    comparisons: [...hot(SIMPLE, FLOORS), ...hot(DOCUMENTS, FLOOR_B)],
  },
  roles: {
    ...{ rounds: 9, size: 10_000, columns: ['Servers', 'Items'] },
    compared: ({ server }) => server,
    comparisons: hot(SIMPLE, ROLES),
  },
  log: {
    ...{ rounds: 15, size: 1_000, columns: ['Change log', 'Merchants'] },
    compared: ({ database }) => database,
    comparisons: [...hot(['create one', ...DOCUMENTS], LOG, 16), ...hot([...SIMPLE, ...DOCUMENTS], LOG)],
  },
  bulk: {
    ...{ rounds: 5, size: 10_000, columns: ['Sent as', 'Records a request'] },
    compared: ({ server, database }) => server + database,
    comparisons: [
      { title: 'read every item', sides: [...reading('gzip'), ...reading('identity')] },
      {
        title: 'create an item',
        sides: [alone(createOne), together(createMany), { ...alone(createOne), title: 'one, floor A', server: 'bare' }],
      },
      { title: 'change a price', sides: [alone(changePrice), together(changePrices)] },
    ],
  },
};
