import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import type { Caller } from '../../support/api-caller.ts';
import { startService } from '../../support/service.ts';
import { newShop, type Shop } from '../../support/stock.ts';
import { violations } from '../../support/violations.ts';

const SEED = 20_260_302;
const CLIENTS = 6;
const DATE = '2026-03-02';

/** Allowed results: success, or a rejection caused by another client. */
const STATUSES = new Set([200, 201, 409, 412, 422]);

const seen = new Set<number>();

const service = await startService();
afterAll(() => service.stop());

const KINDS = {
  order: { path: '/purchase-orders', query: 'receive' },
  transfer: { path: '/stock-transfers', query: 'receive' },
  adjustment: { path: '/stock-adjustments', query: 'post' },
} as const;

type Kind = keyof typeof KINDS;

interface Line {
  readonly id: number;
  readonly itemId: number;
  readonly variantId: number | null;
  readonly unitCost?: string;
}

interface Document {
  readonly kind: Kind;
  readonly id: number;
  readonly lines: readonly Line[];
}

/** A merchant, the products it keeps in stock, and the documents its clients know. */
interface Scene {
  readonly caller: Caller;
  readonly shop: Shop;
  readonly supplierId: number;
  readonly documents: Document[];
}

async function newScene(): Promise<Scene> {
  const caller = await service.connect();
  const supplierId = await service.newSupplier(caller.merchant);
  return { caller, shop: await newShop(service, caller), supplierId, documents: [] };
}

/** One request of a client. Its numbers are taken modulo the number of choices when it is sent. */
const step = fc.record({
  does: fc.constantFrom('create', 'create', 'create', 'carryOut', 'carryOut', 'receive', 'change', 'void', 'stale'),
  kind: fc.constantFrom<Kind>('order', 'transfer', 'adjustment'),
  atOnce: fc.boolean(),
  type: fc.nat(2),
  pick: fc.nat(1000),
  things: fc.uniqueArray(fc.nat(2), { minLength: 1 }),
  quantity: fc.constantFrom('0.001', '1', '2.5', '20', '999999.999'),
  hangsUpAfter: fc.oneof({ weight: 7, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.nat(12) }),
});

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

type Request = [method: 'POST' | 'PATCH', path: string, body: object, headers?: Record<string, string>];

function creation({ shop, supplierId }: Scene, { kind, atOnce, type, things, quantity }: Step): Request {
  const stock = [
    { itemId: shop.beans },
    { itemId: shop.flour },
    { itemId: shop.shirt.id, variantId: shop.shirt.small },
  ];
  const lines = things.map((n) => ({ ...stock[n], quantity, ...(kind === 'order' && { unitCost: '1.25' }) }));
  const [here, there] = things[0] === 1 ? [shop.stores[1], shop.stores[0]] : shop.stores;
  const own = {
    order: { supplierId, storeId: here, orderDate: DATE },
    transfer: { fromStoreId: here, toStoreId: there, date: DATE },
    adjustment: { storeId: here, type, date: DATE },
  }[kind];
  const { path, query } = KINDS[kind];
  return ['POST', `${path}?${query}=${atOnce}`, { ...own, lines }];
}

function requestOf(scene: Scene, given: Step): Request {
  const { does, pick, quantity } = given;
  const document = scene.documents[pick % scene.documents.length];
  if (does === 'create' || !document) return creation(scene, given);
  const { kind, lines } = document;
  const path = `${KINDS[kind].path}/${document.id}`;
  const isAdjustment = kind === 'adjustment';
  switch (does) {
    case 'void':
      return ['PATCH', path, { status: isAdjustment ? 2 : 0 }];
    case 'change':
      return ['PATCH', path, { lines: lines.map((line) => ({ ...line, quantity })) }];
    case 'stale':
      return ['PATCH', path, { narration: 'Changed' }, { 'If-Match': '"1"' }];
    case 'receive':
      if (!isAdjustment) return ['PATCH', `${path}/receive`, { lines: [{ lineId: lines[0]?.id, quantity }] }];
  }
  return isAdjustment ? ['PATCH', path, { status: 1 }] : ['PATCH', `${path}/receive`, {}];
}

/** Sends a request and hangs up after a moment. Whether it took effect is unknown. */
async function hangUp({ token }: Caller, [method, path, body, more]: Request, after: number): Promise<void> {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...more };
  const init = { method, headers, body: JSON.stringify(body), signal: AbortSignal.timeout(after) };
  await fetch(service.apiUrl + path, init)
    .then((response) => response.arrayBuffer())
    .catch(() => undefined);
}

/** Sends one request. Later requests know the document it creates. */
async function run(scene: Scene, given: Step): Promise<void> {
  const { caller, documents } = scene;
  const request = requestOf(scene, given);
  if (given.hangsUpAfter !== null) return hangUp(caller, request, given.hangsUpAfter);
  const [method, path, body, headers] = request;
  const answer = method === 'POST' ? await caller.post(path, body) : await caller.patch(path, body, headers);
  expect(STATUSES, `${method} ${path}: ${answer.text}`).toContain(answer.status);
  seen.add(answer.status);
  if (answer.status !== 201) return;
  const lines = answer.body.lines.map(({ id, itemId, variantId, unitCost }: Line) => ({
    ...{ id, itemId, variantId },
    ...(unitCost && { unitCost }),
  }));
  documents.push({ kind: given.kind, id: answer.body.id, lines });
}

/** Runs the steps; each client sends one request at a time. */
async function race(scene: Scene, steps: readonly Step[]): Promise<void> {
  const waiting = [...steps];
  const client = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await run(scene, next);
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
}

describe('Several concurrent clients, some of whom hang up', () => {
  test('leave nothing partial: all invariants hold between batches and after', { timeout: 300_000 }, async () => {
    const batch = fc.array(step, { minLength: 80, maxLength: 80 });
    await fc.assert(
      fc.asyncProperty(fc.array(batch, { minLength: 2, maxLength: 2 }), async (batches) => {
        const scene = await newScene();
        const { companyId } = scene.caller.merchant;
        for (const steps of batches) {
          const racing = race(scene, steps);
          // Also checked midway: the check reads one state of the database.
          expect(await violations(service.databases, companyId)).toEqual([]);
          await racing;
          expect(await violations(service.databases, companyId)).toEqual([]);
        }
        expect(scene.documents.length).toBeGreaterThan(0);
      }),
      { seed: SEED, numRuns: 5, endOnFailure: true },
    );
    expect([...seen]).toEqual(expect.arrayContaining([200, 201, 409, 412]));
  });
});
