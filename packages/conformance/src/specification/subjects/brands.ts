import type { Handlers } from '../call.ts';
import { change, create, list, type RecordKind, read, unique, uniqueExternalId } from '../records.ts';
import { folded } from '../text.ts';

const BRANDS: RecordKind = {
  table: 'brands',
  defaults: () => ({ status: 1, description: null }),
  rules: [unique('brands', '/name', 'brands.unique_name', ({ name }) => folded(name)), uniqueExternalId('brands')],
};

export const BRAND_HANDLERS: Handlers = {
  listBrands: list(BRANDS),
  getBrand: read(BRANDS),
  createBrand: create(BRANDS),
  updateBrand: change(BRANDS),
};
