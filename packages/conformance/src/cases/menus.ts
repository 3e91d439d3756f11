import type { Rec } from '../run/caller.ts';
import { type Case, subject } from '../run/case.ts';
import { knownOf } from '../run/known.ts';
import { idsOf, listed } from './stock.ts';

/** Menus with their items and stores. */

const example = subject('examples', 'menus');

const FLAGS = ['delivery', 'takeaway', 'online'] as const;

export const MENU_CASES: readonly Case[] = [
  ...FLAGS.map((flag) =>
    example(
      `flag.${flag}`,
      ['menus.flags', `op.listMenus.param.${flag}`],
      `${flag}: 1 yes, 0 no, 2 or omitted any`,
      async (t) => {
        const menus: Rec[] = [];
        for (const value of [0, 1])
          menus.push(await t.as().create('/menus/create-with-items', { name: t.name(), [flag]: value }));
        const [without, having] = menus;
        t.equal(await listed(t, `/menus?${flag}=1`, menus), idsOf([having]), `${flag}=1`);
        t.equal(await listed(t, `/menus?${flag}=0`, menus), idsOf([without]), `${flag}=0`);
        t.equal(await listed(t, `/menus?${flag}=2`, menus), idsOf(menus), `${flag}=2`);
        t.equal(await listed(t, '/menus?order=desc', menus), idsOf(menus), `without ${flag}`);
      },
    ),
  ),
  example(
    'full',
    ['menus.full', 'menus.replace'],
    'items and stores are read with the menu, and replaced whole',
    async (t) => {
      const known = await knownOf(t, t.as());
      const [one, two] = (known['/items'] ?? []).map(Number);
      const [here, there] = (known['/stores'] ?? []).map(Number);
      const body = {
        name: t.name(),
        items: [{ itemId: one, price: '3.20' }, { itemId: two }],
        stores: [{ storeId: here }],
      };
      const { id } = await t.as().create('/menus/create-with-items', body);
      const contents = async () => {
        const { items, stores } = (await t.as().read(`/menus/${id}/full`)) as unknown as {
          items: { itemId: number; price: string | null }[];
          stores: { storeId: number }[];
        };
        return [
          items.map(({ itemId, price }) => [itemId, price === null ? null : Number(price)]).toSorted(),
          stores.map(({ storeId }) => storeId),
        ];
      };
      t.equal(
        await contents(),
        [
          [
            [one, 3.2],
            [two, null],
          ].toSorted(),
          [here],
        ],
        'items and stores',
      );
      t.require(
        await t
          .as()
          .patch(`/menus/${id}/update-with-items`, { items: [{ itemId: two }], stores: [{ storeId: there }] }),
        200,
      );
      t.equal(await contents(), [[[two, null]], [there]], 'items and stores after they were replaced');
      t.require(await t.as().patch(`/menus/${id}/update-with-items`, { name: t.name() }), 200);
      t.equal(await contents(), [[[two, null]], [there]], 'items and stores that the change does not name');
    },
  ),
  example('foreign', ['tenancy.references'], 'an item or store of another merchant is unknown', async (t) => {
    const strangers = await knownOf(t, t.as('main', 'other'));
    for (const body of [
      { items: [{ itemId: strangers['/items']?.[0] }] },
      { stores: [{ storeId: strangers['/stores']?.[0] }] },
    ])
      t.answered(
        await t.as().post('/menus/create-with-items', { name: t.name(), ...body }),
        422,
        'partner.reference_not_found',
      );
  }),
];
