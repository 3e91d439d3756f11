import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { CHANGES_LIFETIME, sweepChanges } from '../../../src/changes/log.ts';
import { approveAccess } from '../../../src/control/access-requests.ts';
import { createApiKey } from '../../../src/control/keys.ts';
import type { Merchant } from '../../../src/control/merchants.ts';
import { RESOURCES } from '../../../src/database/change-log.ts';
import { type Answer, type Caller, send } from '../../support/api-caller.ts';
import { type Change, readRecord } from '../../support/change-records.ts';
import { importValid, itemLine, saleLine, storeLine } from '../../support/import-lines.ts';
import { aStep, newScene, type Scene, take } from '../../support/random-writes.ts';
import { watchChanges } from '../../support/seen-changes.ts';
import { startService } from '../../support/service.ts';

const service = await startService();
afterAll(() => service.stop());
const watched = await watchChanges(service.databases);
const { UK } = service.databases.regions;

type Get = (path: string) => Promise<Answer>;

const getOf =
  (caller: Caller): Get =>
  (path) =>
    caller.get(path);

/** The cursor of the present. */
const present = async (get: Get): Promise<string> => (await get('/changes')).body.nextCursor;

/** Follows the changes to their end. */
async function follow(get: Get, from: string, query = ''): Promise<Change[]> {
  const changes: Change[] = [];
  for (let cursor = from; ; ) {
    const { status, body, text } = await get(`/changes?after=${cursor}&${query}`);
    if (status !== 200) throw new Error(text);
    changes.push(...body.data);
    cursor = body.nextCursor;
    if (!body.hasMore) return changes;
  }
}

const reasonOf = ({ status, body }: Answer): unknown[] => [status, body.code, body.details?.[0]?.rule];
const goneFor = (reason: string): unknown[] => [410, 'partner.cursor_gone', reason];

/** The merchant's log as its changes should look to the only app that writes. */
async function logOf({ caller }: Scene, resources: readonly string[], stores: readonly number[] | undefined) {
  const rows = (await watched.log()).filter(({ company }) => company === caller.merchant.companyId);
  return rows.flatMap(({ position, app, entries }) =>
    entries.flatMap(({ r, id, v = null, k: kind, p: properties = [], s, d: businessDay = null }) => {
      const resource = RESOURCES[Math.log2(r)] as string;
      if (!resources.includes(resource) || (stores && s && !s.some((store) => stores.includes(store)))) return [];
      const by = app === 0 ? 'backOffice' : 'thisApp';
      return [{ position, resource, id, version: v, kind, properties, by, storeIds: s ?? null, businessDay }];
    }),
  );
}

function asLogged({ at, correlationId, ...change }: Change) {
  expect(correlationId !== null).toBe(change.by === 'thisApp');
  return change;
}

describe('GET /changes', () => {
  test('returns the log in its order, whatever is selected and however it is paged', async () => {
    const aSelection = fc.record({
      resources: fc.option(fc.subarray([...RESOURCES], { minLength: 1 }), { nil: undefined }),
      stores: fc.option(fc.subarray([0, 1, 2], { minLength: 1 }), { nil: undefined }),
      limit: fc.integer({ min: 1, max: 30 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(aStep, { minLength: 30, maxLength: 60 }),
        fc.array(aSelection, { minLength: 6, maxLength: 6 }),
        async (steps, selections) => {
          const caller = await service.connect();
          const start = await present(getOf(caller));
          const scene = await newScene(caller);
          for (const step of steps) await take(scene, step);
          for (const { resources, stores, limit } of selections) {
            const storeIds = stores?.map((n) => scene.stores[n] as number);
            const filters = `${resources ? `&resources=${resources}` : ''}${storeIds ? `&storeId=${storeIds}` : ''}`;
            const changes = await follow(getOf(caller), start, `limit=${limit}${filters}`);
            expect(changes.map(asLogged)).toEqual(await logOf(scene, resources ?? RESOURCES, storeIds));
          }
        },
      ),
      { numRuns: 4, endOnFailure: true },
    );
  });

  test('with include=record returns what reading the record returns', async () => {
    const caller = await service.connect();
    const start = await present(getOf(caller));
    const scene = await newScene(caller);
    const steps = fc.sample(aStep, { numRuns: 80, seed: 5 });
    for (const step of steps) await take(scene, step);
    const changes = await follow(getOf(caller), start, 'include=record&limit=500');
    expect(new Set(changes.map(({ resource }) => resource))).toEqual(new Set(RESOURCES));
    for (const change of changes)
      expect([change, change.record]).toEqual([change, (await readRecord(caller, change)) ?? null]);
  });

  test('with include=record ends a page early if its records are large, and the next one resumes there', async () => {
    const caller = await service.connect();
    const start = await present(getOf(caller));
    const variants = Array.from({ length: 250 }, (_, i) => ({ name: `${'n'.repeat(195)} ${i}` }));
    const operations = Array.from({ length: 10 }, (_, i) => ({
      op: 'create',
      item: { name: `${i}`, type: 1, variants },
    }));
    const { body } = await caller.post('/items/batch', { operations });
    const created = body.results.map(({ item }: { item: { id: number } }) => item);
    for (let n = 0; n < 10; n += 1) await caller.patch(`/items/${created[0].id}`, { price: `${n}.50` });
    const first = (await caller.get(`/changes?after=${start}&include=record&resources=items`)).body;
    expect([first.data.length > 1, first.data.length < 10, first.hasMore]).toEqual([true, true, true]);
    const changes = await follow(getOf(caller), start, 'include=record&resources=items');
    const [, ...others] = created;
    expect(changes.slice(1, 10).map(({ record }) => record)).toEqual(others);
    const present0 = (await caller.get(`/items?ids=${created[0].id}`)).body.data[0];
    expect([changes[0], ...changes.slice(10)].map((change) => change?.record)).toEqual(Array(11).fill(present0));
  });

  test('looks at a bounded part of a log that shows nothing, and continues after it', async () => {
    const caller = await service.connect();
    const { companyId } = caller.merchant;
    const start = await present(getOf(caller));
    const entries = (
      n: number,
    ) => `(select jsonb_agg(jsonb_build_object('r', 1, 'id', i, 'k', 'updated', 's', jsonb_build_array(7)))
       from generate_series(1, ${n}) i)`;
    const append = (from: number, to: number, kinds: number, text: string) =>
      UK.query(
        `insert into region_uk.changes (company_id, position, mark, at, app_id, correlation_id, kinds, store_ids, entries)
         select $1, p, p, now(), 0, gen_random_uuid(), ${kinds}, '{}', ${text} from generate_series($2::int, $3::int) p`,
        [companyId, from, to],
      );
    await append(1, 12_000, 1, entries(1));
    await append(12_001, 12_006, 1 + 8, entries(9_000));
    await caller.create('/brands', { name: 'Last' });
    const pages: number[] = [];
    for (let cursor = start, hasMore = true; hasMore; ) {
      const { body } = await caller.get(`/changes?after=${cursor}&resources=brands`);
      pages.push(body.data.length);
      ({ nextCursor: cursor, hasMore } = body);
    }
    expect(pages.reduce((sum, n) => sum + n)).toBe(1);
    expect(pages.length).toBeGreaterThan(4);
    expect(pages.length).toBeLessThan(10);
  });
});

describe('A credential', () => {
  test('sees the changes of what its product reads', async () => {
    const caller = await service.connect();
    const orders = await service.newApp(caller.partner.organizationId, 'ONLINE_ORDER');
    const reader = getOf(await service.connectTo(orders, caller.merchant));
    const start = await present(reader);
    const scene = await newScene(caller);
    for (const step of fc.sample(aStep, { numRuns: 60, seed: 5 })) await take(scene, step);
    const seen = new Set((await follow(reader, start)).map(({ resource }) => resource));
    const readable = ['categories', 'items', 'menus', 'modifiers', 'openOrders', 'stock', 'stores', 'taxes'];
    expect([...seen].sort()).toEqual(readable);
  });

  test('limited to a store sees sales and changes of this store alone, and none before its approval grew', async () => {
    const merchant = await service.newMerchant(null, 'UK', false);
    await importValid(service, merchant, [...['N', 'S'].map((id) => storeLine(id)), itemLine('A')]);
    const [north = 0, south = 0] = await storeIdsOf(merchant);
    const { get, approve } = await newKey(merchant);
    const first = await approve([south]);
    const start = await present(get);
    const address = '1 Quay';
    await importValid(service, merchant, [
      itemLine('A', { unit: 'kg' }),
      ...[north, south].map((store) => saleLine(`${store}`, store, '2026-02-10T12:00:00Z')),
      ...['N', 'S'].map((id) => storeLine(id, 'Europe/London', { address })),
    ]);
    const changes = await follow(get, start, 'include=record');
    const shown = changes.map(({ resource, id, storeIds }) => `${resource} ${id} at ${storeIds}`);
    expect(shown.sort()).toEqual([`dailySales ${south} at ${south}`, `stores ${south} at ${south}`]);
    expect(await follow(get, start, `storeId=${north}`)).toEqual([]);
    await approve([south, north], first);
    expect(reasonOf(await get(`/changes?after=${start}`))).toEqual(goneFor('view_grown'));
    expect(await follow(get, start, `storeId=${south}`)).toHaveLength(2);
  });

  test('limited to many stores has a short cursor, which only the same stores continue', async () => {
    const merchant = await service.newMerchant(null, 'UK', false);
    await importValid(
      service,
      merchant,
      Array.from({ length: 502 }, (_, i) => storeLine(`${i}`)),
    );
    const stores = await storeIdsOf(merchant);
    const { get, approve } = await newKey(merchant);
    const first = await approve(stores.slice(1));
    const cursor = await present(get);
    expect(cursor.length).toBeLessThan(200);
    await importValid(service, merchant, [storeLine('7', 'Europe/London', { address: 'Quay' })]);
    expect(await follow(get, cursor)).toHaveLength(1);
    await approve(stores, first);
    expect(reasonOf(await get(`/changes?after=${cursor}`))).toEqual(goneFor('view_grown'));
  });
});

describe('A cursor', () => {
  /** Deletes the changes up to now. */
  async function outlive(caller: Caller): Promise<void> {
    service.advance(CHANGES_LIFETIME);
    await caller.renewToken();
    await sweepChanges(UK, 'UK', service.clock());
  }

  test('older than the changes that are kept is gone, and one of the last that were deleted is not', async () => {
    const caller = await service.connect();
    const start = await present(getOf(caller));
    await caller.create('/brands', { name: 'One' });
    const first = await present(getOf(caller));
    const { id } = await caller.create('/modifiers', { name: 'Milk', options: [{ name: 'Oat' }] });
    const second = await present(getOf(caller));
    await outlive(caller);
    const last = await present(getOf(caller));
    expect(await follow(getOf(caller), last)).toEqual([]);
    await caller.patch(`/modifiers/${id}`, { name: 'Milks' });
    for (const cursor of [start, first])
      expect(reasonOf(await caller.get(`/changes?after=${cursor}`))).toEqual(goneFor('expired'));
    for (const cursor of [second, last])
      expect((await follow(getOf(caller), cursor)).map(({ kind }) => kind)).toEqual(['updated']);
  });

  test('in the middle of a write that was deleted is gone', async () => {
    const caller = await service.connect();
    const item = await caller.create('/items', { name: 'Latte' });
    const start = await present(getOf(caller));
    await caller.create('/modifiers', { name: 'Milk', options: [{ name: 'Oat' }], itemIds: [item.id] });
    const { body } = await caller.get(`/changes?after=${start}&limit=1`);
    expect(body.hasMore).toBe(true);
    await outlive(caller);
    expect(reasonOf(await caller.get(`/changes?after=${body.nextCursor}`))).toEqual(goneFor('expired'));
  });

  test('from before a restore is gone, before and after its position is given out again', async () => {
    const caller = await service.connect();
    await caller.create('/brands', { name: 'Kept' });
    const kept = await present(getOf(caller));
    await caller.create('/brands', { name: 'Lost' });
    const lost = await present(getOf(caller));
    await UK.query('delete from region_uk.changes where company_id = $1 and position = 2', [caller.merchant.companyId]);
    for (const name of [undefined, 'Next', 'And next']) {
      if (name) await caller.create('/brands', { name });
      expect(reasonOf(await caller.get(`/changes?after=${lost}`))).toEqual(goneFor('restored'));
    }
    expect((await follow(getOf(caller), kept)).map(({ position }) => position)).toEqual([2, 3]);
  });
});

async function storeIdsOf({ companyId }: Merchant): Promise<number[]> {
  const sql = 'select id from region_uk.stores where company_id = $1 order by name';
  return (await UK.query<{ id: number }>(sql, [companyId])).rows.map(({ id }) => id);
}

/** Requests with a production key, and approvals of its access to stores of a live merchant. */
async function newKey({ companyId }: Merchant) {
  const { organizationId } = await service.newPartner('ADSR');
  const { appId } = await service.newApp(organizationId, 'ADSR', 'PRODUCTION');
  const { apiKey } = await service.control((tx) => createApiKey(tx, appId, 'PRODUCTION'));
  const get: Get = (path) => {
    const named = `${path}${path.includes('?') ? '&' : '?'}companyId=${companyId}`;
    return send(service.apiUrl, 'GET', named, { headers: { 'X-API-Key': apiKey } });
  };
  const approve = async (storeIds: number[], replaces?: number): Promise<number> => {
    const id = await service.requestAccess({ appId, companyId, storeIds });
    await service.control((tx) => approveAccess(tx, { companyId, id, storeIds, replaces }));
    return id;
  };
  return { get, approve };
}
