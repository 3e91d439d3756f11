import type { Brand, BrandCreate, BrandUpdate } from '../contract/generated/types.gen.ts';
import type { Handlers } from './handlers.ts';
import { records } from './simple-records.ts';

export const BRANDS = records<Brand, BrandCreate, BrandUpdate>({
  noun: 'brand',
  table: 'brands',
  resource: 'brands',
  path: '/brands',
  columns: { status: 'smallint', name: 'text', description: 'text', externalId: 'text' },
  defaults: { status: 1, description: null, externalId: null },
  uniqueName: {},
});

export const brandHandlers = {
  listBrands: BRANDS.list,
  createBrand: BRANDS.post,
  getBrand: BRANDS.get,
  updateBrand: BRANDS.patch,
} satisfies Partial<Handlers>;
