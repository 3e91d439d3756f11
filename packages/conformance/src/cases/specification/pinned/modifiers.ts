import type { Script } from '../../../driver/script.ts';
import type { Case } from '../../../engine/case.ts';
import type { Rec } from '../../../engine/record.ts';
import { UNKNOWN_ID } from '../../fixtures/unknown.ts';
import { pinned } from './pinned.ts';

/** Maximum number of items of a group. */
const MOST_ITEMS = 500;

const newItem = async (s: Script, more: object = {}): Promise<number> =>
  (await s.post('/items', { name: s.name(), ...more })).id;

const optionsOf = (group: Rec): { id: number; name: string }[] => group.options as { id: number; name: string }[];

export const PINNED_MODIFIERS: readonly Case[] = [
  pinned('modifiers', 'a modifier group keeps its options by their ids, as the specification says', async (s) => {
    const name = s.name();
    const item = await newItem(s);
    const bare = await s.post('/modifiers', { name: ` ${name} `, options: [{ name: ' a ' }] });
    await s.get(`/modifiers/${bare.id}/full`);
    const group = await s.post('/modifiers', {
      name: s.name(),
      status: 0,
      minSelect: 1,
      maxSelect: 2,
      options: [
        { name: 'a', price: '00.5', sortOrder: 1_000_000, itemId: item },
        { name: 'b', status: 0, price: '999999999999.99' },
        { name: 'c', price: '1.5000', itemId: null },
      ],
      externalId: name,
    });
    const url = `/modifiers/${group.id}`;
    const read = await s.get(`${url}/full`);
    await s.patch(url, read);
    const [a, b, c] = optionsOf(group);
    await s.patch(url, {
      options: [
        { ...c, name: 'c2' },
        { id: a?.id, name: 'a' },
        { id: b?.id, name: 'b2' },
        { name: 'd', itemId: item },
      ],
    });
    await s.patch(url, {
      options: [{ id: a?.id, name: 'a', itemId: null, price: '0', sortOrder: 3, status: 0 }, { name: 'e' }],
    });
    await s.patch(url, {
      options: [
        { id: a?.id, name: 'a2' },
        { id: b?.id, name: 'b' },
      ],
    });
    await s.patch(url, { options: [{ name: 'e' }, { id: a?.id, name: 'a3', status: 1 }] });
    await s.patch(url, {
      options: [
        { id: a?.id, name: 'a' },
        { id: a?.id, name: 'b' },
        { id: UNKNOWN_ID, name: 'c' },
      ],
    });
    await s.patch(url, {
      options: [{ name: 'a' }, { id: optionsOf(bare)[0]?.id, name: 'b' }, { id: UNKNOWN_ID, name: 'c' }],
    });
    await s.patch(url, {
      options: [
        { id: a?.id, name: 'a', price: '0.005' },
        { name: 'b', price: '1.2345' },
      ],
    });
    await s.patch(url, {
      options: [
        { name: 'b', itemId: item },
        { name: 'c', itemId: UNKNOWN_ID },
      ],
    });
    await s.post('/modifiers', {
      name,
      options: [{ name: 'a', itemId: UNKNOWN_ID }],
      itemIds: [UNKNOWN_ID],
      externalId: name,
    });
    await s.post('/modifiers', { name, options: [{ name: 'a', itemId: UNKNOWN_ID }], itemIds: [UNKNOWN_ID] });
    await s.post('/modifiers', {
      name,
      options: [{ id: 1, name: '' }],
      itemIds: [item, item],
      minSelect: 101,
      maxSelect: 0,
    });
    await s.patch(url, { options: [], status: null });
    await s.patch(url, {
      items: [{ itemId: item, name: 'x', itemCode: 'x', status: 1 }],
      entryDate: '2020-01-01T00:00:00Z',
    });
    await s.patch(url, { name, externalId: null, maxSelect: null }, { 'If-Match': '*' });
    await s.get(`${url}/full`);
    await s.patch(`/modifiers/${UNKNOWN_ID}`, { status: 0 });
    await s.get(`/modifiers?search=${name}&status=1`);
  }),
  pinned(
    'modifiers.bounds',
    'the number of options to choose is possible, or rejected as the specification says',
    async (s) => {
      const options = [{ name: 'a' }, { name: 'b' }, { name: 'c', status: 0 }];
      const bounds = [
        { minSelect: 2, maxSelect: 2 },
        { minSelect: 2, maxSelect: 1 },
        { minSelect: 3 },
        { minSelect: 3, maxSelect: 2 },
        { minSelect: 0, maxSelect: null },
        { maxSelect: 1 },
        { minSelect: 1, maxSelect: 100 },
      ];
      for (const bound of bounds) await s.post('/modifiers', { name: s.name(), options, ...bound });
      const { id } = await s.post('/modifiers', { name: s.name(), options, minSelect: 1, maxSelect: 1 });
      for (const bound of bounds) await s.patch(`/modifiers/${id}`, bound);
      await s.patch(`/modifiers/${id}`, { minSelect: 2, maxSelect: 2 });
      for (const change of [
        { minSelect: 3 },
        { maxSelect: 1 },
        { options: [{ name: 'a' }, { name: 'b', status: 0 }] },
        { options: [{ name: 'a' }], minSelect: 2 },
        { options: [{ name: 'a' }], maxSelect: 1 },
        { options: [{ name: 'a' }], maxSelect: 1, minSelect: 1 },
        { maxSelect: null, name: s.name() },
      ])
        await s.patch(`/modifiers/${id}`, change);
      await s.get(`/modifiers/${id}/full`);
    },
  ),
  pinned(
    'modifiers.items',
    'a change of either side of the relation of groups and items shows on both, as the specification says',
    async (s) => {
      const [mark, other, itemCode] = [s.name(), s.name(), s.name()];
      const [a, b, c] = [
        await newItem(s, { name: `${mark} Flat White`, itemCode }),
        await newItem(s, { name: other }),
        await newItem(s),
      ];
      const options = [{ name: 'a' }];
      const seen = async () => {
        await s.get(`/modifiers/${one.id}/full`);
        await s.get('/items?limit=3');
        await s.get('/modifiers?limit=3');
      };
      const one = await s.post('/modifiers', { name: s.name(), options, itemIds: [c, a] });
      const two = await s.post('/modifiers', { name: s.name(), options, itemIds: [b, a] });
      await seen();
      // Each word is in an item of the group, but not both in one.
      await s.get(`/modifiers?itemSearch=${mark}%20${other}`);
      await s.patch(`/modifiers/${one.id}`, { itemIds: [b, c] });
      await seen();
      await s.patch(`/modifiers/${one.id}`, { itemIds: [c, b] });
      await s.patch(`/modifiers/${one.id}`, { name: s.name() });
      await seen();
      await s.patch(`/items/${b}`, { modifierIds: [one.id, two.id] });
      await s.patch(`/items/${c}`, { modifierIds: [two.id], name: `${mark} long` });
      await seen();
      await s.patch(`/modifiers/${two.id}`, { itemIds: [] });
      await s.patch(`/items/${a}`, { modifierIds: [two.id, UNKNOWN_ID] });
      await s.patch(`/modifiers/${two.id}`, { itemIds: [a, UNKNOWN_ID, UNKNOWN_ID - 1] });
      const unknown = [...options, { name: 'b', itemId: a }, { name: 'c', itemId: UNKNOWN_ID }];
      await s.patch(`/modifiers/${two.id}`, { options: unknown });
      await s.patch(`/items/${a}`, { modifierIds: [two.id, one.id], status: 0 });
      await newItem(s, { modifierIds: [one.id] });
      const three = await s.post('/modifiers', { name: s.name(), options, itemIds: [a] });
      await seen();
      await s.patch(`/modifiers/${two.id}`, { itemIds: [] });
      await s.patch(`/modifiers/${two.id}`, { itemIds: [a] });
      await s.patch(`/modifiers/${three.id}`, { itemIds: [] });
      await s.get(`/items?search=${mark}`);
      await s.patch(`/modifiers/${one.id}?dryRun=true`, { itemIds: [] });
      await seen();
      for (const text of [mark, itemCode, `${mark} WHITE`, `flat ${mark} long`, 'flat%20white', `${s.name()}`])
        await s.get(`/modifiers?itemSearch=${encodeURIComponent(text)}`);
      await s.get(`/modifiers?itemSearch=${mark}&status=1&search=${s.name()}`);
      await s.get(`/modifiers?itemSearch=${mark}&limit=1&sort=name&order=asc`);
      const groups: number[] = [];
      for (let count = 0; count < 50; count += 1)
        groups.push((await s.post('/modifiers', { name: s.name(), options })).id);
      const full = await newItem(s, { modifierIds: groups });
      await s.patch(`/modifiers/${one.id}`, { itemIds: [a, full, UNKNOWN_ID] });
      await s.patch(`/modifiers/${one.id}`, { itemIds: [a, full] });
      await s.post('/modifiers', { name: s.name(), options, itemIds: [full] });
      await s.patch(`/modifiers/${groups[0]}`, { itemIds: [a, full] });
      await s.patch(`/modifiers/${groups[0]}`, { itemIds: [] });
      await s.patch(`/modifiers/${one.id}`, { itemIds: [full] });
      await seen();
    },
  ),
  pinned(
    'modifiers.full',
    'a group with as many items as it can have takes no other, whichever side adds it',
    async (s) => {
      const options = Array.from({ length: 100 }, (_, index) => ({ name: `${index}`, price: `${index}.5` }));
      const itemIds: number[] = [];
      while (itemIds.length < MOST_ITEMS) itemIds.push(await newItem(s));
      const { id } = await s.post('/modifiers', { name: s.name(), options, itemIds: itemIds.toReversed() });
      const other = await s.post('/modifiers', { name: s.name(), options: [{ name: 'a' }] });
      await s.post('/items', { name: s.name(), modifierIds: [other.id, id] });
      const item = await newItem(s, { modifierIds: [other.id] });
      await s.patch(`/items/${item}`, { modifierIds: [id, other.id] });
      await s.patch(`/items/${itemIds[0]}`, { modifierIds: [other.id, id] });
      await s.patch(`/modifiers/${id}`, { itemIds: [...itemIds, item] });
      await s.patch(`/modifiers/${id}`, { options: [...options, { name: 'one more' }] });
      await s.get(`/modifiers/${id}/full`);
      const items = itemIds.map((itemId, sortOrder) => ({ itemId, sortOrder, price: `${sortOrder}` }));
      const menu = await s.post('/menus/create-with-items', { name: s.name(), items });
      await s.patch(`/modifiers/${id}`, { itemIds: [item] });
      await s.get(`/menus/${menu.id}/full`);
      await s.get('/items?limit=100');
    },
  ),
];
