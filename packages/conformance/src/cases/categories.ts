import { type Case, subject } from '../run/case.ts';

/** Categories: a tree. */

const example = subject('examples', 'categories');

export const CATEGORY_CASES: readonly Case[] = [
  example('defaults', ['categories.defaults'], 'a category of a name alone is an active root', async (t) => {
    const { status, parentId, sortOrder, color } = await t.as().create('/categories', { name: t.name() });
    t.equal([status, parentId, sortOrder, color], [1, null, 0, null], 'status, parentId, sortOrder, color');
  }),
  example('unique', ['categories.unique_name'], 'a name is taken once per parent', async (t) => {
    const name = t.name();
    const parent = await t.as().create('/categories', { name });
    t.answered(await t.as().post('/categories', { name }), 409, 'partner.duplicate');
    t.answered(await t.as().post('/categories', { name, parentId: parent.id }), 201);
    t.answered(await t.as().post('/categories', { name, parentId: parent.id }), 409, 'partner.duplicate');
  }),
  example('cycle', ['categories.no_cycles'], 'a category does not come to stand under itself', async (t) => {
    const a = await t.as().create('/categories', { name: t.name() });
    const b = await t.as().create('/categories', { name: t.name(), parentId: a.id });
    const c = await t.as().create('/categories', { name: t.name(), parentId: b.id });
    for (const parentId of [a.id, b.id, c.id])
      t.answered(await t.as().patch(`/categories/${a.id}`, { parentId }), 409, 'partner.state_conflict');
    t.answered(await t.as().patch(`/categories/${c.id}`, { parentId: a.id }), 200);
    t.answered(await t.as().patch(`/categories/${c.id}`, { parentId: null }), 200);
  }),
  example('cycle-race', ['categories.no_cycles'], 'two moves at once do not close a circle together', async (t) => {
    const caller = t.as();
    const move = (id: number, parentId: number) =>
      caller.send('PATCH', `/categories/${id}`, { body: { parentId }, concurrent: true });
    // One race alone may happen to be run in turn.
    for (let round = 0; round < 5; round += 1) {
      const a = await caller.create('/categories', { name: t.name() });
      const b = await caller.create('/categories', { name: t.name() });
      const answers = await Promise.all([move(a.id, b.id), move(b.id, a.id)]);
      t.equal(answers.filter(({ status }) => status === 200).length, 1, 'moves that went through');
    }
  }),
  example('sort-order', ['categories.sort_order'], 'sortOrder is kept', async (t) => {
    const { id } = await t.as().create('/categories', { name: t.name(), sortOrder: 7, color: '#a1b2c3' });
    const { sortOrder, color } = await t.as().read(`/categories/${id}`);
    t.equal([sortOrder, color], [7, '#a1b2c3'], 'sortOrder and color');
  }),
];
