import { type Case, subject } from '../../engine/case.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import type { Rec } from '../../engine/record.ts';
import type { Answer } from '../../http/send.ts';
import { expectTaken } from '../expect/rejections.ts';

/** Categories, which form a tree. */

const example = subject('examples', 'categories');

const create = (t: CaseContext, fields: object = {}) => t.as().create('/categories', { name: t.name(), ...fields });

const taken = (t: CaseContext, answer: Answer, by: Rec): void => expectTaken(t, answer, '/name', by.id);

export const CATEGORY_CASES: readonly Case[] = [
  example(
    'defaults',
    ['categories.defaults', 'records.optional_null'],
    'a category created with only a name is an active root',
    async (t) => {
      const { status, parentId, sortOrder, color, externalId } = await create(t);
      t.equal([status, parentId, sortOrder, color, externalId], [1, null, 0, null, null], 'omitted properties');
    },
  ),
  example(
    'unique',
    ['categories.unique_name', 'records.duplicate_named', 'records.duplicate_record', 'op.createCategory.status.409'],
    'a name is unique per parent, regardless of case; another merchant may use it',
    async (t) => {
      const name = t.name();
      const parent = await create(t, { name });
      for (const text of [name, name.toUpperCase()]) taken(t, await t.as().post('/categories', { name: text }), parent);
      const child = await create(t, { name, parentId: parent.id });
      const again = { name: name.toUpperCase(), parentId: parent.id };
      taken(t, await t.as().post('/categories', again), child);
      t.expectStatus(await t.as('main', 'other').post('/categories', { name }), 201);
    },
  ),
  example(
    'unique-moved',
    ['categories.unique_name', 'records.duplicate_named', 'records.duplicate_record', 'op.updateCategory.status.409'],
    'a change of name or parent to a name that is taken there is rejected',
    async (t) => {
      const name = t.name();
      const [parent, root] = [await create(t), await create(t, { name })];
      const child = await create(t, { name, parentId: parent.id });
      const other = await create(t);
      taken(t, await t.as().patch(`/categories/${other.id}`, { name }), root);
      const moved = await t.as().patch(`/categories/${child.id}`, { parentId: null });
      taken(t, moved, root);
      const under = await t.as().patch(`/categories/${root.id}`, { parentId: parent.id });
      taken(t, under, child);
      t.expectStatus(await t.as().patch(`/categories/${child.id}`, { parentId: null, name: t.name() }), 200);
    },
  ),
  example('cycle', ['categories.no_cycles'], 'a category cannot be moved below itself', async (t) => {
    const a = await create(t);
    const b = await create(t, { parentId: a.id });
    const c = await create(t, { parentId: b.id });
    for (const parentId of [a.id, b.id, c.id])
      t.expectStatus(await t.as().patch(`/categories/${a.id}`, { parentId }), 409, 'partner.state_conflict');
    t.expectStatus(await t.as().patch(`/categories/${b.id}`, { parentId: c.id }), 409, 'partner.state_conflict');
    t.equal((await t.as().read(`/categories/${a.id}`)).parentId, null, 'parentId after rejected moves');
    t.expectStatus(await t.as().patch(`/categories/${c.id}`, { parentId: a.id }), 200);
    t.expectStatus(await t.as().patch(`/categories/${b.id}`, { parentId: c.id }), 200);
    t.expectStatus(await t.as().patch(`/categories/${c.id}`, { parentId: b.id }), 409, 'partner.state_conflict');
    t.expectStatus(await t.as().patch(`/categories/${b.id}`, { parentId: null }), 200);
  }),
  example('cycle-race', ['categories.no_cycles'], 'two concurrent moves do not form a cycle', async (t) => {
    const caller = t.as();
    const move = (id: number, parentId: number) =>
      caller.send('PATCH', `/categories/${id}`, { body: { parentId }, concurrent: true });
    // Races are repeated, because the requests may happen to run in sequence.
    for (let round = 0; round < 5; round += 1) {
      const [a, b] = [await create(t), await create(t)];
      const answers = await Promise.all([move(a.id, b.id), move(b.id, a.id)]);
      t.equal(answers.filter(({ status }) => status === 200).length, 1, 'moves that succeeded');
    }
  }),
  example('sort-order', ['categories.sort_order'], 'sortOrder and color are stored', async (t) => {
    const { id } = await create(t, { sortOrder: 7, color: '#a1b2c3' });
    const { sortOrder, color } = await t.as().read(`/categories/${id}`);
    t.equal([sortOrder, color], [7, '#a1b2c3'], 'sortOrder and color');
  }),
  example(
    'inactive',
    ['records.deactivate_keeps_items'],
    'deactivating a category leaves its items and subcategories unchanged',
    async (t) => {
      const category = await create(t);
      const child = await create(t, { parentId: category.id });
      const item = await t.as().create('/items', { name: t.name('item'), groupId: category.id });
      t.requireStatus(await t.as().patch(`/categories/${category.id}`, { status: 0 }), 200);
      const { data } = await t.as().page(`/items?groupId=${category.id}`);
      t.equal(
        data.map(({ id, status, version }) => [id, status, version]),
        [[item.id, 1, 1]],
        'its item',
      );
      const { status, version, parentId } = await t.as().read(`/categories/${child.id}`);
      t.equal([status, version, parentId], [1, 1, category.id], 'the subcategory');
    },
  ),
];
