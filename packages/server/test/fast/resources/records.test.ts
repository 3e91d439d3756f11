import { afterAll, describe, expect, test } from 'vitest';
import type { Caller } from '../../support/api-caller.ts';
import { startService } from '../../support/service.ts';

/** Ids that a server takes from the sequence at once. */
const BLOCK = 32;

let count = 0;

const service = await startService();
afterAll(() => service.stop());
const caller = await service.connect();
const abroad = await service.connect('FULL', 'US');
const storeId = await service.newStore(caller.merchant);

const uniqueName = () => `Record ${++count}`;
const WRITTEN = ['/brands', '/categories', '/items', '/menus', '/modifiers'];

const createPath = (path: string) => (path === '/menus' ? '/menus/create-with-items' : path);
const writePath = (path: string, id: number | string) =>
  `${path}/${id}${path === '/menus' ? '/update-with-items' : ''}`;

/** Path of a single read. Items are read at a store; menus and modifier groups include related records. */
function recordPath(path: string, id: number | string): string {
  if (path === '/items') return `/items/${id}?storeId=${storeId}`;
  return `${path}/${id}${path === '/menus' || path === '/modifiers' ? '/full' : ''}`;
}

/** A body with everything a new record needs in addition to its name. */
const bodyFor = (path: string, body: object) =>
  path === '/modifiers' ? { options: [{ name: 'One' }], ...body } : body;

const createBy = (app: Caller, path: string, body: object) => app.create(createPath(path), bodyFor(path, body));

describe.each(WRITTEN)('GET %s/{id}', (path) => {
  test("reads the record of the merchant's region if ids are equal", async () => {
    const [ours, away] = await withEqualIds(path);
    expect(away.id).toBe(ours.id);
    expect((await caller.get(recordPath(path, ours.id))).body).toMatchObject(ours);
    await abroad.patch(writePath(path, ours.id), { name: uniqueName() });
    expect((await caller.get(recordPath(path, ours.id))).body).toMatchObject(ours);
  });
});

/** A server takes ids in blocks from its region's sequence. Both regions begin the same block, whose first id a brand takes. */
async function withEqualIds(path: string): Promise<[here: { id: number }, abroad: { id: number }]> {
  const { regions } = service.databases;
  const brandOf = async (app: Caller): Promise<number> => (await app.create('/brands', { name: uniqueName() })).id;
  const next = Math.max(await brandOf(caller), await brandOf(abroad)) + BLOCK;
  await regions.UK.query(`select setval('region_uk.record_ids', ${next}, false)`);
  await regions.US.query(`select setval('region_us.record_ids', ${next}, false)`);
  for (const app of [caller, abroad]) while ((await brandOf(app)) < next);
  const create = (app: Caller) => createBy(app, path, { name: uniqueName() });
  return [await create(caller), await create(abroad)];
}

describe('Conditions', () => {
  test('of If-None-Match return 304 to HEAD too, and are ignored by a write', async () => {
    const { id } = await createBy(caller, '/brands', { name: uniqueName() });
    const headers = { 'If-None-Match': '*' };
    expect((await caller.send('HEAD', `/brands/${id}`, { headers })).status).toBe(304);
    expect((await caller.patch(`/brands/${id}`, { status: 0 }, headers)).status).toBe(200);
  });
});
