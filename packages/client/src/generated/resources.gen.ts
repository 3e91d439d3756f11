// Generated from openapi/openapi.yaml: change that, then run `pnpm generate`.

import { operation } from '../call.ts';
import type {
  BatchItemsData,
  BatchItemsResponses,
  CreateBrandData,
  CreateBrandResponses,
  CreateCategoryData,
  CreateCategoryResponses,
  CreateItemData,
  CreateItemResponses,
  CreateMenuWithItemsData,
  CreateMenuWithItemsResponses,
  CreateModifierData,
  CreateModifierResponses,
  CreatePurchaseOrderData,
  CreatePurchaseOrderResponses,
  CreateStockAdjustmentData,
  CreateStockAdjustmentResponses,
  CreateStockTransferData,
  CreateStockTransferResponses,
  GetBrandData,
  GetBrandResponses,
  GetCategoryData,
  GetCategoryResponses,
  GetDailySalesData,
  GetDailySalesResponses,
  GetItemData,
  GetItemResponses,
  GetItemStockData,
  GetItemStockResponses,
  GetMenuFullData,
  GetMenuFullResponses,
  GetModifierFullData,
  GetModifierFullResponses,
  GetPurchaseOrderData,
  GetPurchaseOrderResponses,
  GetStockAdjustmentData,
  GetStockAdjustmentResponses,
  GetStockTransferData,
  GetStockTransferResponses,
  GetStoreData,
  GetStoreResponses,
  GetSupplierData,
  GetSupplierResponses,
  ListBrandsData,
  ListBrandsResponses,
  ListCategoriesData,
  ListCategoriesResponses,
  ListChangesData,
  ListChangesResponses,
  ListItemsData,
  ListItemsResponses,
  ListMenusData,
  ListMenusResponses,
  ListModifiersData,
  ListModifiersResponses,
  ListOpenOrdersData,
  ListOpenOrdersResponses,
  ListPurchaseOrdersData,
  ListPurchaseOrdersResponses,
  ListSalesByItemData,
  ListSalesByItemResponses,
  ListStockAdjustmentsData,
  ListStockAdjustmentsResponses,
  ListStockMovementsData,
  ListStockMovementsResponses,
  ListStockOnHandData,
  ListStockOnHandResponses,
  ListStockTransfersData,
  ListStockTransfersResponses,
  ListStoresData,
  ListStoresResponses,
  ListSuppliersData,
  ListSuppliersResponses,
  ListTaxesData,
  ListTaxesResponses,
  ReceivePurchaseOrderData,
  ReceivePurchaseOrderResponses,
  ReceiveStockTransferData,
  ReceiveStockTransferResponses,
  UpdateBrandData,
  UpdateBrandResponses,
  UpdateCategoryData,
  UpdateCategoryResponses,
  UpdateItemData,
  UpdateItemResponses,
  UpdateMenuWithItemsData,
  UpdateMenuWithItemsResponses,
  UpdateModifierData,
  UpdateModifierResponses,
  UpdatePurchaseOrderData,
  UpdatePurchaseOrderResponses,
  UpdateStockAdjustmentData,
  UpdateStockAdjustmentResponses,
  UpdateStockTransferData,
  UpdateStockTransferResponses,
} from './types.gen.ts';

const batchItems = operation<BatchItemsData, BatchItemsResponses>('POST', '/items/batch');
const createBrand = operation<CreateBrandData, CreateBrandResponses>('POST', '/brands');
const createCategory = operation<CreateCategoryData, CreateCategoryResponses>('POST', '/categories');
const createItem = operation<CreateItemData, CreateItemResponses>('POST', '/items');
const createMenuWithItems = operation<CreateMenuWithItemsData, CreateMenuWithItemsResponses>('POST', '/menus/create-with-items');
const createModifier = operation<CreateModifierData, CreateModifierResponses>('POST', '/modifiers');
const createPurchaseOrder = operation<CreatePurchaseOrderData, CreatePurchaseOrderResponses>('POST', '/purchase-orders');
const createStockAdjustment = operation<CreateStockAdjustmentData, CreateStockAdjustmentResponses>('POST', '/stock-adjustments');
const createStockTransfer = operation<CreateStockTransferData, CreateStockTransferResponses>('POST', '/stock-transfers');
const getBrand = operation<GetBrandData, GetBrandResponses>('GET', '/brands/{id}');
const getCategory = operation<GetCategoryData, GetCategoryResponses>('GET', '/categories/{id}');
const getDailySales = operation<GetDailySalesData, GetDailySalesResponses>('GET', '/reports/daily-sales');
const getItem = operation<GetItemData, GetItemResponses>('GET', '/items/{id}');
const getItemStock = operation<GetItemStockData, GetItemStockResponses>('GET', '/items/{id}/stock');
const getMenuFull = operation<GetMenuFullData, GetMenuFullResponses>('GET', '/menus/{id}/full');
const getModifierFull = operation<GetModifierFullData, GetModifierFullResponses>('GET', '/modifiers/{id}/full');
const getPurchaseOrder = operation<GetPurchaseOrderData, GetPurchaseOrderResponses>('GET', '/purchase-orders/{id}');
const getStockAdjustment = operation<GetStockAdjustmentData, GetStockAdjustmentResponses>('GET', '/stock-adjustments/{id}');
const getStockTransfer = operation<GetStockTransferData, GetStockTransferResponses>('GET', '/stock-transfers/{id}');
const getStore = operation<GetStoreData, GetStoreResponses>('GET', '/stores/{id}');
const getSupplier = operation<GetSupplierData, GetSupplierResponses>('GET', '/suppliers/{id}');
const listBrands = operation<ListBrandsData, ListBrandsResponses>('GET', '/brands');
const listCategories = operation<ListCategoriesData, ListCategoriesResponses>('GET', '/categories');
const listChanges = operation<ListChangesData, ListChangesResponses>('GET', '/changes');
const listItems = operation<ListItemsData, ListItemsResponses>('GET', '/items');
const listMenus = operation<ListMenusData, ListMenusResponses>('GET', '/menus');
const listModifiers = operation<ListModifiersData, ListModifiersResponses>('GET', '/modifiers');
const listOpenOrders = operation<ListOpenOrdersData, ListOpenOrdersResponses>('GET', '/stores/{id}/open-orders');
const listPurchaseOrders = operation<ListPurchaseOrdersData, ListPurchaseOrdersResponses>('GET', '/purchase-orders');
const listSalesByItem = operation<ListSalesByItemData, ListSalesByItemResponses>('GET', '/reports/sales-by-item');
const listStockAdjustments = operation<ListStockAdjustmentsData, ListStockAdjustmentsResponses>('GET', '/stock-adjustments');
const listStockMovements = operation<ListStockMovementsData, ListStockMovementsResponses>('GET', '/stock-movements');
const listStockOnHand = operation<ListStockOnHandData, ListStockOnHandResponses>('GET', '/reports/stock-on-hand');
const listStockTransfers = operation<ListStockTransfersData, ListStockTransfersResponses>('GET', '/stock-transfers');
const listStores = operation<ListStoresData, ListStoresResponses>('GET', '/stores');
const listSuppliers = operation<ListSuppliersData, ListSuppliersResponses>('GET', '/suppliers');
const listTaxes = operation<ListTaxesData, ListTaxesResponses>('GET', '/taxes');
const receivePurchaseOrder = operation<ReceivePurchaseOrderData, ReceivePurchaseOrderResponses>('PATCH', '/purchase-orders/{id}/receive');
const receiveStockTransfer = operation<ReceiveStockTransferData, ReceiveStockTransferResponses>('PATCH', '/stock-transfers/{id}/receive');
const updateBrand = operation<UpdateBrandData, UpdateBrandResponses>('PATCH', '/brands/{id}');
const updateCategory = operation<UpdateCategoryData, UpdateCategoryResponses>('PATCH', '/categories/{id}');
const updateItem = operation<UpdateItemData, UpdateItemResponses>('PATCH', '/items/{id}');
const updateMenuWithItems = operation<UpdateMenuWithItemsData, UpdateMenuWithItemsResponses>('PATCH', '/menus/{id}/update-with-items');
const updateModifier = operation<UpdateModifierData, UpdateModifierResponses>('PATCH', '/modifiers/{id}');
const updatePurchaseOrder = operation<UpdatePurchaseOrderData, UpdatePurchaseOrderResponses>('PATCH', '/purchase-orders/{id}');
const updateStockAdjustment = operation<UpdateStockAdjustmentData, UpdateStockAdjustmentResponses>('PATCH', '/stock-adjustments/{id}');
const updateStockTransfer = operation<UpdateStockTransferData, UpdateStockTransferResponses>('PATCH', '/stock-transfers/{id}');

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
     * Requests the next page only when the loop reaches it.
     */
    iterate: { pages: listBrands },
    /**
     * List brands, all at once
     *
     * One response with every record as of one moment. Counts as one request for each 1,000 records begun.
     */
    stream: { stream: listBrands },
    /**
     * Create a brand
     *
     * Creates a brand. Names are unique, ignoring case and accents.
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
     * Absent properties are left unchanged, null clears a nullable property, and a nested list is replaced as a whole. Deactivating a brand does not change its items.
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
     * Requests the next page only when the loop reaches it.
     */
    iterate: { pages: listCategories },
    /**
     * List categories, all at once
     *
     * One response with every record as of one moment. Counts as one request for each 1,000 records begun.
     */
    stream: { stream: listCategories },
    /**
     * Create a category
     *
     * Creates a category, optionally under a parent. Names are unique under one parent, ignoring case and accents.
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
     * Absent properties are left unchanged, null clears a nullable property, and a nested list is replaced as a whole. A category cannot be moved under itself or one of its descendants. Deactivating a category does not change its items.
     */
    update: updateCategory,
  },
  changes: {
    /**
     * List changes
     *
     * What has changed since a cursor, in the order in which it was committed. Everything that one write changed has the same `position`, ordered by resource and id, and a change never appears before an earlier one. Without `after` the response is empty and its `nextCursor` is the present. Changes are kept for 30 days. A credential receives the changes of the records that it can read, those of a store only if it has access to that store. A page may therefore have fewer changes than `limit`, or none, with `hasMore` true: continue from its `nextCursor`. With `wait`, a request for changes that are yet to come takes until there is one.
     */
    list: listChanges,
  },
  items: {
    /**
     * List items
     *
     * One page of the merchant's items, by default newest first.
     */
    list: listItems,
    /**
     * List items, each of them
     *
     * Requests the next page only when the loop reaches it.
     */
    iterate: { pages: listItems },
    /**
     * List items, all at once
     *
     * One response with every record as of one moment. Counts as one request for each 1,000 records begun.
     */
    stream: { stream: listItems },
    /**
     * Create an item
     *
     * Creates a standard item, an item with variants, or a combo of other items. Without `itemCode` one is generated. `Location` is the item at the merchant's first store, since reading an item requires a store; for a merchant without stores it is the item's path without a store.
     */
    create: createItem,
    /**
     * Create and change many items
     *
     * Carries out up to 1000 operations in the order of the request, each by the rules of creating or changing one item. Each succeeds or fails alone, with the status and error that it would have alone; with `atomic=true`, all succeed or none does. The result of each operation has its index. A body can have up to 4 MiB. Counts in the rate limit as one request for each 100 operations begun.
     */
    batch: batchItems,
    /**
     * Read an item
     *
     * The item, with its stock across all stores and its price, stock and stock status at one store. The ETag covers the stock too.
     */
    get: getItem,
    /**
     * Change an item
     *
     * Absent properties are left unchanged, null clears a nullable property, and a nested list is replaced as a whole. Variants sent with their `id` keep it; a variant that is left out is removed, unless it has stock or is used by a document or combo. The type cannot be changed.
     */
    update: updateItem,
    /**
     * Explain an item's stock at a store
     *
     * The item's stock at one store and the movements that add up to it, latest first: at present, or at the instant `at`, and as it was known at the instant `knownAt`. Movements are counted up to 1000. The stock is included even where it is not tracked.
     */
    stock: getItemStock,
    /**
     * Explain an item's stock at a store, each of them
     *
     * Requests the next page only when the loop reaches it.
     */
    iterateStock: { pages: getItemStock },
  },
  menus: {
    /**
     * List menus
     *
     * One page of the merchant's menus, by default newest first. A row has the number of the menu's items and the ids of its stores; `GET /menus/{id}/full` has the rest.
     */
    list: listMenus,
    /**
     * List menus, each of them
     *
     * Requests the next page only when the loop reaches it.
     */
    iterate: { pages: listMenus },
    /**
     * List menus, all at once
     *
     * One response with every record as of one moment. Counts as one request for each 1,000 records begun.
     */
    stream: { stream: listMenus },
    /**
     * Create a menu with its items and stores
     *
     * Creates a menu with its items and store assignments in one atomic write.
     */
    create: createMenuWithItems,
    /**
     * Read a menu with its items and stores
     *
     * The menu with its items, each with the item's name, code, type, status and price on this menu, and the stores it is assigned to with their names. The ETag covers the items and stores too.
     */
    get: getMenuFull,
    /**
     * Change a menu with its items and stores
     *
     * Absent properties are left unchanged, null clears a nullable property, and a nested list that is sent is replaced as a whole. So `items` without one of the menu's items removes that item from the menu, an empty list removes all, and without `items` they stay; `stores` and `availability` work the same way. Each entry of a list is complete in itself: what it leaves out gets its default, not the value of an earlier entry for that item. The write is atomic.
     */
    update: updateMenuWithItems,
  },
  modifiers: {
    /**
     * List modifier groups
     *
     * One page of the merchant's modifier groups with their options, by default newest first.
     */
    list: listModifiers,
    /**
     * List modifier groups, each of them
     *
     * Requests the next page only when the loop reaches it.
     */
    iterate: { pages: listModifiers },
    /**
     * List modifier groups, all at once
     *
     * One response with every record as of one moment. Counts as one request for each 1,000 records begun.
     */
    stream: { stream: listModifiers },
    /**
     * Create a modifier group with its options
     *
     * Creates a group of options and offers it with the items in `itemIds`. Those items list the group in their `modifierIds` and get a new version and ETag. The write is atomic.
     */
    create: createModifier,
    /**
     * Change a modifier group with its options
     *
     * Absent properties are left unchanged, null clears a nullable property, and a nested list that is sent is replaced as a whole. Options sent with their `id` keep it and every property they leave out; an option that is left out is removed. `itemIds` and the `modifierIds` of items are two views of one relation: items that are added or removed change with the group and get a new version and ETag.
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
     * One page of the merchant's purchase orders, by default newest first. Voided orders are left out unless requested by `includeVoided` or `status=0`. `transactions=true` returns the supplier transactions view instead.
     */
    list: listPurchaseOrders,
    /**
     * List purchase orders, each of them
     *
     * Requests the next page only when the loop reaches it.
     */
    iterate: { pages: listPurchaseOrders },
    /**
     * List purchase orders, all at once
     *
     * One response with every record as of one moment. Counts as one request for each 1,000 records begun.
     */
    stream: { stream: listPurchaseOrders },
    /**
     * Create a purchase order
     *
     * Creates an order as a draft (`purchStatus` 0), or, with `receive=true`, creates it and receives everything (`purchStatus` 2) in one transaction. Without `orderNo` the merchant's next number is used.
     */
    create: createPurchaseOrder,
    /**
     * Read a purchase order
     *
     * The purchase order with its lines and allowed actions.
     */
    get: getPurchaseOrder,
    /**
     * Change or void a purchase order
     *
     * Absent properties are left unchanged and null clears a nullable property. `lines` replaces all lines; lines sent
     * with their `id` keep it, and the properties they leave out.
     *
     * What can be changed depends on `purchStatus`. At 0: everything. At 1: everything except the supplier, the store, and
     * the item, variant and cost of partially received lines, whose quantity may not fall below what has been received.
     * At 2: the invoice and the narration. Sending a property with its current value is not a change.
     *
     * `status: 0` voids the order as long as nothing has been received. This cannot be undone, and any further write is
     * rejected. A write that the state does not allow returns a 409 partner.state_conflict that lists the allowed actions.
     */
    update: updatePurchaseOrder,
    /**
     * Receive stock against a purchase order
     *
     * Moves stock into the order's store. Without `lines` everything outstanding is received; an empty list is rejected.
     * The order becomes received (`purchStatus` 2) when nothing is outstanding, otherwise partial (1). The cost on the
     * latest receipt, net of the line's discount, becomes the cost of the item or variant. Goods that arrived earlier are
     * received with their `receivedAt`: if the stock has been counted since, the count has them already and stays right.
     *
     * More than is outstanding on a line is a 422 partner.over_receipt, and nothing is written. A fully received or
     * voided order returns a 409 partner.state_conflict.
     */
    receive: receivePurchaseOrder,
  },
  reports: {
    /**
     * Sales by store and day
     *
     * Sales of each store on each of its business days: one row for each store and day with sales or refunds, oldest first, and the totals. A business day is a day in the store's own time zone. Amounts include tax. The report's duration does not depend on the number of sales.
     */
    dailySales: getDailySales,
    /**
     * Sales by item
     *
     * One page of the sales of each item or variant, for the requested stores and business days.
     */
    salesByItem: listSalesByItem,
    /**
     * Sales by item, each of them
     *
     * Requests the next page only when the loop reaches it.
     */
    iterateSalesByItem: { pages: listSalesByItem },
    /**
     * Sales by item, all at once
     *
     * One response with every record as of one moment. Counts as one request for each 1,000 records begun.
     */
    streamSalesByItem: { stream: listSalesByItem },
    /**
     * Stock on hand
     *
     * One page of the stock of each item or variant at each store, with its value at cost, ordered by item id.
     */
    stockOnHand: listStockOnHand,
    /**
     * Stock on hand, each of them
     *
     * Requests the next page only when the loop reaches it.
     */
    iterateStockOnHand: { pages: listStockOnHand },
    /**
     * Stock on hand, all at once
     *
     * One response with every record as of one moment. Counts as one request for each 1,000 records begun.
     */
    streamStockOnHand: { stream: listStockOnHand },
  },
  stockAdjustments: {
    /**
     * List stock adjustments
     *
     * One page of the merchant's stock adjustments, by date and then by id, by default latest first.
     */
    list: listStockAdjustments,
    /**
     * List stock adjustments, each of them
     *
     * Requests the next page only when the loop reaches it.
     */
    iterate: { pages: listStockAdjustments },
    /**
     * List stock adjustments, all at once
     *
     * One response with every record as of one moment. Counts as one request for each 1,000 records begun.
     */
    stream: { stream: listStockAdjustments },
    /**
     * Create a stock adjustment
     *
     * Creates a count, an addition or a removal. `post=true` posts it, which changes the stock; `post=false` saves it as a draft and leaves the stock unchanged. Without `adjustmentNo` one is generated.
     * A count sets the stock as of `countedAt`. What happened before and arrives later, such as the sales of a till that was offline, moves the stock at its own time and corrects the first count after it, so that every count stays right.
     */
    create: createStockAdjustment,
    /**
     * Read a stock adjustment
     *
     * The adjustment with its lines, the stock before and after it once posted, and the allowed actions.
     */
    get: getStockAdjustment,
    /**
     * Change, post or void a stock adjustment
     *
     * Absent properties are left unchanged, null clears a nullable property, and `lines` replaces all lines; a line sent with its `id` keeps it. Everything in a draft can be changed; `status: 1` posts it with the other changes applied, `status: 2` voids it. A posted adjustment can only be voided, which reverses each of its movements, corrections included, by a new one at the same instant. A voided one cannot be changed. Anything else is a 409 `partner.state_conflict`, whose `details` list the allowed actions.
     */
    update: updateStockAdjustment,
  },
  stockMovements: {
    /**
     * List stock movements
     *
     * One page of the stock ledger, by the time at which each movement happened and then by id, by default latest first. Movements are counted up to 1000, also without a filter.
     */
    list: listStockMovements,
    /**
     * List stock movements, each of them
     *
     * Requests the next page only when the loop reaches it.
     */
    iterate: { pages: listStockMovements },
    /**
     * List stock movements, all at once
     *
     * One response with every record as of one moment. Counts as one request for each 1,000 records begun.
     */
    stream: { stream: listStockMovements },
  },
  stockTransfers: {
    /**
     * List stock transfers
     *
     * One page of the merchant's stock transfers, by default newest first. Voided transfers are left out unless requested by `includeVoided` or `status=0`.
     */
    list: listStockTransfers,
    /**
     * List stock transfers, each of them
     *
     * Requests the next page only when the loop reaches it.
     */
    iterate: { pages: listStockTransfers },
    /**
     * List stock transfers, all at once
     *
     * One response with every record as of one moment. Counts as one request for each 1,000 records begun.
     */
    stream: { stream: listStockTransfers },
    /**
     * Create a stock transfer
     *
     * Creates a transfer between two stores as a draft, or, with `receive=true`, creates it and receives everything, which moves the stock. Without `transferNo` one is generated.
     */
    create: createStockTransfer,
    /**
     * Read a stock transfer
     *
     * The transfer with its lines, their received quantities, and the allowed actions.
     */
    get: getStockTransfer,
    /**
     * Change or void a stock transfer
     *
     * Absent properties are left unchanged, null clears a nullable property, and `lines` replaces all lines; a line sent with its `id` keeps it. Everything in a draft can be changed. Once something has been received, the stores and the item and variant of received lines are fixed, no quantity may fall below what has been received, and received lines must stay. Once everything has been received, only `narration` can be changed. Sending a property with its current value is not a change. `status: 0` voids a transfer of which nothing has been received; this cannot be undone. Anything else is a 409 `partner.state_conflict`, whose `details` list the allowed actions.
     */
    update: updateStockTransfer,
    /**
     * Receive stock against a transfer
     *
     * Moves the received quantities out of `fromStoreId` and into `toStoreId` atomically. Without `lines` everything outstanding is received; an empty list is rejected. More than is outstanding on a line is a 422 `partner.over_receipt`, and nothing is written. Goods that arrived earlier are received with their `receivedAt`.
     */
    receive: receiveStockTransfer,
  },
  stores: {
    /**
     * List stores
     *
     * One page of the merchant's stores, whose ids other operations use. Maintained in the merchant's back office.
     */
    list: listStores,
    /**
     * List stores, each of them
     *
     * Requests the next page only when the loop reaches it.
     */
    iterate: { pages: listStores },
    /**
     * List stores, all at once
     *
     * One response with every record as of one moment. Counts as one request for each 1,000 records begun.
     */
    stream: { stream: listStores },
    /**
     * Read a store
     *
     * One store.
     */
    get: getStore,
    /**
     * List open orders of a store
     *
     * One page of a store's open orders, by default newest first. An order leaves the list when it is paid or abandoned. Maintained in the merchant's back office.
     */
    openOrders: listOpenOrders,
    /**
     * List open orders of a store, each of them
     *
     * Requests the next page only when the loop reaches it.
     */
    iterateOpenOrders: { pages: listOpenOrders },
    /**
     * List open orders of a store, all at once
     *
     * One response with every record as of one moment. Counts as one request for each 1,000 records begun.
     */
    streamOpenOrders: { stream: listOpenOrders },
  },
  suppliers: {
    /**
     * List suppliers
     *
     * One page of the merchant's suppliers, whose ids other operations use. Maintained in the merchant's back office.
     */
    list: listSuppliers,
    /**
     * List suppliers, each of them
     *
     * Requests the next page only when the loop reaches it.
     */
    iterate: { pages: listSuppliers },
    /**
     * List suppliers, all at once
     *
     * One response with every record as of one moment. Counts as one request for each 1,000 records begun.
     */
    stream: { stream: listSuppliers },
    /**
     * Read a supplier
     *
     * One supplier.
     */
    get: getSupplier,
  },
  taxes: {
    /**
     * List taxes
     *
     * One page of the merchant's taxes, whose ids other operations use. Maintained in the merchant's back office.
     */
    list: listTaxes,
    /**
     * List taxes, each of them
     *
     * Requests the next page only when the loop reaches it.
     */
    iterate: { pages: listTaxes },
    /**
     * List taxes, all at once
     *
     * One response with every record as of one moment. Counts as one request for each 1,000 records begun.
     */
    stream: { stream: listTaxes },
  },
};
