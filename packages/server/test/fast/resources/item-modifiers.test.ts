import { describe, expect, test } from 'vitest';
import type { Item, ModifierGroupFull } from '../../../src/contract/generated/types.gen.ts';
import type { Answer } from '../../support/api-caller.ts';
import { importValid, itemLine } from '../../support/import-lines.ts';
import { walkCursor } from '../../support/lists.ts';
import { conflictAt, noReferenceAt, rejectionOf, VERSION_MISMATCH } from '../../support/rejections.ts';
import { sharedService } from '../../support/service.ts';

const UNKNOWN = 9007199254740991;

const service = await sharedService();
const caller = await service.connect();
const storeId = await service.newStore(caller.merchant);

const newGroup = (itemIds: number[] = [], name = 'Group'): Promise<ModifierGroupFull> =>
  caller.create('/modifiers', { name, options: [{ name: 'One' }], itemIds });
const newItem = (modifierIds: number[] = [], name = 'Item'): Promise<Item> =>
  caller.create('/items', { name, modifierIds });
/** Items imported by the back office, ordered by id. */
async function manyItems(count: number, name: string): Promise<number[]> {
  const lines = Array.from({ length: count }, (_, n) => itemLine(`${name} ${n}`));
  await importValid(service, caller.merchant, lines);
  const pages = await walkCursor(caller, '/items', `search=${name}&order=asc`, 100);
  return pages.flatMap(({ data }) => data.map(({ id }) => id)).toSorted((a, b) => a - b);
}
const item = (id: number): Promise<Answer> => caller.get(`/items/${id}?storeId=${storeId}`);
const group = (id: number): Promise<Answer> => caller.get(`/modifiers/${id}/full`);
const groupsOf = async (id: number): Promise<number[]> => (await item(id)).body.modifierIds;
const itemsOf = async (id: number): Promise<number[]> => (await group(id)).body.itemIds;
const versions = async (items: number[], groups: number[]) => [
  await Promise.all(items.map(async (id) => (await item(id)).body.version)),
  await Promise.all(groups.map(async (id) => (await group(id)).body.version)),
];

describe('An item’s modifierIds and a group’s itemIds', () => {
  test('agree when an item’s groups change: only added and removed groups change', async () => {
    const [stays, leaves, joins] = [await newGroup(), await newGroup(), await newGroup()];
    const made = await newItem([stays.id, leaves.id]);
    await caller.patch(`/items/${made.id}`, { modifierIds: [joins.id, stays.id] });
    expect([await itemsOf(stays.id), await itemsOf(leaves.id), await itemsOf(joins.id)]).toEqual([
      [made.id],
      [],
      [made.id],
    ]);
    expect(await versions([made.id], [stays.id, leaves.id, joins.id])).toEqual([[2], [2, 3, 2]]);
  });

  test('agree when a group’s items change: only added and removed items change', async () => {
    const [stays, leaves, joins] = [await newItem(), await newItem(), await newItem()];
    const other = await newGroup([stays.id, leaves.id]);
    const made = await newGroup([stays.id, leaves.id]);
    const { body } = await caller.patch(`/modifiers/${made.id}`, { itemIds: [joins.id, stays.id] });
    expect(body).toMatchObject({ itemIds: [stays.id, joins.id], version: 2 });
    expect([await groupsOf(stays.id), await groupsOf(leaves.id), await groupsOf(joins.id)]).toEqual([
      [other.id, made.id],
      [other.id],
      [made.id],
    ]);
    expect(await versions([stays.id, leaves.id, joins.id], [other.id, made.id])).toEqual([
      [3, 4, 2],
      [1, 2],
    ]);
  });

  test('do not change when either side is sent unchanged, in any order', async () => {
    const [a, b] = [await newGroup(), await newGroup()];
    const [one, two] = [await newItem([a.id, b.id]), await newItem([a.id, b.id])];
    await caller.patch(`/items/${one.id}`, { modifierIds: [b.id, a.id] });
    await caller.patch(`/modifiers/${a.id}`, { itemIds: [two.id, one.id] });
    await caller.patch(`/modifiers/${b.id}`, { name: 'Renamed' });
    await caller.patch(`/items/${two.id}`, { name: 'Renamed' });
    expect([await groupsOf(one.id), await groupsOf(two.id)]).toEqual([
      [b.id, a.id],
      [a.id, b.id],
    ]);
    expect(await versions([one.id, two.id], [a.id, b.id])).toEqual([
      [2, 2],
      [4, 4],
    ]);
  });

  test('get a new ETag when the other side changes, and reject changes based on the old one', async () => {
    const [made, offered] = [await newItem(), await newGroup()];
    const [itemTag, groupTag] = [(await item(made.id)).headers, (await group(offered.id)).headers].map(
      (headers) => headers.get('etag') ?? '',
    ) as [string, string];
    await caller.patch(`/modifiers/${offered.id}`, { itemIds: [made.id] });
    const stale = { 'If-Match': itemTag };
    expect(rejectionOf(await caller.patch(`/items/${made.id}`, { name: 'x' }, stale))).toEqual(VERSION_MISMATCH);
    const read = await caller.get(`/items/${made.id}?storeId=${storeId}`, { 'If-None-Match': itemTag });
    expect([read.status, read.body.modifierIds]).toEqual([200, [offered.id]]);
    await caller.patch(`/items/${made.id}`, { modifierIds: [] });
    const based = { 'If-Match': groupTag };
    expect(rejectionOf(await caller.patch(`/modifiers/${offered.id}`, { name: 'x' }, based))).toEqual(VERSION_MISMATCH);
    expect((await caller.get(`/modifiers/${offered.id}/full`, { 'If-None-Match': groupTag })).status).toBe(200);
  });

  test('change together or not at all', async () => {
    const [made, offered] = [await newItem(), await newGroup()];
    const beside = await newItem();
    const refused = [
      caller.patch(`/modifiers/${offered.id}`, { itemIds: [made.id, UNKNOWN] }),
      caller.patch(`/items/${made.id}`, { modifierIds: [offered.id, UNKNOWN] }),
    ];
    expect((await Promise.all(refused)).map(rejectionOf)).toEqual([
      noReferenceAt('/itemIds/1'),
      noReferenceAt('/modifierIds/1'),
    ]);
    expect(
      (await caller.post('/items', { name: 'x', itemCode: made.itemCode, modifierIds: [offered.id] })).status,
    ).toBe(409);
    expect(await versions([made.id, beside.id], [offered.id])).toEqual([[1, 1], [1]]);
    expect([await groupsOf(made.id), await itemsOf(offered.id)]).toEqual([[], []]);
  });

  test('are limited to 500 items per group, from either side', async () => {
    const items = await manyItems(501, 'Offered');
    const last = items[500] as number;
    const [full, other] = [await newGroup(items.slice(0, 500)), await newGroup()];
    expect((await itemsOf(full.id)).length).toBe(500);
    const joins = { modifierIds: [other.id, full.id] };
    expect(rejectionOf(await caller.patch(`/items/${last}`, joins))).toEqual(conflictAt('/modifierIds/1'));
    expect(rejectionOf(await caller.post('/items', { name: 'x', ...joins }))).toEqual(conflictAt('/modifierIds/1'));
    expect([await groupsOf(last), await itemsOf(other.id)]).toEqual([[], []]);
    await caller.patch(`/items/${items[0]}`, { modifierIds: [] });
    expect((await caller.patch(`/items/${last}`, joins)).status).toBe(200);
    expect(await itemsOf(full.id)).toEqual(items.slice(1));
  });
});

describe('Concurrent writes of items and groups', () => {
  /** Picks that look arbitrary but are reproducible. */
  const pick = <T>(all: readonly T[], seed: number): T[] => all.filter((_, i) => ((seed * 31 + i * 17) >> 2) % 3 !== 0);

  async function expectAgreement(items: readonly number[], groups: readonly number[]): Promise<void> {
    const ofItems = await Promise.all(items.map(groupsOf));
    const ofGroups = await Promise.all(groups.map(itemsOf));
    const pairs = items.flatMap((id, i) => (ofItems[i] ?? []).map((groupId) => `${id} ${groupId}`));
    const mirrored = groups.flatMap((id, i) => (ofGroups[i] ?? []).map((itemId) => `${itemId} ${id}`));
    expect(mirrored.sort()).toEqual(pairs.sort());
    const { rows } = await service.databases.regions.UK.query(
      'select item_id, modifier_id from region_uk.item_modifiers where company_id = $1 and item_id = any($2)',
      [caller.merchant.companyId, items],
    );
    expect(rows.map((row) => `${row.item_id} ${row.modifier_id}`).sort()).toEqual(pairs);
  }

  /** Deadlocks that the database had to break; a retry would hide them. */
  async function deadlocks(): Promise<number> {
    const sql = 'select deadlocks from pg_stat_database where datname = current_database()';
    return Number((await service.databases.regions.UK.query(sql)).rows[0].deadlocks);
  }

  test('succeed on both sides without a deadlock, and leave both sides in agreement', async () => {
    const items = await Promise.all(Array.from({ length: 6 }, () => newItem()));
    const groups = await Promise.all(Array.from({ length: 6 }, () => newGroup()));
    const [itemIds, groupIds] = [items.map(({ id }) => id), groups.map(({ id }) => id)];
    for (let round = 0; round < 4; round += 1) {
      const answers = await Promise.all(
        itemIds.flatMap((itemId, i) => {
          const seed = round * 7 + i;
          const groupId = groupIds[i] as number;
          return [
            caller.patch(`/items/${itemId}`, { modifierIds: pick(groupIds, seed).reverse() }),
            caller.patch(`/modifiers/${groupId}`, { itemIds: pick(itemIds, seed + 3) }),
            caller.patch(`/items/${itemId}`, { name: `Item ${seed}`, price: '1' }),
            caller.patch(`/modifiers/${groupId}`, { name: `Group ${seed}`, options: [{ name: 'Other' }] }),
          ];
        }),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array(24).fill(200));
      await expectAgreement(itemIds, groupIds);
    }
    expect(await deadlocks()).toBe(0);
  });

  test('leave both sides in agreement when they create items and groups with each other', async () => {
    const [item, group] = [await newItem(), await newGroup()];
    const made = await Promise.all(
      Array.from({ length: 24 }, (_, n) =>
        n % 2
          ? caller.create('/items', { name: `New ${n}`, itemCode: `SIM-${n}`, modifierIds: [group.id] })
          : caller.create('/modifiers', { name: `New ${n}`, options: [{ name: 'One' }], itemIds: [item.id] }),
      ),
    );
    const ids = (odd: number) => made.filter((_, n) => n % 2 === odd).map(({ id }) => id as number);
    await expectAgreement([item.id, ...ids(1)], [group.id, ...ids(0)]);
    expect([(await itemsOf(group.id)).length, (await groupsOf(item.id)).length]).toEqual([12, 12]);
    expect(await versions([item.id], [group.id])).toEqual([[13], [13]]);
  });

  test('that compete for the last place in a group succeed once', async () => {
    const { id } = await newGroup(await manyItems(499, 'Taken'));
    const body = (n: number) => ({ name: `Late ${n}`, modifierIds: [id] });
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => caller.post('/items', body(n))));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
    expect((await itemsOf(id)).length).toBe(500);
  });
});
