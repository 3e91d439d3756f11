import { type Case, subject } from '../../engine/case.ts';
import type { Rec } from '../../engine/record.ts';
import { expectFiltered } from '../expect/lists.ts';
import { expectRejectedAt } from '../expect/rejections.ts';
import { UNKNOWN_ID } from '../fixtures/records.ts';
import { change, create, full, post } from './modifiers.ts';

/** Items of modifier groups. */

const example = subject('examples', 'modifiers');

/** Maximum number of groups per item. */
const MOST = 50;

export const MODIFIER_ITEM_CASES: readonly Case[] = [
  example(
    'items',
    [
      'modifiers.items',
      'op.createModifier.body.itemIds',
      'op.updateModifier.body.itemIds',
      'op.updateItem.body.modifierIds',
    ],
    'itemIds of a group and modifierIds of items are one relation; a change on either side shows on both',
    async (t) => {
      const items: Rec[] = [];
      for (let n = 0; n < 3; n += 1) items.push(await t.as().create('/items', { name: t.name('item') }));
      const [a = 0, b = 0, c = 0] = items.map(({ id }) => id);
      const item = async (id: number) => {
        const found = (await t.as().page(`/items?search=${items.find((one) => one.id === id)?.itemCode}`)).data[0];
        return `${found?.modifierIds} v${found?.version}`;
      };
      const group = await create(t, { itemIds: [c, a] });
      t.equal(group.itemIds, [a, c], 'itemIds, ascending');
      const whole = (await full(t, group)).items as Record<string, unknown>[];
      const expected = [items[0], items[2]].map((one) => [one?.id, one?.name, one?.itemCode, 1]);
      t.equal(
        whole.map(({ itemId, name, itemCode, status }) => [itemId, name, itemCode, status]),
        expected,
        'items',
      );
      const groupsOfEach = async () => [await item(a), await item(b), await item(c)];
      t.equal(await groupsOfEach(), [`${group.id} v2`, ' v1', `${group.id} v2`], 'items with a group');
      t.requireStatus(await change(t, group, { itemIds: [a, b] }), 200);
      t.equal(await groupsOfEach(), [`${group.id} v2`, `${group.id} v2`, ' v3'], 'items after a change of the group');
      const second = await create(t);
      t.requireStatus(await t.as().patch(`/items/${b}`, { modifierIds: [second.id] }), 200);
      const now = [(await full(t, group)).itemIds, (await full(t, second)).itemIds];
      t.equal(now, [[a], [b]], 'groups after a change of an item');
      t.requireStatus(await change(t, group, { itemIds: [a, b] }), 200);
      const ofB = await item(b);
      t.check(ofB.startsWith(`${second.id},${group.id} `), `an item that joins does not append the group: ${ofB}`);
      const made = await t.as().create('/items', { name: t.name('item'), modifierIds: [group.id] });
      t.equal((await full(t, group)).itemIds, [a, b, made.id], 'a group after an item was created with it');
    },
  ),
  example(
    'items-unknown',
    ['modifiers.items', 'modifiers.whole_or_nothing', 'tenancy.references', 'op.createModifier.status.422'],
    'an unknown item or group is named, and nothing is written',
    async (t) => {
      const item = await t.as().create('/items', { name: t.name('item') });
      const group = await create(t);
      const name = t.name('unwritten');
      const itemIds = [item.id, UNKNOWN_ID];
      expectRejectedAt(t, await post(t, { name, itemIds }), 422, 'partner.reference_not_found', '/itemIds/1');
      t.equal(await t.as().total(`/modifiers?search=${name}`), 0, 'groups with that name');
      expectRejectedAt(t, await change(t, group, { itemIds }), 422, 'partner.reference_not_found', '/itemIds/1');
      const modifierIds = [group.id, UNKNOWN_ID];
      const patched = await t.as().patch(`/items/${item.id}`, { modifierIds });
      expectRejectedAt(t, patched, 422, 'partner.reference_not_found', '/modifierIds/1');
      const now = (await t.as().page(`/items?search=${item.itemCode}`)).data[0];
      t.equal([now?.modifierIds, now?.version, (await full(t, group)).itemIds], [[], 1, []], 'both sides');
    },
  ),
  example(
    'etag',
    ['modifiers.etag', 'op.getModifierFull.param.If-None-Match', 'op.getModifierFull.status.304'],
    'the ETag of a full group covers its items, which are shown as they are now',
    async (t) => {
      const item = await t.as().create('/items', { name: t.name('item') });
      const url = `/modifiers/${(await create(t, { itemIds: [item.id] })).id}/full`;
      const { etag = '' } = t.requireStatus(await t.as().get(url), 200).headers;
      t.expectStatus(await t.as().get(url, { 'If-None-Match': etag }), 304);
      const name = t.name('renamed');
      t.requireStatus(await t.as().patch(`/items/${item.id}`, { name, status: 0 }), 200);
      const read = t.requireRecord(await t.as().get(url, { 'If-None-Match': etag }));
      const [seen] = read.items as Record<string, unknown>[];
      t.equal([seen?.name, seen?.status], [name, 0], 'the item');
    },
  ),
  example(
    'item-search',
    ['modifiers.item_search', 'op.listModifiers.param.itemSearch'],
    'itemSearch selects the groups of items whose name contains every word',
    async (t) => {
      const mark = t.name('applied');
      const item = await t.as().create('/items', { name: `${mark} Flat White`, itemCode: t.name('code') });
      const another = await t.as().create('/items', { name: `${mark} Long Black` });
      const groups = [
        await create(t, { itemIds: [item.id] }),
        await create(t, { itemIds: [another.id] }),
        await create(t, { name: `${mark} flat` }),
      ];
      const search = (text: string, expected: Rec[]) =>
        expectFiltered(t, '/modifiers', `itemSearch=${encodeURIComponent(text)}`, groups, expected);
      await search(`WHITE ${mark}`, groups.slice(0, 1));
      await search(mark, groups.slice(0, 2));
      await search(`${mark} flat black`, []);
      await search(String(item.itemCode), []);
      t.requireStatus(await t.as().patch(`/items/${item.id}`, { name: t.name('renamed') }), 200);
      await search(mark, groups.slice(1, 2));
    },
  ),
  example(
    'items-most',
    ['modifiers.items_most', 'op.createModifier.body.itemIds'],
    'an item has at most 50 groups, whichever side adds the next',
    async (t) => {
      const modifierIds: number[] = [];
      for (let n = 0; n < MOST; n += 1) modifierIds.push((await create(t)).id);
      const item = await t.as().create('/items', { name: t.name('item'), modifierIds });
      t.equal(item.modifierIds, modifierIds, 'modifierIds');
      const next = await create(t);
      const itemIds = [item.id];
      for (const answer of [await post(t, { itemIds }), await change(t, next, { itemIds })])
        t.check([400, 409, 422].includes(answer.status), `the group ${MOST + 1} is ${answer.status}`, answer);
      const now = (await t.as().page(`/items?search=${item.itemCode}`)).data[0];
      t.equal(now?.modifierIds, modifierIds, 'modifierIds after rejected changes');
    },
  ),
];
