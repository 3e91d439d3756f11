import { describe, expect, test } from 'vitest';
import { copyItem } from '../../support/copied-items.ts';
import { sharedService } from '../../support/service.ts';

const service = await sharedService();
const caller = await service.connect();
const storeId = await service.newStore(caller.merchant);
const { UK } = service.databases.regions;

const newGroup = async (itemIds: number[] = []): Promise<number> =>
  (await caller.create('/modifiers', { name: 'Group', options: [{ name: 'One' }], itemIds })).id;
const newItem = async (): Promise<number> => (await caller.create('/items', { name: 'Item' })).id;
const item = async (id: number) => (await caller.get(`/items/${id}?storeId=${storeId}`)).body;
const group = async (id: number) => (await caller.get(`/modifiers/${id}/full`)).body;

describe('Concurrent writes of items and groups', () => {
  /** Picks that look arbitrary but are reproducible. */
  const pick = <T>(all: readonly T[], seed: number): T[] => all.filter((_, i) => ((seed * 31 + i * 17) >> 2) % 3 !== 0);

  async function expectAgreement(items: readonly number[], groups: readonly number[]): Promise<void> {
    const ofItems = await Promise.all(items.map(item));
    const ofGroups = await Promise.all(groups.map(group));
    const pairs = ofItems.flatMap(({ id, modifierIds }) => modifierIds.map((other: number) => `${id} ${other}`));
    const mirrored = ofGroups.flatMap(({ id, itemIds }) => itemIds.map((other: number) => `${other} ${id}`));
    expect(mirrored.sort()).toEqual(pairs.sort());
    const { rows } = await UK.query(
      'select item_id, modifier_id from region_uk.item_modifiers where company_id = $1 and item_id = any($2)',
      [caller.merchant.companyId, items],
    );
    expect(rows.map((row) => `${row.item_id} ${row.modifier_id}`).sort()).toEqual(pairs);
  }

  /** Deadlocks that the database had to break; a retry would hide them. */
  async function deadlocks(): Promise<number> {
    const sql = 'select deadlocks from pg_stat_database where datname = current_database()';
    return Number((await UK.query(sql)).rows[0].deadlocks);
  }

  test('succeed on both sides without a deadlock, and leave both sides in agreement', async () => {
    const itemIds = await Promise.all(Array.from({ length: 6 }, newItem));
    const groupIds = await Promise.all(Array.from({ length: 6 }, () => newGroup()));
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
    const [itemId, groupId] = [await newItem(), await newGroup()];
    const made = await Promise.all(
      Array.from({ length: 24 }, (_, n) =>
        n % 2
          ? caller.create('/items', { name: `New ${n}`, itemCode: `SIM-${n}`, modifierIds: [groupId] })
          : caller.create('/modifiers', { name: `New ${n}`, options: [{ name: 'One' }], itemIds: [itemId] }),
      ),
    );
    const ids = (odd: number) => made.filter((_, n) => n % 2 === odd).map(({ id }) => id as number);
    await expectAgreement([itemId, ...ids(1)], [groupId, ...ids(0)]);
    const [one, other] = [await item(itemId), await group(groupId)];
    expect([one.version, one.modifierIds.length, other.version, other.itemIds.length]).toEqual([13, 12, 13, 12]);
  });

  test('that compete for the last place in a group succeed once', async () => {
    const app = await service.connect();
    await app.create('/items', { name: 'Taken' });
    await service.arrange(app.merchant, (tx) => copyItem(tx, 498));
    const { rows } = await UK.query('select id from region_uk.items where company_id = $1', [app.merchant.companyId]);
    const itemIds = rows.map(({ id }) => id);
    expect(itemIds).toHaveLength(499);
    const { id } = await app.create('/modifiers', { name: 'Group', options: [{ name: 'One' }], itemIds });
    const late = (_: unknown, n: number) => app.post('/items', { name: `Late ${n}`, modifierIds: [id] });
    const answers = await Promise.all(Array.from({ length: 10 }, late));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
    expect((await app.get(`/modifiers/${id}/full`)).body.itemIds).toHaveLength(500);
  });
});
