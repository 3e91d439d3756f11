import { type Case, subject } from '../run/case.ts';

/** Brands. */

const example = subject('examples', 'brands');

export const BRAND_CASES: readonly Case[] = [
  example('defaults', ['brands.defaults'], 'a brand of a name alone is active and has nothing else', async (t) => {
    const name = t.name();
    const { status, description, externalId, name: stored } = await t.as().create('/brands', { name });
    t.equal([stored, status, description, externalId], [name, 1, null, null], 'name, status, description, externalId');
  }),
  example(
    'unique',
    ['brands.unique_name'],
    'a name is taken once, whatever its case, and again by another merchant',
    async (t) => {
      const name = t.name();
      await t.as().create('/brands', { name });
      const taken = await t.as().post('/brands', { name: name.toUpperCase() });
      t.answered(taken, 409, 'partner.duplicate');
      t.equal((taken.body as { details?: { path: string }[] }).details?.[0]?.path, '/name', 'the field', taken);
      t.answered(await t.as('main', 'other').post('/brands', { name }), 201);
      const { id } = await t.as().create('/brands', { name: t.name() });
      t.answered(await t.as().patch(`/brands/${id}`, { name }), 409, 'partner.duplicate');
    },
  ),
  example('clear', ['records.null_clears'], 'null clears a description, absence leaves it', async (t) => {
    const { id } = await t.as().create('/brands', { name: t.name(), description: 'conf' });
    t.require(await t.as().patch(`/brands/${id}`, { status: 0 }), 200);
    t.equal((await t.as().read(`/brands/${id}`)).description, 'conf', 'description that was not named');
    t.require(await t.as().patch(`/brands/${id}`, { description: null }), 200);
    t.equal((await t.as().read(`/brands/${id}`)).description, null, 'description');
  }),
  example('long', ['brands.name_length'], 'a name has 1 to 255 characters', async (t) => {
    const name = t.name().padEnd(255, 'é');
    t.equal((await t.as().create('/brands', { name })).name, name, 'name');
    t.answered(await t.as().post('/brands', { name: `${name}x` }), 400, 'partner.validation_failed');
  }),
  example(
    'inactive',
    ['records.deactivate_keeps_items'],
    'deactivating a brand leaves its items as they are',
    async (t) => {
      const brand = await t.as().create('/brands', { name: t.name() });
      const item = await t.as().create('/items', { name: t.name('item'), brandId: brand.id });
      t.require(await t.as().patch(`/brands/${brand.id}`, { status: 0 }), 200);
      const { data } = await t.as().page(`/items?brandId=${brand.id}`);
      t.equal(
        data.map(({ id, status, version }) => [id, status, version]),
        [[item.id, 1, 1]],
        'its item',
      );
    },
  ),
];
