import type { Case } from '../../../engine/case.ts';
import { pinned } from './pinned.ts';

export const PINNED_BRANDS: readonly Case[] = [
  pinned('brands', 'a brand is created, changed, repeated, listed and read as the specification says', async (s) => {
    const name = s.name();
    const { id } = await s.post('/brands', { name: ` ${name} `, description: null, externalId: name });
    await s.get(`/brands/${id}`);
    await s.post('/brands', { name: name.toUpperCase() });
    await s.post('/brands', { name: s.name(), externalId: name });
    await s.post('/brands', { nam: 3, status: 7 });
    for (const description of ['a', 'a', 'b'])
      await s.patch(`/brands/${id}`, { description }, { 'Idempotency-Key': name });
    await s.patch(`/brands/${id}`, { description: 'c' }, { 'If-Match': '"1"' });
    await s.patch(`/brands/${id}`, { description: 'c', version: 1 }, { 'If-Match': '"2"' });
    await s.patch(`/brands/${id}?dryRun=true`, { description: 'd' });
    await s.patch(`/brands/${id}`, { externalId: null }, { 'If-Match': '"2"' });
    await s.get(`/brands?search=${name}&status=1`);
    await s.get('/brands?limit=3&sort=name&order=asc');
    const { pagination } = await s.get('/brands?limit=1&sort=name');
    const { nextCursor } = pagination as { nextCursor: string };
    await s.get(`/brands?limit=2&sort=name&cursor=${nextCursor}`);
    await s.get(`/brands?limit=2&sort=name&order=asc&cursor=${nextCursor}`);
    await s.get('/brands/999999999');
    await s.get('/brands?foo=1&limit=200');
  }),
];
