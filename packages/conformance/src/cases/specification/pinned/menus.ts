import type { Script } from '../../../driver/script.ts';
import type { Case } from '../../../engine/case.ts';
import type { Rec } from '../../../engine/record.ts';
import { UNKNOWN_ID } from '../../fixtures/unknown.ts';
import { pinned } from './pinned.ts';

const CREATE = '/menus/create-with-items';
const change = (id: unknown): string => `/menus/${id}/update-with-items`;
const window = (day: number, from: string, to: string) => ({ day, from, to });

/** Ids of three records of a list. */
const idsOf = async (s: Script, path: string): Promise<number[]> => {
  const { data } = await s.get(`${path}?limit=3&sort=entryDate`);
  return (data as Rec[]).map(({ id }) => id);
};

export const PINNED_MENUS: readonly Case[] = [
  pinned(
    'menus',
    'a menu is written with its items and stores, listed and read as the specification says',
    async (s) => {
      const name = s.name();
      const items: number[] = [];
      for (const price of ['1.5', '2', '999999999999.99'])
        items.push((await s.post('/items', { name: s.name(), price })).id);
      const [a, b, c] = items;
      const [one = 0, two = 0] = (await idsOf(s, '/stores')).toSorted((first, second) => first - second);
      const bare = await s.post(CREATE, { name: ` ${name} ` });
      await s.get(`/menus/${bare.id}/full`);
      const { id } = await s.post(CREATE, {
        name: s.name(),
        status: 0,
        description: 'a\nb',
        delivery: 1,
        online: 1,
        availability: [window(6, '11:30', '24:00'), window(6, '00:00', '11:30'), window(0, '11:30', '11:31')],
        items: [
          { itemId: b },
          { itemId: a, price: '012.5', sortOrder: 1_000_000, status: 0 },
          { itemId: c, price: null },
        ],
        stores: [{ storeId: two }, { storeId: one }],
        externalId: name,
      });
      const read = await s.get(`/menus/${id}/full`);
      await s.send('PATCH', change(id), read);
      await s.patch(change(id), { description: null, takeaway: 1 });
      await s.patch(change(id), { items: [{ itemId: a }], delivery: 0 });
      await s.patch(change(id), { stores: [{ storeId: one }, { storeId: two }] });
      await s.patch(change(id), { stores: [{ storeId: two }], availability: [] });
      await s.patch(change(id), { items: [], stores: [] });
      await s.patch(change(id), { items: [{ itemId: c, price: '0' }, { itemId: b }] });
      await s.patch(`/items/${c}`, { name: s.name(), price: '3', status: 0, itemCode: s.name() });
      await s.get(`/menus/${id}/full`);
      await s.patch(`/items/${b}`, { price: '4' });
      await s.get(`/menus/${id}/full`);
      await s.patch(change(id), { name: s.name() });
      await s.get(`/menus?search=${name}&limit=2`);
    },
  ),
  pinned(
    'menus.rejected',
    'entries of a menu are rejected as the specification says, and nothing is written',
    async (s) => {
      const name = s.name();
      const { id: item } = await s.post('/items', { name, itemCode: `${name}1.50` });
      const [store] = await idsOf(s, '/stores');
      const { id } = await s.post(CREATE, {
        name,
        externalId: name,
        items: [{ itemId: item }],
        stores: [{ storeId: store }],
      });
      const wrong = [
        {
          items: [{ itemId: item }, { itemId: item }],
          stores: [{ storeId: store }, { storeId: store }, { storeId: store }],
        },
        { availability: [window(1, '10:00', '10:00'), window(1, '09:00', '08:00'), window(1, '08:00', '24:00')] },
        { availability: [window(1, '10:00', '12:00'), window(1, '08:00', '10:01'), window(2, '08:00', '10:01')] },
        { availability: [window(1, '10:00', '12:00'), window(1, '10:00', '11:00'), window(1, '11:30', '13:00')] },
        { availability: [window(1, '08:00', '20:00'), window(1, '09:00', '10:00'), window(1, '11:00', '12:00')] },
        { availability: [window(7, '24:00', '24:01')] },
        {
          items: [{ itemId: UNKNOWN_ID }, { itemId: item }, { itemId: UNKNOWN_ID - 1 }],
          stores: [{ storeId: UNKNOWN_ID }],
        },
        { stores: [{ storeId: store }, { storeId: UNKNOWN_ID }, { storeId: UNKNOWN_ID - 1 }] },
        {
          items: [
            { itemId: item, price: '1.005' },
            { itemId: UNKNOWN_ID, price: '1.500' },
          ],
        },
        { items: [{ itemId: item, sortOrder: 1_000_001, status: null, price: 1 }], stores: [{}, { storeId: 0.5 }] },
        { externalId: name, items: [{ itemId: UNKNOWN_ID }] },
        { externalId: name },
      ];
      for (const body of wrong) await s.post(CREATE, { name: s.name(), ...body });
      await s.post(CREATE, { name: s.name(), externalId: `${name} 2` });
      for (const { externalId, ...body } of wrong)
        await s.patch(change(id), { ...body, ...(externalId !== undefined && { externalId: `${name} 2` }) });
      const { items } = await s.get(`/menus/${id}/full`);
      const [entry] = items as object[];
      for (const claim of [
        { name: 'other' },
        { effectivePrice: '1', itemStatus: 0 },
        { itemCode: `${name}1.5`, type: 1 },
      ])
        await s.patch(change(id), {
          items: [{ ...entry, ...claim }],
          itemCount: 2,
          stores: [{ storeId: store, name: 'other' }],
        });
      await s.patch(change(id), { stores: [{ storeId: store, name: 'other' }], storeIds: [], items: [] });
      await s.patch(change(UNKNOWN_ID), { items: [{ itemId: item, price: '1.005' }] });
      await s.patch(change(UNKNOWN_ID), { items: [{ itemId: UNKNOWN_ID }] });
      await s.patch(change(id), { version: 2, items: [{ itemId: UNKNOWN_ID }] }, { 'If-Match': '"2"' });
      await s.patch(change(id), { status: 0 }, { 'If-Match': '"7", W/"1", "11", 1' });
      await s.patch(change(id), { status: 0 }, { 'If-Match': 'W/"1", "1-x"' });
      await s.patch(change(id), {});
      await s.get(`/menus/${id}/full`);
      await s.get(`/menus/${UNKNOWN_ID}/full`);
    },
  ),
  pinned('menus.listed', 'menus are filtered, searched, sorted and paged as the specification says', async (s) => {
    const mark = s.name();
    for (let flags = 0; flags < 8; flags += 1) {
      const [delivery, takeaway, online] = [flags & 1, (flags >> 1) & 1, flags >> 2];
      await s.post(CREATE, {
        name: `${mark} ${flags % 3}`,
        delivery,
        takeaway,
        online,
        status: flags % 3 === 0 ? 0 : 1,
      });
    }
    for (const channel of ['delivery', 'takeaway', 'online'])
      for (const flag of [0, 1, 2, 3]) await s.get(`/menus?search=${mark}&${channel}=${flag}&limit=100`);
    await s.get(`/menus?search=${mark}&delivery=1&takeaway=0&online=2&status=1`);
    await s.get(`/menus?delivery=1&takeaway=0&online=1&status=1`);
    const { headers } = await s.send('GET', `/menus?search=${mark}&delivery=2`);
    for (const tag of [headers.etag, `W/${headers.etag}`, '*', '"x", *', 'x'])
      await s.get(`/menus?search=${mark}&delivery=2`, { 'If-None-Match': tag ?? '' });
    await s.get('/menus?delivery=x&online=&status=null&limit=1.5&sort=price&page=0');
    for (const sort of ['entryDate', 'updatedAt', 'name'])
      for (const order of ['asc', 'desc'])
        for (const page of [1, 2])
          await s.get(`/menus?search=${mark}&sort=${sort}&order=${order}&page=${page}&limit=5`);
    const { pagination } = await s.get(`/menus?search=${mark}&takeaway=1&limit=1&delivery=2`);
    const { nextCursor } = pagination as { nextCursor: string };
    await s.get(`/menus?search=${mark}&takeaway=1&limit=3&cursor=${nextCursor}`);
    await s.get(`/menus?search=${mark}&takeaway=0&limit=3&cursor=${nextCursor}`);
  }),
];
