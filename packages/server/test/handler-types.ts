// Checked only by the compiler: code that must not compile does not. If an expected error disappears, the build fails.
import type { Brand, BrandList, Category } from '../src/contract/generated/types.gen.ts';
import type { JsonText } from '../src/database/statement.ts';
import { created, type Handlers, ok } from '../src/records/handlers.ts';

declare const brand: JsonText<Brand>;
declare const category: JsonText<Category>;
declare const list: JsonText<BrandList>;

type BrandHandlers = Handlers<'listBrands' | 'createBrand' | 'getBrand'>;

export const right: BrandHandlers = {
  listBrands: async () => ok(list),
  createBrand: async () => created({ doc: brand }, '/brands/1'),
  getBrand: async () => ok({ doc: brand, version: 1 }),
};

// @ts-expect-error an operation is missing
export const missing: BrandHandlers = { listBrands: right.listBrands, createBrand: right.createBrand };

// @ts-expect-error createBrand declares 201, not 200
export const undeclaredStatus: BrandHandlers = { ...right, createBrand: async () => ok({ doc: brand, version: 1 }) };

// @ts-expect-error getBrand returns a brand, not a category
export const wrongBody: BrandHandlers = { ...right, getBrand: async () => ok({ doc: category, version: 1 }) };

// @ts-expect-error listBrands returns a list
export const wrongList: BrandHandlers = { ...right, listBrands: async () => ok(brand) };

// @ts-expect-error plain text is not the JSON text of a brand
export const anyText: BrandHandlers = { ...right, getBrand: async () => ok<Brand>({ doc: '{}', version: 1 }) };

export const wrongParameter: BrandHandlers = {
  ...right,
  // @ts-expect-error the contract has no such path parameter
  getBrand: async ({ path }) => ok({ doc: brand, version: path.brandId }),
};
