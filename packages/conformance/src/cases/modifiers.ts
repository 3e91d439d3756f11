import { type Case, subject } from '../run/case.ts';
import type { CaseContext } from '../run/case-context.ts';
import { idsOf, listed } from './stock.ts';

/** Modifier groups with their options. */

const example = subject('examples', 'modifiers');

const create = (t: CaseContext, fields: object = {}) =>
  t
    .as()
    .create('/modifiers', { name: t.name(), options: [{ name: 'Whole' }, { name: 'Oat', price: '0.50' }], ...fields });

interface Option {
  readonly id: number;
  readonly name: string;
  readonly price: string;
}

export const MODIFIER_CASES: readonly Case[] = [
  example(
    'full',
    ['modifiers.full'],
    'options are read with the group, keep their ids, and are replaced whole',
    async (t) => {
      const { id } = await create(t);
      const options = async () =>
        ((await t.as().read(`/modifiers/${id}/full`)) as unknown as { options: Option[] }).options;
      const [whole, oat] = await options();
      t.equal([whole?.name, oat?.name, Number(oat?.price)], ['Whole', 'Oat', 0.5], 'options');
      t.require(
        await t.as().patch(`/modifiers/${id}`, { options: [{ id: oat?.id, name: 'Oats' }, { name: 'Soy' }] }),
        200,
      );
      const after = await options();
      t.equal(
        [after.map(({ name }) => name), after[0]?.id],
        [['Oats', 'Soy'], oat?.id],
        'options after they were replaced',
      );
    },
  ),
  example(
    'bounds',
    ['modifiers.bounds'],
    'maxSelect is null or at least minSelect, and there is an option',
    async (t) => {
      t.equal((await create(t, { minSelect: 1, maxSelect: null })).maxSelect, null, 'maxSelect');
      const body = { name: t.name(), options: [{ name: 'a' }, { name: 'b' }] };
      t.answered(
        await t.as().post('/modifiers', { ...body, minSelect: 2, maxSelect: 1 }),
        400,
        'partner.validation_failed',
      );
      t.answered(await t.as().post('/modifiers', { ...body, options: [] }), 400, 'partner.validation_failed');
    },
  ),
  example(
    'item-search',
    ['modifiers.item_search', 'op.listModifiers.param.itemSearch'],
    'itemSearch leaves the groups that are applied to an item of this name',
    async (t) => {
      const name = t.name('applied');
      const item = await t.as().create('/items', { name });
      const [applied, other] = [await create(t, { itemIds: [item.id] }), await create(t)];
      t.equal(
        await listed(t, `/modifiers?itemSearch=${name}`, [applied, other]),
        idsOf([applied]),
        'groups applied to it',
      );
      t.equal(await listed(t, '/modifiers?itemSearch=conf-nobody', [applied, other]), [], 'groups applied to nothing');
    },
  ),
];
