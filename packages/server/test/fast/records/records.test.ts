import { afterAll, expect, test } from 'vitest';
import type { Caller } from '../../support/api-caller.ts';
import { copyItem } from '../../support/copied-items.ts';
import { rejectionOf } from '../../support/rejections.ts';
import { startService } from '../../support/service.ts';

/** `increment by` of the sequence. */
const BLOCK = 32;

const service = await startService();
afterAll(() => service.stop());
const caller = await service.connect();
const abroad = await service.connect('FULL', 'US');
const storeId = await service.newStore(caller.merchant);

let count = 0;
const named = () => ({ name: `Record ${++count}` });
const brandOf = async (app: Caller): Promise<number> => (await app.create('/brands', named())).id;

/** Takes the ids that the server still has of those it took from the region's sequence. Returns the next one. */
async function useUpIds(app: Caller, region: 'UK' | 'US', schema: string): Promise<number> {
  const sql = `select last_value::integer + ${BLOCK} as "end" from ${schema}.record_ids`;
  let last = await brandOf(app);
  const [{ end }] = (await service.databases.regions[region].query(sql)).rows as [{ end: number }];
  while (last + 1 < end) {
    // A group takes an id for itself and one for each option.
    const options = Array.from({ length: Math.min(100, end - last - 2) }, () => ({ name: 'One' }));
    const group = options.length > 0 && (await app.create('/modifiers', { ...named(), options }));
    last = group ? Math.max(group.id, group.options.at(-1).id) : await brandOf(app);
  }
  return end;
}

test('Records of two regions whose ids are equal are told apart by the merchant', async () => {
  const { UK, US } = service.databases.regions;
  const next = Math.max(await useUpIds(caller, 'UK', 'region_uk'), await useUpIds(abroad, 'US', 'region_us'));
  await UK.query(`select setval('region_uk.record_ids', ${next}, false)`);
  await US.query(`select setval('region_us.record_ids', ${next}, false)`);
  for (const [create, read, change, more] of [
    ['/brands', '', ''],
    ['/categories', '', ''],
    ['/items', `?storeId=${storeId}`, ''],
    ['/menus/create-with-items', '/full', '/update-with-items'],
    ['/modifiers', '/full', '', { options: [{ name: 'One' }] }],
  ] as const) {
    const [ours, theirs] = [
      await caller.create(create, { ...named(), ...more }),
      await abroad.create(create, { ...named(), ...more }),
    ];
    expect([create, theirs.id]).toEqual([create, ours.id]);
    const path = `/${create.split('/')[1]}/${ours.id}`;
    expect((await caller.get(path + read)).body).toMatchObject(ours);
    await abroad.patch(path + change, named());
    expect((await caller.get(path + read)).body).toMatchObject(ours);
  }
});

test('If-None-Match: * is 304 to HEAD too, and rejects a change', async () => {
  const path = `/brands/${await brandOf(caller)}`;
  const headers = { 'If-None-Match': '*' };
  expect((await caller.send('HEAD', path, { headers })).status).toBe(304);
  expect(rejectionOf(await caller.patch(path, { status: 0 }, headers))).toEqual([412, 'partner.version_mismatch']);
});

test('A menu has up to 1000 items', async () => {
  const app = await service.connect();
  await app.create('/items', named());
  await service.arrange(app.merchant, (tx) => copyItem(tx, 999));
  const sql = 'select id as "itemId" from region_uk.items where company_id = $1 order by md5(id::text)';
  const items = (await service.databases.regions.UK.query(sql, [app.merchant.companyId])).rows;
  const menu = await app.create('/menus/create-with-items', { name: 'Large', items });
  expect(menu.itemCount).toBe(1000);
  expect(menu.items.map(({ itemId }: { itemId: number }) => ({ itemId }))).toEqual(items);
});
