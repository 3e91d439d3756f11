import fc from 'fast-check';
import type { Answer, Caller } from './api-caller.ts';
import { importAll, itemLine, saleLine, storeLine } from './import-lines.ts';

/** Random numbers from which a step makes its choices. */
export interface Draw {
  readonly pick: number;
  readonly other: number;
  readonly text: string;
  readonly flag: boolean;
}

/** A merchant whose records random steps create and change. */
export interface Scene {
  readonly caller: Caller;
  readonly stores: number[];
  readonly ids: Record<Kind, number[]>;
  tax: number;
  supplier: number;
}

type Kind = keyof typeof PATHS;

const PATHS = {
  brands: '/brands',
  categories: '/categories',
  items: '/items',
  modifiers: '/modifiers',
  menus: '/menus',
  orders: '/purchase-orders',
  transfers: '/stock-transfers',
  adjustments: '/stock-adjustments',
} as const;

const of = <T>(list: readonly T[], n: number): T => list[n % list.length] as T;

const DATE = '2026-03-01';

/** Steps, each of which creates or changes a record; some of their requests are dry, replayed or rejected. */
const STEPS: Record<string, (scene: Scene, draw: Draw) => Promise<unknown>> = {
  brand: (scene, { text, pick, flag }) =>
    write(scene, 'brands', { name: text, ...(flag && { status: pick % 2 }) }, pick),
  category: (scene, { text, pick, other, flag }) =>
    write(scene, 'categories', { name: text, ...(flag && { parentId: of(scene.ids.categories, other) }) }, pick),
  item: (scene, { text, pick, other, flag }) =>
    write(
      scene,
      'items',
      {
        name: text,
        price: `${other}.5`,
        ...(flag && { modifierIds: scene.ids.modifiers.slice(other % 3) }),
        ...(other % 2 && { stores: [{ storeId: of(scene.stores, other) }], brandId: of(scene.ids.brands, other) }),
      },
      pick,
    ),
  variants: (scene, { text, other }) =>
    write(scene, 'items', { name: text, type: 1, variants: [{ name: 'S', price: `${other}` }, { name: 'L' }] }, 0),
  modifier: (scene, { text, pick, other, flag }) =>
    write(
      scene,
      'modifiers',
      { name: text, options: [{ name: 'Oat' }], ...(flag && { itemIds: scene.ids.items.slice(0, other % 4) }) },
      pick,
    ),
  menu: (scene, { text, pick, other, flag }) =>
    write(
      scene,
      'menus',
      {
        name: text,
        ...(flag && { items: [{ itemId: of(scene.ids.items, other) }] }),
        ...(other % 2 && { stores: [{ storeId: of(scene.stores, other) }] }),
      },
      pick,
    ),
  order: (scene, { text, pick, other, flag }) =>
    document(scene, 'orders', pick, `receive=${flag}`, {
      supplierId: scene.supplier,
      storeId: of(scene.stores, other),
      orderDate: DATE,
      narration: text,
      lines: [{ itemId: of(scene.ids.items, other), quantity: '2', unitCost: `${other}.25`, taxId: scene.tax }],
    }),
  transfer: (scene, { text, pick, other, flag }) =>
    document(scene, 'transfers', pick, `receive=${flag}`, {
      fromStoreId: of(scene.stores, other),
      toStoreId: of(scene.stores, other + 1),
      date: DATE,
      narration: text,
      lines: [
        { itemId: of(scene.ids.items, other), quantity: '1' },
        { itemId: of(scene.ids.items, pick), quantity: '2' },
      ],
    }),
  adjustment: (scene, { text, pick, other, flag }) =>
    document(scene, 'adjustments', pick, `post=${flag}`, {
      storeId: of(scene.stores, other),
      date: DATE,
      type: other % 3,
      narration: text,
      lines: [{ itemId: of(scene.ids.items, other), quantity: `${other % 5}` }],
    }),
  receive: ({ caller, ids }, { pick, flag }) =>
    flag
      ? caller.patch(`/purchase-orders/${of(ids.orders, pick)}/receive`, {})
      : caller.patch(`/stock-transfers/${of(ids.transfers, pick)}/receive`, {}),
  end: ({ caller, ids }, { pick, other }) => {
    const kind = of(['orders', 'transfers', 'adjustments'] as const, other);
    const status = kind === 'adjustments' ? 1 + (pick % 2) : 0;
    return caller.patch(`${PATHS[kind]}/${of(ids[kind], pick)}`, { status });
  },
  references: (scene, { text, pick, flag }) =>
    importAll(scene.caller.service, scene.caller.merchant, [
      storeLine(`S${pick % 3}`, 'Europe/London', flag ? { address: text } : {}),
      { type: 'supplier', externalId: `P${pick % 2}`, name: text, ...(flag && { email: 'a@example.com' }) },
      { type: 'tax', externalId: 'T', name: text, rate: flag ? '20' : '5.0' },
      itemLine(`I${pick % 2}`, { name: text }),
    ]),
  trade: (scene, { text, pick, other, flag }) => {
    const lines = [{ item: of(scene.ids.items, other), quantity: '1', gross: '3.50' }];
    const sale = saleLine(`${pick % 7}`, of(scene.stores, pick), `2026-02-${10 + (pick % 4)}T12:00:00Z`, { lines });
    return importAll(scene.caller.service, scene.caller.merchant, [
      sale,
      ...(flag ? [{ ...sale, type: 'refund', sale: sale.externalId, externalId: `R${pick % 7}` }] : []),
      ...(other % 3 === 0
        ? [{ type: 'void', kind: flag ? 'refund' : 'sale', externalId: `${flag ? 'R' : ''}${other % 7}` }]
        : []),
      ...(other % 2
        ? [
            {
              type: 'openingStock',
              externalId: text,
              store: of(scene.stores, pick),
              item: lines[0]?.item,
              quantity: '5',
            },
          ]
        : []),
    ]);
  },
  openOrder: (scene, { pick, other, text, flag }) =>
    importAll(scene.caller.service, scene.caller.merchant, [
      {
        type: 'openOrder',
        externalId: `O${pick % 3}`,
        store: of(scene.stores, other),
        number: flag ? text : '1',
        at: '2026-02-10T12:00:00Z',
        state: other % 3 ? 'open' : 'closed',
        lines: [{ item: of(scene.ids.items, pick), quantity: '1', gross: flag ? '3.50' : '4.00' }],
      },
    ]),
  goodsReturned: (scene, { text, pick }) =>
    importAll(scene.caller.service, scene.caller.merchant, [
      {
        type: 'purchaseReturn',
        externalId: text,
        supplier: scene.supplier,
        store: of(scene.stores, pick),
        date: DATE,
        lines: [{ item: of(scene.ids.items, pick), quantity: '1', unitCost: '1' }],
      },
    ]),
};

/** Creates a record, or changes one of those that exist. Sends some requests dry or twice. */
async function write(scene: Scene, kind: Kind, body: object, pick: number): Promise<void> {
  const { caller, ids } = scene;
  const path = `${PATHS[kind]}${kind === 'menus' ? '/create-with-items' : ''}`;
  if (pick % 3 === 0) {
    const key: Record<string, string> = pick % 2 ? { 'Idempotency-Key': JSON.stringify(body) } : {};
    note(ids[kind], await caller.post(path, body, key));
    if (pick % 2) await caller.post(path, body, key);
    return;
  }
  const id = of(ids[kind], pick);
  const suffix = kind === 'menus' ? '/update-with-items' : '';
  await caller.patch(`${PATHS[kind]}/${id}${suffix}${pick % 5 === 0 ? '?dryRun=true' : ''}`, body, {
    ...(pick % 7 === 0 && { 'If-Match': '"1"' }),
  });
}

async function document(scene: Scene, kind: Kind, pick: number, query: string, body: object): Promise<void> {
  const { caller, ids } = scene;
  if (pick % 2) note(ids[kind], await caller.post(`${PATHS[kind]}?${query}${pick % 5 ? '' : '&dryRun=true'}`, body));
  else await caller.patch(`${PATHS[kind]}/${of(ids[kind], pick)}`, body);
}

function note(ids: number[], { status, body }: Answer): void {
  if (status === 201 && !body.dryRun) ids.push(body.id);
}

/** Gives a new merchant at least one record of each kind. */
export async function newScene(caller: Caller): Promise<Scene> {
  await importAll(caller.service, caller.merchant, [
    ...['S0', 'S1', 'S2'].map((externalId) => storeLine(externalId)),
    { type: 'supplier', externalId: 'P0', name: 'Roasters' },
    { type: 'tax', externalId: 'T', name: 'VAT', rate: '20' },
    ...['I0', 'I1', 'I2'].map((externalId) => itemLine(externalId)),
  ]);
  const idsOf = async (path: string) => (await caller.get(path)).body.data.map(({ id }: { id: number }) => id);
  const empty = Object.fromEntries(Object.keys(PATHS).map((kind) => [kind, []])) as unknown as Scene['ids'];
  const scene: Scene = {
    caller,
    stores: await idsOf('/stores'),
    ids: { ...empty, items: await idsOf('/items') },
    tax: of(await idsOf('/taxes'), 0),
    supplier: of(await idsOf('/suppliers'), 0),
  };
  const draw = { pick: 3, other: 1, text: 'First', flag: false };
  for (const name of ['brand', 'category', 'modifier', 'menu', 'order', 'transfer', 'adjustment'])
    await STEPS[name]?.(scene, draw);
  return scene;
}

export interface Step extends Draw {
  readonly name: string;
}

export async function take(scene: Scene, { name, ...draw }: Step): Promise<void> {
  await STEPS[name]?.(scene, draw);
}

export const aStep: fc.Arbitrary<Step> = fc.record({
  name: fc.constantFrom(...Object.keys(STEPS)),
  pick: fc.nat(100),
  other: fc.nat(100),
  text: fc.constantFrom('Oat', 'Rye', 'Tea', 'Jam', 'Fig', 'Pie'),
  flag: fc.boolean(),
});
