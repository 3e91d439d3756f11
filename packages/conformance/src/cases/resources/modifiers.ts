import { exact } from '../../decimals.ts';
import { type Case, subject } from '../../engine/case.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import type { Rec } from '../../engine/record.ts';
import { expectRejectedAt } from '../expect/rejections.ts';
import { UNKNOWN_ID } from '../fixtures/records.ts';

/** Modifier groups with their options. */

const example = subject('examples', 'modifiers');

const OPTIONS = [{ name: 'Whole' }, { name: 'Oat', price: '0.5' }];

export const post = (t: CaseContext, fields: object = {}) =>
  t.as().post('/modifiers', { name: t.name(), options: OPTIONS, ...fields });

export const create = async (t: CaseContext, fields: object = {}): Promise<Rec> =>
  t.requireRecord(await post(t, fields), 201);

export const change = (t: CaseContext, { id }: Rec, fields: object) => t.as().patch(`/modifiers/${id}`, fields);

export const full = (t: CaseContext, { id }: Rec): Promise<Rec> => t.as().read(`/modifiers/${id}/full`);

interface Option {
  readonly id: number;
  readonly name: string;
  readonly price: string;
  readonly sortOrder: number;
  readonly status: number;
  readonly itemId: number | null;
}

const optionsOf = (group: Rec): Option[] => group.options as Option[];

/** Name, price, sortOrder, status and itemId of each option. */
const shown = (group: Rec): string[] =>
  optionsOf(group).map(({ name, price, sortOrder, status, itemId }) =>
    [name, exact(price), sortOrder, status, itemId ?? 'no item'].join(', '),
  );

export const MODIFIER_CASES: readonly Case[] = [
  example(
    'defaults',
    ['modifiers.defaults', 'records.optional_null'],
    'a group created with only options is active, optional and unlimited; an option costs nothing extra',
    async (t) => {
      const group = await create(t);
      t.equal([group.status, group.minSelect, group.maxSelect], [1, 0, null], 'status, minSelect and maxSelect');
      t.equal([group.itemIds, group.externalId], [[], null], 'itemIds and externalId');
      t.equal(shown(group), ['Whole, 0, 0, 1, no item', 'Oat, 0.5, 0, 1, no item'], 'options');
    },
  ),
  example(
    'full',
    ['modifiers.full', 'modifiers.options_kept', 'op.getModifierFull.call', 'op.updateModifier.body.options'],
    'options are read in the order sent; those sent with their id keep omitted values; they are replaced as a whole',
    async (t) => {
      const item = await t.as().create('/items', { name: t.name('side') });
      const options = [
        { name: 'Whole', sortOrder: 9, status: 0 },
        { name: 'Oat', price: '0.5', sortOrder: 3, itemId: item.id },
      ];
      const group = await create(t, { options });
      const expected = ['Whole, 0, 9, 0, no item', `Oat, 0.5, 3, 1, ${item.id}`];
      t.equal([shown(group), shown(await full(t, group))], [expected, expected], 'options as created and as read');
      const [, oat] = optionsOf(group);
      const sent = [
        { name: 'Soy', price: '0.25' },
        { id: oat?.id, name: 'Oats' },
      ];
      const after = t.requireRecord(await change(t, group, { options: sent }));
      const replaced = ['Soy, 0.25, 0, 1, no item', `Oats, 0.5, 3, 1, ${item.id}`];
      t.equal([shown(after), shown(await full(t, group))], [replaced, replaced], 'options after they were replaced');
      t.equal(optionsOf(after)[1]?.id, oat?.id, 'id of the option sent with it');
      t.check(!optionsOf(group).some(({ id }) => id === optionsOf(after)[0]?.id), 'a new option has an old id');
      const cleared = [{ id: oat?.id, name: 'Oats', itemId: null }];
      t.requireStatus(await change(t, group, { options: cleared }), 200);
      t.equal(shown(await full(t, group)), ['Oats, 0.5, 3, 1, no item'], 'options after null');
      t.requireStatus(await change(t, group, { name: t.name() }), 200);
      t.equal(shown(await full(t, group)), ['Oats, 0.5, 3, 1, no item'], 'options that are not named');
    },
  ),
  example(
    'options-refused',
    ['modifiers.options_kept', 'tenancy.references', 'op.updateModifier.status.422', 'op.updateModifier.status.400'],
    'an option id belongs to this group and occurs once; an option’s item belongs to the merchant',
    async (t) => {
      const [group, other] = [await create(t), await create(t)];
      for (const id of [optionsOf(other)[0]?.id, UNKNOWN_ID]) {
        const options = [{ name: 'a' }, { id, name: 'b' }];
        expectRejectedAt(t, await change(t, group, { options }), 422, 'partner.reference_not_found', '/options/1/id');
      }
      const id = optionsOf(group)[0]?.id;
      const twice = [
        { id, name: 'a' },
        { id, name: 'b' },
      ];
      expectRejectedAt(
        t,
        await change(t, group, { options: twice }),
        400,
        'partner.validation_failed',
        '/options/1/id',
      );
      const standing = [{ name: 'a' }, { name: 'b', itemId: UNKNOWN_ID }];
      for (const answer of [await post(t, { options: standing }), await change(t, group, { options: standing })])
        expectRejectedAt(t, answer, 422, 'partner.reference_not_found', '/options/1/itemId');
      t.equal((await full(t, group)).version, 1, 'version after rejected changes');
    },
  ),
  example(
    'bounds',
    ['modifiers.bounds', 'op.createModifier.body.minSelect', 'op.createModifier.body.maxSelect'],
    'maxSelect is null or at least minSelect, which is at most the number of active options; there is at least one option',
    async (t) => {
      for (const [minSelect, maxSelect] of [
        [1, null],
        [2, 2],
        [0, 1],
        [1, 100],
      ] as const) {
        const group = await create(t, { minSelect, maxSelect });
        t.equal([group.minSelect, group.maxSelect], [minSelect, maxSelect], 'minSelect and maxSelect');
      }
      const refused = [{ minSelect: 2, maxSelect: 1 }, { minSelect: 3 }, { options: [] }];
      for (const fields of refused) t.expectStatus(await post(t, fields), 400, 'partner.validation_failed');
      const oneActive = [{ name: 'a' }, { name: 'b', status: 0 }];
      t.expectStatus(await post(t, { minSelect: 2, options: oneActive }), 400, 'partner.validation_failed');
      t.expectStatus(await post(t, { minSelect: 1, options: oneActive }), 201);
    },
  ),
  example(
    'bounds-changed',
    ['modifiers.bounds', 'op.updateModifier.body.minSelect', 'op.updateModifier.body.maxSelect'],
    'a change of either bound or of the options cannot violate the bounds',
    async (t) => {
      const group = await create(t, { minSelect: 2, maxSelect: 2 });
      for (const fields of [{ maxSelect: 1 }, { minSelect: 3 }, { options: [{ name: 'one' }] }, { options: [] }]) {
        const answer = await change(t, group, fields);
        t.check(
          answer.status === 400 || answer.status === 409,
          `${JSON.stringify(fields)} is ${answer.status}`,
          answer,
        );
      }
      t.equal((await full(t, group)).version, 1, 'version after rejected changes');
      t.expectStatus(await change(t, group, { minSelect: 1, maxSelect: 1, options: [{ name: 'one' }] }), 200);
      t.expectStatus(await change(t, group, { maxSelect: null }), 200);
    },
  ),
];
