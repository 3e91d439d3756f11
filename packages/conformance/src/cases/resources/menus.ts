import { exact } from '../../decimals.ts';
import { type Case, subject } from '../../engine/case.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import type { Rec } from '../../engine/record.ts';
import { expectFiltered } from '../expect/lists.ts';
import { expectRejectedAt } from '../expect/rejections.ts';
import { storesOf } from '../fixtures/directory.ts';
import { UNKNOWN_ID } from '../fixtures/records.ts';

/** Menus with their items and stores. */

const example = subject('examples', 'menus');

const FLAGS = ['delivery', 'takeaway', 'online'] as const;

const post = (t: CaseContext, fields: object = {}) =>
  t.as().post('/menus/create-with-items', { name: t.name(), ...fields });

const create = async (t: CaseContext, fields: object = {}): Promise<Rec> => t.requireRecord(await post(t, fields), 201);

const change = (t: CaseContext, { id }: Rec, fields: object) => t.as().patch(`/menus/${id}/update-with-items`, fields);

const full = (t: CaseContext, { id }: Rec): Promise<Rec> => t.as().read(`/menus/${id}/full`);

interface Entry {
  readonly itemId: number;
  readonly price: string | null;
  readonly effectivePrice: string;
  readonly sortOrder: number;
  readonly status: number;
  readonly name: string;
  readonly itemCode: string;
  readonly type: number;
  readonly itemStatus: number;
}

const entriesOf = (menu: Rec): Entry[] => menu.items as Entry[];

const item = (t: CaseContext, fields: object = {}): Promise<Rec> =>
  t.as().create('/items', { name: t.name('item'), price: '5', ...fields });

const contents = (menu: Rec): unknown[] => [
  entriesOf(menu).map(({ itemId, price, sortOrder, status }) => [itemId, exact(price), sortOrder, status]),
  (menu.stores as { storeId: number }[]).map(({ storeId }) => storeId),
];

/** The menu as it appears in the list. */
async function row(t: CaseContext, menu: Rec): Promise<Rec | undefined> {
  const { data } = await t.as().page(`/menus?search=${encodeURIComponent(String(menu.name))}`);
  return data.find(({ id }) => id === menu.id);
}

export const MENU_CASES: readonly Case[] = [
  example(
    'defaults',
    ['menus.defaults', 'records.optional_null', 'menus.row'],
    'a menu created with only a name is active, for no channel, and empty',
    async (t) => {
      const menu = await create(t);
      t.equal([menu.status, ...FLAGS.map((flag) => menu[flag])], [1, 0, 0, 0], 'status and flags');
      t.equal([menu.description, menu.externalId], [null, null], 'description and externalId');
      for (const name of ['availability', 'items', 'stores', 'storeIds']) t.equal(menu[name], [], name);
      t.equal(menu.itemCount, 0, 'itemCount');
    },
  ),
  ...FLAGS.map((flag) =>
    example(
      `flag.${flag}`,
      ['menus.flags', `op.listMenus.param.${flag}`, `op.createMenuWithItems.body.${flag}`],
      `${flag}: 1 yes, 0 no, 2 or omitted any`,
      async (t) => {
        const [without, having] = [await create(t, { [flag]: 0 }), await create(t, { [flag]: 1 })];
        const others = Object.fromEntries(FLAGS.filter((one) => one !== flag).map((one) => [one, 1]));
        const elsewhere = await create(t, others);
        const menus = [without, having, elsewhere];
        await expectFiltered(t, '/menus', `${flag}=1`, menus, [having]);
        await expectFiltered(t, '/menus', `${flag}=0`, menus, [without, elsewhere]);
        await expectFiltered(t, '/menus', `${flag}=2`, menus, menus);
        await expectFiltered(t, '/menus', 'order=desc', menus, menus);
        t.requireStatus(await change(t, having, { [flag]: 0 }), 200);
        await expectFiltered(t, '/menus', `${flag}=1`, menus, []);
      },
    ),
  ),
  example(
    'full',
    ['menus.full', 'menus.entries', 'op.getMenuFull.call', 'op.createMenuWithItems.body.items'],
    'items and stores are read with the menu in the order sent, with their values on the menu',
    async (t) => {
      const [here, there] = await storesOf(t, 2);
      const [one, two, three] = [await item(t), await item(t, { status: 0 }), await item(t)];
      const items = [
        { itemId: two.id, price: '3.2', sortOrder: 9, status: 0 },
        { itemId: three.id, sortOrder: 1 },
        { itemId: one.id, price: null },
      ];
      const menu = await create(t, { items, stores: [{ storeId: there }, { storeId: here }] });
      const expected = [
        [
          [two.id, '3.2', 9, 0],
          [three.id, null, 1, 1],
          [one.id, null, 0, 1],
        ],
        [there, here],
      ];
      t.equal(contents(menu), expected, 'items and stores as created');
      const read = await full(t, menu);
      t.equal(contents(read), expected, 'items and stores as read');
      const shown = entriesOf(read).map(({ name, itemCode, type, itemStatus, effectivePrice }) => [
        name,
        itemCode,
        type,
        itemStatus,
        exact(effectivePrice),
      ]);
      t.equal(
        shown,
        [two, three, one].map((it, i) => [it.name, it.itemCode, 0, i === 0 ? 0 : 1, i === 0 ? '3.2' : '5']),
        'name, code, type, status and price',
      );
      const stores = read.stores as { storeId: number; name: string }[];
      for (const { storeId, name } of stores) t.equal(name, (await t.as().read(`/stores/${storeId}`)).name, 'name');
      const listed = await row(t, menu);
      t.equal([listed?.itemCount, listed?.storeIds], [3, [there, here]], 'itemCount and storeIds of the list');
    },
  ),
  example(
    'replace',
    ['menus.replace', 'records.merge', 'op.updateMenuWithItems.call', 'op.updateMenuWithItems.body.items'],
    'lists that are sent are replaced as a whole, and omitted lists stay; an empty list clears',
    async (t) => {
      const [here, there] = await storesOf(t, 2);
      const [one, two] = [await item(t), await item(t)];
      const items = [{ itemId: one.id, price: '3.2', sortOrder: 4, status: 0 }, { itemId: two.id }];
      const window = { day: 1, from: '07:00', to: '11:30' };
      const menu = await create(t, { items, stores: [{ storeId: here }], availability: [window] });
      const sent = { items: [{ itemId: one.id }], stores: [{ storeId: there }] };
      const replaced = t.requireRecord(await change(t, menu, sent));
      const expected = [[[one.id, null, 0, 1]], [there]];
      t.equal(contents(replaced), expected, 'items and stores after they were replaced');
      t.requireStatus(await change(t, menu, { description: 'conf' }), 200);
      const kept = await full(t, menu);
      t.equal([contents(kept), kept.availability], [expected, [window]], 'lists that the change does not name');
      t.requireStatus(await change(t, menu, { items: [] }), 200);
      t.equal(contents(await full(t, menu)), [[], [there]], 'after an empty list of items');
      t.requireStatus(await change(t, menu, { stores: [], availability: [] }), 200);
      const emptied = await full(t, menu);
      t.equal([contents(emptied), emptied.availability], [[[], []], []], 'after empty lists');
      const listed = await row(t, menu);
      t.equal([listed?.itemCount, listed?.storeIds], [0, []], 'itemCount and storeIds of the list');
    },
  ),
  example(
    'once',
    ['menus.once', 'op.createMenuWithItems.status.400', 'op.updateMenuWithItems.status.400'],
    'each item and each store is on a menu at most once',
    async (t) => {
      const [storeId] = await storesOf(t, 1);
      const { id } = await item(t);
      const menu = await create(t);
      const wrong: [object, string][] = [
        [{ items: [{ itemId: id }, { itemId: id, price: '1' }] }, '/items/1/itemId'],
        [{ stores: [{ storeId }, { storeId }] }, '/stores/1/storeId'],
      ];
      for (const [fields, path] of wrong)
        for (const answer of [await post(t, fields), await change(t, menu, fields)])
          expectRejectedAt(t, answer, 400, 'partner.validation_failed', path);
    },
  ),
  example(
    'availability',
    ['menus.availability', 'op.createMenuWithItems.body.availability', 'op.updateMenuWithItems.body.availability'],
    'windows are stored as sent; each ends after it begins, and those of one day may touch but not overlap',
    async (t) => {
      const at = (day: number, from: string, to: string) => ({ day, from, to });
      const good = [at(6, '18:00', '24:00'), at(0, '00:00', '02:00'), at(1, '07:00', '11:30'), at(1, '11:30', '12:00')];
      const menu = await create(t, { availability: good });
      t.equal((await full(t, menu)).availability, good, 'availability');
      const wrong: [object[], string][] = [
        [[at(1, '11:30', '11:30')], '/availability/0'],
        [[at(1, '22:00', '02:00')], '/availability/0'],
        [[at(1, '07:00', '11:30'), at(1, '11:29', '12:00')], '/availability'],
        [[at(1, '07:00', '11:30'), at(2, '08:00', '09:00'), at(1, '08:00', '09:00')], '/availability'],
        [[at(7, '07:00', '11:30')], '/availability/0/day'],
        [[at(1, '24:00', '24:00')], '/availability/0/from'],
      ];
      for (const [availability, path] of wrong)
        for (const answer of [await post(t, { availability }), await change(t, menu, { availability })])
          expectRejectedAt(t, answer, 400, 'partner.validation_failed', path);
    },
  ),
  example(
    'unknown',
    ['menus.whole_or_nothing', 'tenancy.references', 'http.nothing_written', 'op.updateMenuWithItems.status.422'],
    'an unknown item or store is named, and nothing of the menu is written',
    async (t) => {
      const [storeId] = await storesOf(t, 1);
      const known = await item(t);
      const menu = await create(t, { items: [{ itemId: known.id }] });
      const wrong: [object, string][] = [
        [{ items: [{ itemId: known.id, price: '1' }, { itemId: UNKNOWN_ID }] }, '/items/1/itemId'],
        [{ stores: [{ storeId }, { storeId: UNKNOWN_ID }] }, '/stores/1/storeId'],
      ];
      for (const [fields, path] of wrong) {
        const name = t.name('unwritten');
        const created = await post(t, { ...fields, name });
        expectRejectedAt(t, created, 422, 'partner.reference_not_found', path);
        t.equal(await t.as().total(`/menus?search=${name}`), 0, 'menus with that name');
        const changed = await change(t, menu, { ...fields, description: 'conf' });
        expectRejectedAt(t, changed, 422, 'partner.reference_not_found', path);
        const now = await full(t, menu);
        t.equal([now.description, now.version, contents(now)], [null, 1, contents(menu)], 'the menu');
      }
    },
  ),
  example(
    'etag',
    ['menus.etag', 'op.getMenuFull.param.If-None-Match', 'op.getMenuFull.status.304'],
    'the ETag of a full menu covers its items, which are shown as they are now',
    async (t) => {
      const one = await item(t);
      const menu = await create(t, { items: [{ itemId: one.id }] });
      const url = `/menus/${menu.id}/full`;
      const { etag = '' } = t.requireStatus(await t.as().get(url), 200).headers;
      t.expectStatus(await t.as().get(url, { 'If-None-Match': etag }), 304);
      const name = t.name('renamed');
      t.requireStatus(await t.as().patch(`/items/${one.id}`, { name, price: '6', status: 0 }), 200);
      const answer = t.requireStatus(await t.as().get(url, { 'If-None-Match': etag }), 200);
      const [entry] = entriesOf(answer.body as Rec);
      t.equal(
        [entry?.name, exact(entry?.effectivePrice), entry?.itemStatus, entry?.status],
        [name, '6', 0, 1],
        'the item',
      );
      t.expectStatus(
        await t.as().patch(`${url.replace('full', 'update-with-items')}`, { status: 0 }, { 'If-Match': etag }),
        200,
      );
    },
  ),
];
