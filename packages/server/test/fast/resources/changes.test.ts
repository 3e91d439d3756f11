import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { approveAccess } from '../../../src/directory/access/decide-access-request.ts';
import { createApiKey } from '../../../src/directory/apps/api-keys.ts';
import type { Merchant } from '../../../src/directory/merchants/merchants.ts';
import { RESOURCES } from '../../../src/storage/changes/resources.ts';
import { CHANGES_LIFETIME, sweepChanges } from '../../../src/storage/changes/sweep.ts';
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
const present = async (get: Get, query = ''): Promise<string> => (await get(`/changes?${query}`)).body.nextCursor;

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

  test('begins at the present without a cursor', async () => {
    const caller = await service.connect();
    await caller.create('/brands', { name: 'Before' });
    const { body } = await caller.get('/changes');
    expect([body.data, body.hasMore]).toEqual([[], false]);
    await caller.create('/brands', { name: 'After' });
    expect((await follow(getOf(caller), body.nextCursor)).map(({ position, kind }) => [position, kind])).toEqual([
      [2, 'created'],
    ]);
  });

  test('names neither another app nor its request', async () => {
    const caller = await service.connect();
    const start = await present(getOf(caller));
    const partner = await service.newApp(caller.partner.organizationId, 'FULL');
    const other = await service.connectTo(partner, caller.merchant);
    const correlationId = randomUUID();
    const { id } = await other.create('/brands', { name: 'Oat' });
    await caller.patch(`/brands/${id}`, { name: 'Rye' }, { 'X-Correlation-Id': correlationId });
    await importValid(service, caller.merchant, [storeLine('S')]);
    const seen = async (get: Get) =>
      (await follow(get, start)).map((change) => [change.by, change.correlationId === correlationId]);
    expect(await seen(getOf(caller))).toEqual([
      ['otherApp', false],
      ['thisApp', true],
      ['backOffice', false],
    ]);
    expect(await seen(getOf(other))).toEqual([
      ['thisApp', false],
      ['otherApp', false],
      ['backOffice', false],
    ]);
  });

  test('looks at a bounded part of a log that shows nothing, and continues after it', async () => {
    const caller = await service.connect();
    const { companyId } = caller.merchant;
    const start = await present(getOf(caller), 'resources=brands');
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

describe('Another merchant', () => {
  test("has none of a merchant's changes, and its cursors are rejected", async () => {
    const [one, other] = [await service.connect(), await service.connect()];
    const start = await present(getOf(other));
    const cursor = await present(getOf(one));
    await one.create('/brands', { name: 'Mine' });
    expect(await follow(getOf(other), start)).toEqual([]);
    for (const after of [cursor, `${cursor}x`, `x${cursor}`, 'a.b'])
      expect(reasonOf(await other.get(`/changes?after=${after}`))).toEqual([
        400,
        'partner.validation_failed',
        'cursor',
      ]);
  });

  test('has no use for a cursor of a list', async () => {
    const caller = await service.connect();
    for (const name of ['A', 'B']) await caller.create('/brands', { name });
    const { nextCursor } = (await caller.get('/brands?limit=1')).body.pagination;
    expect((await caller.get(`/changes?after=${nextCursor}`)).status).toBe(400);
    expect((await caller.get(`/brands?cursor=${await present(getOf(caller))}`)).status).toBe(400);
  });
});

describe('A credential', () => {
  test('sees the changes of what its product reads', async () => {
    const caller = await service.connect();
    const { merchant, partner } = caller;
    const orders = await service.connectTo(await service.newApp(partner.organizationId, 'ONLINE_ORDER'), merchant);
    const app = await service.newApp(partner.organizationId, 'ADSR');
    const getWithKey = getWith(await keyOf(app.appId, 'SANDBOX'), merchant);
    const starts = [await present(getOf(orders)), await present(getWithKey)] as const;
    const scene = await newScene(caller);
    for (const step of fc.sample(aStep, { numRuns: 60, seed: 5 })) await take(scene, step);
    const seen = async (get: Get, start: string) =>
      [...new Set((await follow(get, start)).map(({ resource }) => resource))].sort();
    expect(await seen(getOf(orders), starts[0])).toEqual(
      ['categories', 'items', 'menus', 'modifiers', 'openOrders', 'stock', 'stores', 'taxes'].sort(),
    );
    expect(await seen(getWithKey, starts[1])).toEqual(['dailySales', 'stores']);
  });

  test('limited to a store sees changes of this store alone, and none before its approval grew', async () => {
    const merchant = await service.newMerchant(null, 'UK', false);
    await importValid(service, merchant, [...['N', 'S'].map((id) => storeLine(id)), itemLine('A')]);
    const [north = 0, south = 0] = await storeIdsOf(merchant);
    const { get, approve } = await newKey(merchant);
    const first = await approve([south]);
    const start = await present(get);
    const sell = (n: number) =>
      importValid(service, merchant, [
        saleLine(`N${n}`, north, '2026-02-10T12:00:00Z'),
        saleLine(`S${n}`, south, '2026-02-10T12:00:00Z'),
        storeLine('N', 'Europe/London', { address: `${n}` }),
      ]);
    await sell(1);
    const changes = await follow(get, start, 'include=record');
    expect(changes.map(({ resource, id, storeIds }) => [resource, id, storeIds])).toEqual([
      ['dailySales', south, [south]],
    ]);
    expect(await follow(get, start, `storeId=${north}`)).toEqual([]);
    await approve([south, north], first);
    expect(reasonOf(await get(`/changes?after=${start}`))).toEqual(goneFor('view_grown'));
    expect(await follow(get, start, `storeId=${south}`)).toHaveLength(1);
  });

  test('continues with fewer resources or stores, and never with more', async () => {
    const caller = await service.connect();
    await importValid(service, caller.merchant, [storeLine('N'), storeLine('S')]);
    const [one, two] = (await caller.get('/stores')).body.data.map(({ id }: { id: number }) => id);
    const cursor = await present(getOf(caller), `resources=items,brands&storeId=${one},${two}`);
    const after = (query: string) => caller.get(`/changes?after=${cursor}&${query}`);
    for (const query of [
      `resources=brands,items&storeId=${two},${one}`,
      `resources=items&storeId=${one},${two}`,
      `resources=items,items,brands&storeId=${one}`,
    ])
      expect([query, (await after(query)).status]).toEqual([query, 200]);
    for (const query of ['', 'resources=items', `storeId=${one}`, `resources=items,taxes&storeId=${one}`])
      expect([query, reasonOf(await after(query))]).toEqual([query, goneFor('view_grown')]);
    const narrower = (await after(`resources=items&storeId=${one}`)).body.nextCursor;
    const wider = await caller.get(`/changes?after=${narrower}&resources=items&storeId=${one},${two}`);
    expect(reasonOf(wider)).toEqual(goneFor('view_grown'));
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
  test('older than the changes that are kept is gone, and one of the last that were deleted is not', async () => {
    const caller = await service.connect();
    const start = await present(getOf(caller));
    await caller.create('/brands', { name: 'One' });
    const first = await present(getOf(caller));
    const { id } = await caller.create('/modifiers', { name: 'Milk', options: [{ name: 'Oat' }] });
    const second = await present(getOf(caller));
    service.advance(CHANGES_LIFETIME);
    await caller.renewToken();
    await sweepChanges(UK, 'UK', service.clock());
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
    service.advance(CHANGES_LIFETIME);
    await caller.renewToken();
    await sweepChanges(UK, 'UK', service.clock());
    expect(reasonOf(await caller.get(`/changes?after=${body.nextCursor}`))).toEqual(goneFor('expired'));
  });

  test('from before a restore is gone, before and after its position is given out again', async () => {
    const caller = await service.connect();
    await caller.create('/brands', { name: 'Kept' });
    const kept = await present(getOf(caller));
    await caller.create('/brands', { name: 'Lost' });
    const lost = await present(getOf(caller));
    await UK.query('delete from region_uk.changes where company_id = $1 and position = 2', [caller.merchant.companyId]);
    expect(reasonOf(await caller.get(`/changes?after=${lost}`))).toEqual(goneFor('restored'));
    await caller.create('/brands', { name: 'Next' });
    expect(reasonOf(await caller.get(`/changes?after=${lost}`))).toEqual(goneFor('restored'));
    await caller.create('/brands', { name: 'And next' });
    expect(reasonOf(await caller.get(`/changes?after=${lost}`))).toEqual(goneFor('restored'));
    expect((await follow(getOf(caller), kept)).map(({ position }) => position)).toEqual([2, 3]);
  });
});

describe('Tillgate-Changes-After', () => {
  const AFTER = 'tillgate-changes-after';

  test('is on the first page of every list, and only there', async () => {
    const caller = await service.connect();
    const { stores, ids } = await newScene(caller);
    const lists = [
      ...['brands', 'categories', 'items', 'menus', 'modifiers', 'stores', 'suppliers', 'taxes'].map(
        (name) => `/${name}?`,
      ),
      ...['purchase-orders', 'stock-transfers', 'stock-adjustments', 'stock-movements'].map((name) => `/${name}?`),
      `/stores/${stores[0]}/open-orders?`,
      `/items/${ids.items[0]}/stock?storeId=${stores[0]}&`,
      '/purchase-orders?transactions=true&',
      '/reports/stock-on-hand?',
    ];
    for (const list of lists) {
      const first = await caller.get(`${list}limit=1`);
      const cursor = first.headers.get(AFTER);
      expect([list, await follow(getOf(caller), cursor ?? '')]).toEqual([list, []]);
      const known = await caller.get(`${list}limit=1`, { 'If-None-Match': first.headers.get('etag') ?? '' });
      expect([list, known.status, known.headers.get(AFTER)]).toEqual([list, 304, cursor]);
      expect([list, (await caller.get(`${list}limit=1&page=2`)).headers.get(AFTER)]).toEqual([list, null]);
      const { nextCursor } = first.body.pagination;
      if (nextCursor) expect((await caller.get(`${list}limit=1&cursor=${nextCursor}`)).headers.get(AFTER)).toBe(null);
    }
  });

  test('leads from a list that is read while others write to the same records as reading it later', async () => {
    const caller = await service.connect();
    let isWriting = true;
    const writers = Promise.all(
      Array.from({ length: 6 }, async (_, n) => {
        for (let i = 0; isWriting; i += 1) {
          const { id } = await caller.create('/brands', { name: `${n}-${i}` });
          if (i % 2) await caller.patch(`/brands/${id}`, { description: `${i}` });
        }
      }),
    );
    const copy = new Map<number, unknown>();
    const list = '/brands?limit=20&order=asc';
    const first = await caller.get(list);
    let page = first;
    for (let pages = 1; ; pages += 1) {
      for (const brand of page.body.data) copy.set(brand.id, brand);
      isWriting = pages < 10;
      if (!page.body.pagination.hasMore) break;
      page = await caller.get(`${list}&cursor=${page.body.pagination.nextCursor}`);
    }
    isWriting = false;
    await writers;
    for (const { id, record } of await follow(getOf(caller), first.headers.get(AFTER) ?? '', 'include=record'))
      copy.set(id, record);
    for (const [id, brand] of copy) expect((await caller.get(`/brands/${id}`)).body).toEqual(brand);
    const { rows } = await UK.query('select from region_uk.brands where company_id = $1', [caller.merchant.companyId]);
    expect(copy.size).toBe(rows.length);
  });
});

describe('Followers', () => {
  test('see every write of 20 concurrent writers once, in one order', async () => {
    const caller = await service.connect();
    const start = await present(getOf(caller));
    let isWriting = true;
    const writers = Promise.all(
      Array.from({ length: 20 }, async (_, n) => {
        for (let i = 0; i < 10; i += 1) await caller.create('/brands', { name: `${n}-${i}` });
      }),
    ).finally(() => {
      isWriting = false;
    });
    const polled: Change[] = [];
    for (let cursor = start, isDone = false; !isDone; ) {
      isDone = !isWriting;
      const { body } = await caller.get(`/changes?after=${cursor}&limit=7`);
      polled.push(...body.data);
      cursor = body.nextCursor;
      isDone &&= !body.hasMore;
    }
    await writers;
    expect(polled.map(({ position }) => position)).toEqual(Array.from({ length: 200 }, (_, i) => i + 1));
    expect(new Set(polled.map(({ id }) => id)).size).toBe(200);
  });
});

async function keyOf(appId: number, env: 'SANDBOX' | 'PRODUCTION'): Promise<string> {
  return (await service.control((tx) => createApiKey(tx, appId, env))).apiKey;
}

async function storeIdsOf({ companyId }: Merchant): Promise<number[]> {
  const sql = 'select id from region_uk.stores where company_id = $1 order by name';
  return (await UK.query<{ id: number }>(sql, [companyId])).rows.map(({ id }) => id);
}

/** A production key, and approvals of its access to stores of a live merchant. */
async function newKey(merchant: Merchant) {
  const { companyId } = merchant;
  const { organizationId } = await service.newPartner('ADSR');
  const { appId } = await service.newApp(organizationId, 'ADSR', 'PRODUCTION');
  const apiKey = await keyOf(appId, 'PRODUCTION');
  const approve = async (storeIds: number[], replaces?: number): Promise<number> => {
    const id = await service.requestAccess({ appId, companyId, storeIds });
    await service.control((tx) => approveAccess(tx, { companyId, id, storeIds, replaces }));
    return id;
  };
  return { get: getWith(apiKey, merchant), approve };
}

const getWith =
  (apiKey: string, { companyId }: Merchant): Get =>
  (path) => {
    const named = `${path}${path.includes('?') ? '&' : '?'}companyId=${companyId}`;
    return send(service.apiUrl, 'GET', named, { headers: { 'X-API-Key': apiKey } });
  };
