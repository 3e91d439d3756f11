// Generated from openapi/openapi.yaml: change that, then run `pnpm generate`.

import {
  createBrand,
  createCategory,
  createItem,
  createMenuWithItems,
  createModifier,
  createPurchaseOrder,
  createStockAdjustment,
  createStockTransfer,
  getBrand,
  getCategory,
  getDailySales,
  getItem,
  getItemStock,
  getMenuFull,
  getModifierFull,
  getPurchaseOrder,
  getStockAdjustment,
  getStockTransfer,
  getStore,
  getSupplier,
  listBrands,
  listCategories,
  listItems,
  listMenus,
  listModifiers,
  listOpenOrders,
  listPurchaseOrders,
  listSalesByItem,
  listStockAdjustments,
  listStockOnHand,
  listStockTransfers,
  listStores,
  listSuppliers,
  listTaxes,
  receivePurchaseOrder,
  receiveStockTransfer,
  updateBrand,
  updateCategory,
  updateItem,
  updateMenuWithItems,
  updateModifier,
  updatePurchaseOrder,
  updateStockAdjustment,
  updateStockTransfer,
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
     * Creates a standard item, an item with variants, or a combo of other items. Without `itemCode` one is generated. `Location` reads the item as it stands at the merchant's first store, since a read names one; for a merchant without stores it is the item's path alone.
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
    /**
     * Explain an item's stock at a store
     *
     * Extension: what is on hand of the item at one store, and the movements that add up to it, newest first. Movements are counted up to 1000. What is on hand is given even where stock is not tracked.
     */
    stock: getItemStock,
    /**
     * Explain an item's stock at a store, each of them
     *
     * Asks for a further page when the loop gets there, and not before.
     */
    iterateStock: { pages: getItemStock },
  },
  menus: {
    /**
     * List menus
     *
     * One page of the merchant's menus, newest first unless told otherwise. A row tells how many items the menu has and the ids of its stores; `GET /menus/{id}/full` tells the rest.
     */
    list: listMenus,
    /**
     * List menus, each of them
     *
     * Asks for a further page when the loop gets there, and not before.
     */
    iterate: { pages: listMenus },
    /**
     * Create a menu with its items and stores
     *
     * Creates a menu, its items and its store assignments in one step: all of it is written, or nothing.
     */
    create: createMenuWithItems,
    /**
     * Read a menu with its items and stores
     *
     * The menu with its items, each with the item's name, code, type, status and the price it has on this menu, and the stores it is assigned to with their names. The ETag covers the items and stores too.
     */
    get: getMenuFull,
    /**
     * Change a menu with its items and stores
     *
     * Properties that are absent stay as they are, null clears a property that may be empty, and a nested list that is sent is replaced whole. So `items` without one of the menu's items takes that item off the menu, an empty list takes off all, and without `items` the menu keeps them as they are; likewise `stores` and `availability`. An entry of a list that is sent stands for itself: what it leaves out has its default, not what an earlier entry of that item had. All of it is written, or nothing.
     */
    update: updateMenuWithItems,
  },
  modifiers: {
    /**
     * List modifier groups
     *
     * One page of the merchant's modifier groups with their options, newest first unless told otherwise.
     */
    list: listModifiers,
    /**
     * List modifier groups, each of them
     *
     * Asks for a further page when the loop gets there, and not before.
     */
    iterate: { pages: listModifiers },
    /**
     * Create a modifier group with its options
     *
     * Creates a group of options and offers it with the items of `itemIds`. Those items gain the group in their `modifierIds`, a new version and a new ETag. All of it is written, or nothing.
     */
    create: createModifier,
    /**
     * Change a modifier group with its options
     *
     * Properties that are absent stay as they are, null clears a property that may be empty, and a nested list that is sent is replaced whole. Options keep their `id` when it is sent with them, and then what they leave out stays as it was; an option that is left out is removed. `itemIds` and the `modifierIds` of items are two views of one relation: items that join or leave change with the group, and have a new version and ETag.
     */
    update: updateModifier,
    /**
     * Read a modifier group with its options and items
     *
     * The group with its options and the items it is offered with, each with its name. The ETag covers the items too.
     */
    get: getModifierFull,
  },
  purchaseOrders: {
    /**
     * List purchase orders
     *
     * One page of the merchant's purchase orders, newest first unless told otherwise. Voided orders are left out unless `includeVoided` or `status=0` asks for them. With `transactions=true` it is the supplier transactions view instead.
     */
    list: listPurchaseOrders,
    /**
     * List purchase orders, each of them
     *
     * Asks for a further page when the loop gets there, and not before.
     */
    iterate: { pages: listPurchaseOrders },
    /**
     * Create a purchase order
     *
     * Creates an order as a draft (`purchStatus` 0), or with `receive=true` creates it and receives everything at once (`purchStatus` 2), in one transaction. Without `orderNo` the merchant's next number is taken.
     */
    create: createPurchaseOrder,
    /**
     * Read a purchase order
     *
     * The purchase order with its lines and what its state allows.
     */
    get: getPurchaseOrder,
    /**
     * Change or void a purchase order
     *
     * Properties that are absent stay as they are, null clears a property that may be empty. `lines` replaces the lines
     * whole; lines sent with their `id` keep it, and with it what they do not name.
     *
     * What may change depends on `purchStatus`: at 0 anything; at 1 everything but the supplier, the store, and the
     * item, variant and cost of lines that have been received in part, whose quantity cannot fall below what was
     * received; at 2 the invoice and the narration. A property sent with the value it has is no change.
     *
     * `status: 0` voids the order, while nothing has been received. That cannot be undone, and any further write is
     * refused. A refusal by state is a 409 partner.state_conflict that says what is allowed.
     */
    update: updatePurchaseOrder,
    /**
     * Receive stock against a purchase order
     *
     * Moves stock into the order's store. Without `lines` everything outstanding is received; an empty list is refused.
     * The order is received (`purchStatus` 2) when nothing is outstanding, else partial (1). The cost of the last
     * receipt becomes the item's cost, or the variant's.
     *
     * More than is outstanding on a line is refused with 422 partner.over_receipt and nothing is written. An order
     * that has been received whole, or voided, answers 409 partner.state_conflict.
     */
    receive: receivePurchaseOrder,
  },
  reports: {
    /**
     * Sales by store and day
     *
     * What each store took on each of its business days, a row a store and day that has sales or refunds, oldest first, and the totals. A business day is a day in the store's own time zone. Amounts include tax; the cost of the report does not grow with the number of sales.
     */
    dailySales: getDailySales,
    /**
     * Sales by item
     *
     * Extension: one page of what was sold of each item, or each variant of it, over the stores and business days asked for.
     */
    salesByItem: listSalesByItem,
    /**
     * Sales by item, each of them
     *
     * Asks for a further page when the loop gets there, and not before.
     */
    iterateSalesByItem: { pages: listSalesByItem },
    /**
     * Stock on hand
     *
     * Extension: one page of what is on hand of each item, or each variant of it, at each store, with its value at cost, in the order of the items' ids.
     */
    stockOnHand: listStockOnHand,
    /**
     * Stock on hand, each of them
     *
     * Asks for a further page when the loop gets there, and not before.
     */
    iterateStockOnHand: { pages: listStockOnHand },
  },
  stockAdjustments: {
    /**
     * List stock adjustments
     *
     * One page of the merchant's stock adjustments, by date and then by id, the latest first unless told otherwise.
     */
    list: listStockAdjustments,
    /**
     * List stock adjustments, each of them
     *
     * Asks for a further page when the loop gets there, and not before.
     */
    iterate: { pages: listStockAdjustments },
    /**
     * Create a stock adjustment
     *
     * Writes a count, an addition or a removal. With `post=true` it is posted, which changes the stock; with `post=false` it is saved as a draft and the stock stays as it is. Without `adjustmentNo` one is generated.
     */
    create: createStockAdjustment,
    /**
     * Read a stock adjustment
     *
     * The adjustment with its lines, the stock before and after once it is posted, and what may be done with it now.
     */
    get: getStockAdjustment,
    /**
     * Change, post or void a stock adjustment
     *
     * Properties that are absent stay as they are, null clears a property that may be empty, and `lines` replaces the lines whole; a line keeps its `id` when it is sent with it. A draft may be changed in everything; `status: 1` posts it as it is after the other changes, `status: 2` voids it. A posted adjustment can be voided and nothing else: that takes its change of stock back by movements of its own. A voided one stays as it is. Anything else is 409 `partner.state_conflict`, whose `details` list what is allowed.
     */
    update: updateStockAdjustment,
  },
  stockTransfers: {
    /**
     * List stock transfers
     *
     * One page of the merchant's stock transfers, newest first unless told otherwise. Voided ones are hidden unless `includeVoided` or `status=0` asks for them.
     */
    list: listStockTransfers,
    /**
     * List stock transfers, each of them
     *
     * Asks for a further page when the loop gets there, and not before.
     */
    iterate: { pages: listStockTransfers },
    /**
     * Create a stock transfer
     *
     * Writes a transfer between two stores as a draft; with `receive=true` everything on it is received in the same call, which moves the stock. Without `transferNo` one is generated.
     */
    create: createStockTransfer,
    /**
     * Read a stock transfer
     *
     * The transfer with its lines, what has been received of each, and what may be done with it now.
     */
    get: getStockTransfer,
    /**
     * Change or void a stock transfer
     *
     * Properties that are absent stay as they are, null clears a property that may be empty, and `lines` replaces the lines whole; a line keeps its `id` when it is sent with it. A draft may be changed in everything. Once something is received, the stores and what the received lines move are fixed, no quantity falls below what is received, and received lines stay. Once all is received, only `narration` may change. A property sent with the value it has is no change. `status: 0` voids a transfer of which nothing is received, for good. Anything else is 409 `partner.state_conflict`, whose `details` list what is allowed.
     */
    update: updateStockTransfer,
    /**
     * Receive stock against a transfer
     *
     * Moves what arrives out of `fromStoreId` and into `toStoreId`, both or neither. Without `lines` everything outstanding is received; an empty list is refused. More than is outstanding of a line is 422 `partner.over_receipt`, and nothing is written.
     */
    receive: receiveStockTransfer,
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
    /**
     * List open orders of a store
     *
     * Extension: one page of the orders that are open at a store, newest first unless told otherwise. An order that is paid or abandoned leaves the list. Written by the merchant's back office alone.
     */
    openOrders: listOpenOrders,
    /**
     * List open orders of a store, each of them
     *
     * Asks for a further page when the loop gets there, and not before.
     */
    iterateOpenOrders: { pages: listOpenOrders },
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
