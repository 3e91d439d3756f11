import { type Case, subject } from '../../engine/case.ts';
import { expectRejectedAt, expectTaken } from '../expect/rejections.ts';

const example = subject('examples', 'brands');

export const BRAND_CASES: readonly Case[] = [
  example(
    'defaults',
    ['brands.defaults', 'records.optional_null'],
    'a brand created with only a name is active and has no other values',
    async (t) => {
      const name = t.name();
      const { status, description, externalId, name: stored } = await t.as().create('/brands', { name });
      t.equal(
        [stored, status, description, externalId],
        [name, 1, null, null],
        'name, status, description, externalId',
      );
    },
  ),
  example(
    'unique',
    [
      'brands.unique_name',
      'records.duplicate_named',
      'records.duplicate_record',
      'op.createBrand.status.409',
      'op.updateBrand.status.409',
    ],
    'a name is unique regardless of case; another merchant may use it, and an earlier name is free',
    async (t) => {
      const name = t.name();
      const first = await t.as().create('/brands', { name });
      for (const text of [name, name.toUpperCase()])
        expectTaken(t, await t.as().post('/brands', { name: text }), '/name', first.id);
      t.expectStatus(await t.as('main', 'other').post('/brands', { name }), 201);
      const { id } = await t.as().create('/brands', { name: t.name() });
      expectTaken(t, await t.as().patch(`/brands/${id}`, { name }), '/name', first.id);
      t.expectStatus(await t.as().patch(`/brands/${first.id}`, { name: name.toUpperCase() }), 200);
      t.requireStatus(await t.as().patch(`/brands/${first.id}`, { name: t.name() }), 200);
      t.expectStatus(await t.as().patch(`/brands/${id}`, { name }), 200);
    },
  ),
  example('clear', ['records.null_clears'], 'null clears a description, and omitting it keeps it', async (t) => {
    const { id } = await t.as().create('/brands', { name: t.name(), description: 'conf' });
    t.requireStatus(await t.as().patch(`/brands/${id}`, { status: 0 }), 200);
    t.equal((await t.as().read(`/brands/${id}`)).description, 'conf', 'description that was not named');
    t.requireStatus(await t.as().patch(`/brands/${id}`, { description: null }), 200);
    t.equal((await t.as().read(`/brands/${id}`)).description, null, 'description');
  }),
  example('long', ['brands.name_length'], 'a name has 1 to 255 characters', async (t) => {
    const name = t.name().padEnd(255, 'é');
    t.equal((await t.as().create('/brands', { name })).name, name, 'name');
    for (const text of [`${name}x`, ''])
      expectRejectedAt(t, await t.as().post('/brands', { name: text }), 400, 'partner.validation_failed', '/name');
  }),
  example(
    'inactive',
    ['records.deactivate_keeps_items'],
    'deactivating a brand leaves its items unchanged',
    async (t) => {
      const brand = await t.as().create('/brands', { name: t.name() });
      const item = await t.as().create('/items', { name: t.name('item'), brandId: brand.id });
      t.requireStatus(await t.as().patch(`/brands/${brand.id}`, { status: 0 }), 200);
      const { data } = await t.as().page(`/items?brandId=${brand.id}`);
      t.equal(
        data.map(({ id, status, version }) => [id, status, version]),
        [[item.id, 1, 1]],
        'its item',
      );
    },
  ),
];
