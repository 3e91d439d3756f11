// Generated from openapi/openapi.yaml: change that, then run `pnpm generate`.

import {
  createBrand,
  createCategory,
  createItem,
  getBrand,
  getCategory,
  getItem,
  getStore,
  getSupplier,
  listBrands,
  listCategories,
  listItems,
  listStores,
  listSuppliers,
  listTaxes,
  updateBrand,
  updateCategory,
  updateItem,
} from './sdk.gen.ts';

export const resources = {
  brands: {
    /**
     * List brands
     *
     * One page of the merchant's brands.
     */
    list: listBrands,
    /**
     * List brands, each of them
     *
     * Asks for a further page when the loop gets there, and not before.
     */
    iterate: { pages: listBrands },
    /**
     * Create a brand
     *
     * Creates a brand. Names are unique, whatever their case.
     */
    create: createBrand,
    /**
     * Read a brand
     *
     * One brand.
     */
    get: getBrand,
    /**
     * Change a brand
     *
     * Properties that are absent stay as they are, null clears a property that may be empty, and a nested list is replaced whole. Deactivating a brand leaves its items as they are.
     */
    update: updateBrand,
  },
  categories: {
    /**
     * List categories
     *
     * One page of the merchant's categories (item groups).
     */
    list: listCategories,
    /**
     * List categories, each of them
     *
     * Asks for a further page when the loop gets there, and not before.
     */
    iterate: { pages: listCategories },
    /**
     * Create a category
     *
     * Creates a category, under a parent if one is named. Names are unique under one parent, whatever their case.
     */
    create: createCategory,
    /**
     * Read a category
     *
     * One category.
     */
    get: getCategory,
    /**
     * Change a category
     *
     * Properties that are absent stay as they are, null clears a property that may be empty, and a nested list is replaced whole. A category cannot be moved under itself or under one of its own descendants. Deactivating a category leaves its items as they are.
     */
    update: updateCategory,
  },
  items: {
    /**
     * List items
     *
     * One page of the merchant's items, newest first unless told otherwise.
     */
    list: listItems,
    /**
     * List items, each of them
     *
     * Asks for a further page when the loop gets there, and not before.
     */
    iterate: { pages: listItems },
    /**
     * Create an item
     *
     * Creates a standard item, an item with variants, or a combo of other items. Without `itemCode` one is generated.
     */
    create: createItem,
    /**
     * Read an item
     *
     * The item, with its stock over all stores and what holds at one store: the price there, the stock and its state. The ETag covers the stock too.
     */
    get: getItem,
    /**
     * Change an item
     *
     * Properties that are absent stay as they are, null clears a property that may be empty, and a nested list is replaced whole. Variants keep their `id` when it is sent with them; a variant that is left out is removed, unless stock or a combo still refers to it. The type cannot change.
     */
    update: updateItem,
  },
  stores: {
    /**
     * List stores
     *
     * Extension: one page of the merchant's stores, whose ids other operations take. Written by the merchant's back office alone.
     */
    list: listStores,
    /**
     * List stores, each of them
     *
     * Asks for a further page when the loop gets there, and not before.
     */
    iterate: { pages: listStores },
    /**
     * Read a store
     *
     * Extension: one store.
     */
    get: getStore,
  },
  suppliers: {
    /**
     * List suppliers
     *
     * Extension: one page of the merchant's suppliers, whose ids other operations take. Written by the merchant's back office alone.
     */
    list: listSuppliers,
    /**
     * List suppliers, each of them
     *
     * Asks for a further page when the loop gets there, and not before.
     */
    iterate: { pages: listSuppliers },
    /**
     * Read a supplier
     *
     * Extension: one supplier.
     */
    get: getSupplier,
  },
  taxes: {
    /**
     * List taxes
     *
     * Extension: one page of the merchant's taxes, whose ids other operations take. Written by the merchant's back office alone.
     */
    list: listTaxes,
    /**
     * List taxes, each of them
     *
     * Asks for a further page when the loop gets there, and not before.
     */
    iterate: { pages: listTaxes },
  },
};
