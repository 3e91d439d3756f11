// The requests of the benches.
import { randomUUID } from 'node:crypto';
import type { Work } from './contestant.ts';
import type { Scene } from './scene.ts';

/** Number of warm-up rounds: V8 optimizes the code of a write only after thousands of requests. */
export const WARM_UP = 10;

const randomItem = ({ firstItem, size }: Scene) => firstItem + Math.floor(Math.random() * size);

/** Lines of a document with consecutive items, so that no item occurs twice. */
function linesOf(scene: Scene, count: number, fields: object): object[] {
  const first = scene.firstItem + Math.floor(Math.random() * (scene.size - count));
  return Array.from({ length: count }, (_, i) => ({ itemId: first + i, ...fields }));
}

const posted = (path: string, body: () => object): Work => ({
  method: 'POST',
  path: () => path,
  body: () => JSON.stringify(body()),
});

export interface Compared {
  readonly work: (scene: Scene) => Work;
  /** True if floor A, which has one table, can serve it too. */
  readonly bare: boolean;
  /** Requests per round. */
  readonly requests: number;
}

export const COMPARED: Record<string, Compared> = {
  'get one item': {
    work: (scene) => ({ path: () => `/v1/items/${randomItem(scene)}?storeId=${scene.storeId}` }),
    bare: true,
    requests: 2_000,
  },
  'list of 100 with total': { work: () => ({ path: () => '/v1/items?limit=100' }), bare: true, requests: 500 },
  'create one': {
    work: () => posted('/v1/items', () => ({ name: `Created ${randomUUID()}`, price: '3.40' })),
    bare: true,
    requests: 1_000,
  },
  'receive 20 lines': {
    work: (scene) =>
      posted('/v1/purchase-orders?receive=true', () => ({
        supplierId: scene.supplierId,
        storeId: scene.storeId,
        orderDate: '2026-01-05',
        lines: linesOf(scene, 20, { quantity: '2', unitCost: '1.20' }),
      })),
    bare: false,
    requests: 200,
  },
  'adjust 5 lines': {
    work: (scene) =>
      posted('/v1/stock-adjustments?post=true', () => ({
        storeId: scene.storeId,
        date: '2026-01-05',
        type: 1,
        reason: 'correction',
        lines: linesOf(scene, 5, { quantity: '1' }),
      })),
    bare: false,
    requests: 200,
  },
};

/** Adds a token, and an Idempotency-Key to writes. */
export const asPartner = (work: Work, token: string): Work => ({
  ...work,
  headers: () => ({ authorization: `Bearer ${token}`, ...(work.method && { 'idempotency-key': randomUUID() }) }),
});
