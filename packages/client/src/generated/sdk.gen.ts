// Generated from openapi/openapi.yaml: change that, then run `pnpm generate`.

import type { Client, ClientMeta, Options as Options2, RequestResult, TDataShape } from './client/index.ts';
import type { BatchItemsData, BatchItemsErrors, BatchItemsResponses, CreateBrandData, CreateBrandErrors, CreateBrandResponses, CreateCategoryData, CreateCategoryErrors, CreateCategoryResponses, CreateItemData, CreateItemErrors, CreateItemResponses, CreateMenuWithItemsData, CreateMenuWithItemsErrors, CreateMenuWithItemsResponses, CreateModifierData, CreateModifierErrors, CreateModifierResponses, CreatePurchaseOrderData, CreatePurchaseOrderErrors, CreatePurchaseOrderResponses, CreateStockAdjustmentData, CreateStockAdjustmentErrors, CreateStockAdjustmentResponses, CreateStockTransferData, CreateStockTransferErrors, CreateStockTransferResponses, CreateTokenData, CreateTokenErrors, CreateTokenResponses, GetAuthorizationServerData, GetAuthorizationServerErrors, GetAuthorizationServerResponses, GetBrandData, GetBrandErrors, GetBrandResponses, GetCategoryData, GetCategoryErrors, GetCategoryResponses, GetContractData, GetContractErrors, GetContractResponses, GetDailySalesData, GetDailySalesErrors, GetDailySalesResponses, GetItemData, GetItemErrors, GetItemResponses, GetItemStockData, GetItemStockErrors, GetItemStockResponses, GetJwksData, GetJwksErrors, GetJwksResponses, GetMenuFullData, GetMenuFullErrors, GetMenuFullResponses, GetModifierFullData, GetModifierFullErrors, GetModifierFullResponses, GetPurchaseOrderData, GetPurchaseOrderErrors, GetPurchaseOrderResponses, GetStockAdjustmentData, GetStockAdjustmentErrors, GetStockAdjustmentResponses, GetStockTransferData, GetStockTransferErrors, GetStockTransferResponses, GetStoreData, GetStoreErrors, GetStoreResponses, GetSupplierData, GetSupplierErrors, GetSupplierResponses, ListBrandsData, ListBrandsErrors, ListBrandsResponses, ListCategoriesData, ListCategoriesErrors, ListCategoriesResponses, ListChangesData, ListChangesErrors, ListChangesResponses, ListItemsData, ListItemsErrors, ListItemsResponses, ListMenusData, ListMenusErrors, ListMenusResponses, ListModifiersData, ListModifiersErrors, ListModifiersResponses, ListOpenOrdersData, ListOpenOrdersErrors, ListOpenOrdersResponses, ListPurchaseOrdersData, ListPurchaseOrdersErrors, ListPurchaseOrdersResponses, ListSalesByItemData, ListSalesByItemErrors, ListSalesByItemResponses, ListStockAdjustmentsData, ListStockAdjustmentsErrors, ListStockAdjustmentsResponses, ListStockMovementsData, ListStockMovementsErrors, ListStockMovementsResponses, ListStockOnHandData, ListStockOnHandErrors, ListStockOnHandResponses, ListStockTransfersData, ListStockTransfersErrors, ListStockTransfersResponses, ListStoresData, ListStoresErrors, ListStoresResponses, ListSuppliersData, ListSuppliersErrors, ListSuppliersResponses, ListTaxesData, ListTaxesErrors, ListTaxesResponses, MintSandboxTokenData, MintSandboxTokenErrors, MintSandboxTokenResponses, ReceivePurchaseOrderData, ReceivePurchaseOrderErrors, ReceivePurchaseOrderResponses, ReceiveStockTransferData, ReceiveStockTransferErrors, ReceiveStockTransferResponses, RevokeTokenData, RevokeTokenErrors, RevokeTokenResponses, UpdateBrandData, UpdateBrandErrors, UpdateBrandResponses, UpdateCategoryData, UpdateCategoryErrors, UpdateCategoryResponses, UpdateItemData, UpdateItemErrors, UpdateItemResponses, UpdateMenuWithItemsData, UpdateMenuWithItemsErrors, UpdateMenuWithItemsResponses, UpdateModifierData, UpdateModifierErrors, UpdateModifierResponses, UpdatePurchaseOrderData, UpdatePurchaseOrderErrors, UpdatePurchaseOrderResponses, UpdateStockAdjustmentData, UpdateStockAdjustmentErrors, UpdateStockAdjustmentResponses, UpdateStockTransferData, UpdateStockTransferErrors, UpdateStockTransferResponses } from './types.gen.ts';

export type Options<TData extends TDataShape = TDataShape, ThrowOnError extends boolean = boolean, TResponse = unknown> = Options2<TData, ThrowOnError, TResponse> & {
    /**
     * You can provide a client instance returned by `createClient()` instead of
     * individual options. This might be also useful if you want to implement a
     * custom client.
     */
    client: Client;
    /**
     * You can pass arbitrary values through the `meta` object. This can be
     * used to access values that aren't defined as part of the SDK function.
     */
    meta?: keyof ClientMeta extends never ? Record<string, unknown> : ClientMeta;
};

/**
 * Mint a sandbox token
 *
 * Issues a sandbox app an access token for one of its organization's sandbox merchants. No refresh token is issued; mint again on expiry. At most 30 requests per minute per source address (for IPv6, per /64 network), shared with client_credentials at `POST /oauth/token`; the X-RateLimit headers of this endpoint refer to that limit. Unlisted properties are ignored; a property must not be repeated; one that is empty, or null in JSON, counts as absent.
 */
export const mintSandboxToken = <ThrowOnError extends boolean = false>(options: Options<MintSandboxTokenData, ThrowOnError>): RequestResult<MintSandboxTokenResponses, MintSandboxTokenErrors, ThrowOnError> => options.client.post<MintSandboxTokenResponses, MintSandboxTokenErrors, ThrowOnError>({
    url: '/token',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Exchange a code, refresh, or mint in the sandbox
 *
 * The token endpoint of RFC 6749. The client authenticates by HTTP Basic or by `client_id` and `client_secret` in the
 * body, never by both. Unlisted fields are ignored; a field must not be repeated; a field
 * that is empty, or null in JSON, counts as absent.
 *
 * **authorization_code** exchanges the code of the consent screen, once, within 5 minutes. **refresh_token** returns a new
 * access token and a new refresh token; persist the new refresh token before using the access token. The
 * previous refresh token still returns the same successor for 30 seconds, and for 24 hours as long as neither the successor nor
 * an access token issued with it was used, so that a lost response does not cost the connection;
 * after that, or with an older one, the connection is revoked. **client_credentials** is for the sandbox and returns no
 * refresh token; it counts against the 30 mints per minute and source address, together with `POST /token`.
 *
 * Every `invalid_grant` is final for the connection: ask the merchant to connect again. `oauth.merchant_closed` is not: an
 * operator has closed the merchant. The code or refresh token is left as it was and works again once the merchant is reopened.
 *
 */
export const createToken = <ThrowOnError extends boolean = false>(options: Options<CreateTokenData, ThrowOnError>): RequestResult<CreateTokenResponses, CreateTokenErrors, ThrowOnError> => options.client.post<CreateTokenResponses, CreateTokenErrors, ThrowOnError>({
    url: '/oauth/token',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Revoke a token
 *
 * Ends a connection from the app's side (RFC 7009): any of its refresh tokens revokes the whole family immediately. Access tokens already issued stay valid until their `exp`, at most 900 seconds. Unknown, revoked and malformed tokens, and those of another app or of the app's other environment, get the same response and change nothing.
 */
export const revokeToken = <ThrowOnError extends boolean = false>(options: Options<RevokeTokenData, ThrowOnError>): RequestResult<RevokeTokenResponses, RevokeTokenErrors, ThrowOnError> => options.client.post<RevokeTokenResponses, RevokeTokenErrors, ThrowOnError>({
    url: '/oauth/revoke',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Read the authorization server's metadata
 *
 * The endpoints and the features they support (RFC 8414). The same document is at `/.well-known/oauth-authorization-server/v1` of this host, as RFC 8414 §3.1 requires.
 */
export const getAuthorizationServer = <ThrowOnError extends boolean = false>(options: Options<GetAuthorizationServerData, ThrowOnError>): RequestResult<GetAuthorizationServerResponses, GetAuthorizationServerErrors, ThrowOnError> => options.client.get<GetAuthorizationServerResponses, GetAuthorizationServerErrors, ThrowOnError>({ url: '/.well-known/oauth-authorization-server', ...options });

/**
 * Read the public keys
 *
 * The public keys that verify access tokens (RFC 7517). Clients treat tokens as opaque and do not need them.
 */
export const getJwks = <ThrowOnError extends boolean = false>(options: Options<GetJwksData, ThrowOnError>): RequestResult<GetJwksResponses, GetJwksErrors, ThrowOnError> => options.client.get<GetJwksResponses, GetJwksErrors, ThrowOnError>({ url: '/.well-known/jwks.json', ...options });

/**
 * Read this contract
 *
 * This contract as one OpenAPI 3.1 document.
 */
export const getContract = <ThrowOnError extends boolean = false>(options: Options<GetContractData, ThrowOnError>): RequestResult<GetContractResponses, GetContractErrors, ThrowOnError> => options.client.get<GetContractResponses, GetContractErrors, ThrowOnError>({ url: '/openapi.json', ...options });

/**
 * List items
 *
 * One page of the merchant's items, by default newest first.
 */
export const listItems = <ThrowOnError extends boolean = false>(options: Options<ListItemsData, ThrowOnError>): RequestResult<ListItemsResponses, ListItemsErrors, ThrowOnError> => options.client.get<ListItemsResponses, ListItemsErrors, ThrowOnError>({
    querySerializer: { parameters: { groupId: { array: { explode: false } }, ids: { array: { explode: false } } } },
    url: '/items',
    ...options
});

/**
 * Create an item
 *
 * Creates a standard item, an item with variants, or a combo of other items. Without `itemCode` one is generated. `Location` is the item at the merchant's first store, since reading an item requires a store; for a merchant without stores it is the item's path without a store.
 */
export const createItem = <ThrowOnError extends boolean = false>(options: Options<CreateItemData, ThrowOnError>): RequestResult<CreateItemResponses, CreateItemErrors, ThrowOnError> => options.client.post<CreateItemResponses, CreateItemErrors, ThrowOnError>({
    url: '/items',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Create and change many items
 *
 * Extension: carries out up to 1000 operations in the order of the request, each by the rules of creating or changing one item. Each succeeds or fails alone, with the status and error that it would have alone; with `atomic=true`, all succeed or none does. The result of each operation has its index. A body can have up to 4 MiB. Counts in the rate limit as one request for each 100 operations begun.
 */
export const batchItems = <ThrowOnError extends boolean = false>(options: Options<BatchItemsData, ThrowOnError>): RequestResult<BatchItemsResponses, BatchItemsErrors, ThrowOnError> => options.client.post<BatchItemsResponses, BatchItemsErrors, ThrowOnError>({
    url: '/items/batch',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Read an item
 *
 * The item, with its stock across all stores and its price, stock and stock status at one store. The ETag covers the stock too.
 */
export const getItem = <ThrowOnError extends boolean = false>(options: Options<GetItemData, ThrowOnError>): RequestResult<GetItemResponses, GetItemErrors, ThrowOnError> => options.client.get<GetItemResponses, GetItemErrors, ThrowOnError>({ url: '/items/{id}', ...options });

/**
 * Change an item
 *
 * Absent properties are left unchanged, null clears a nullable property, and a nested list is replaced as a whole. Variants sent with their `id` keep it; a variant that is left out is removed, unless it has stock or is used by a document or combo. The type cannot be changed.
 */
export const updateItem = <ThrowOnError extends boolean = false>(options: Options<UpdateItemData, ThrowOnError>): RequestResult<UpdateItemResponses, UpdateItemErrors, ThrowOnError> => options.client.patch<UpdateItemResponses, UpdateItemErrors, ThrowOnError>({
    url: '/items/{id}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Explain an item's stock at a store
 *
 * Extension: the item's stock at one store and the movements that add up to it, latest first: at present, or at the instant `at`, and as it was known at the instant `knownAt`. Movements are counted up to 1000. The stock is included even where it is not tracked.
 */
export const getItemStock = <ThrowOnError extends boolean = false>(options: Options<GetItemStockData, ThrowOnError>): RequestResult<GetItemStockResponses, GetItemStockErrors, ThrowOnError> => options.client.get<GetItemStockResponses, GetItemStockErrors, ThrowOnError>({ url: '/items/{id}/stock', ...options });

/**
 * List categories
 *
 * One page of the merchant's categories (item groups).
 */
export const listCategories = <ThrowOnError extends boolean = false>(options: Options<ListCategoriesData, ThrowOnError>): RequestResult<ListCategoriesResponses, ListCategoriesErrors, ThrowOnError> => options.client.get<ListCategoriesResponses, ListCategoriesErrors, ThrowOnError>({
    querySerializer: { parameters: { ids: { array: { explode: false } } } },
    url: '/categories',
    ...options
});

/**
 * Create a category
 *
 * Creates a category, optionally under a parent. Names are unique under one parent, ignoring case and accents.
 */
export const createCategory = <ThrowOnError extends boolean = false>(options: Options<CreateCategoryData, ThrowOnError>): RequestResult<CreateCategoryResponses, CreateCategoryErrors, ThrowOnError> => options.client.post<CreateCategoryResponses, CreateCategoryErrors, ThrowOnError>({
    url: '/categories',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Read a category
 *
 * One category.
 */
export const getCategory = <ThrowOnError extends boolean = false>(options: Options<GetCategoryData, ThrowOnError>): RequestResult<GetCategoryResponses, GetCategoryErrors, ThrowOnError> => options.client.get<GetCategoryResponses, GetCategoryErrors, ThrowOnError>({ url: '/categories/{id}', ...options });

/**
 * Change a category
 *
 * Absent properties are left unchanged, null clears a nullable property, and a nested list is replaced as a whole. A category cannot be moved under itself or one of its descendants. Deactivating a category does not change its items.
 */
export const updateCategory = <ThrowOnError extends boolean = false>(options: Options<UpdateCategoryData, ThrowOnError>): RequestResult<UpdateCategoryResponses, UpdateCategoryErrors, ThrowOnError> => options.client.patch<UpdateCategoryResponses, UpdateCategoryErrors, ThrowOnError>({
    url: '/categories/{id}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * List brands
 *
 * One page of the merchant's brands.
 */
export const listBrands = <ThrowOnError extends boolean = false>(options: Options<ListBrandsData, ThrowOnError>): RequestResult<ListBrandsResponses, ListBrandsErrors, ThrowOnError> => options.client.get<ListBrandsResponses, ListBrandsErrors, ThrowOnError>({
    querySerializer: { parameters: { ids: { array: { explode: false } } } },
    url: '/brands',
    ...options
});

/**
 * Create a brand
 *
 * Creates a brand. Names are unique, ignoring case and accents.
 */
export const createBrand = <ThrowOnError extends boolean = false>(options: Options<CreateBrandData, ThrowOnError>): RequestResult<CreateBrandResponses, CreateBrandErrors, ThrowOnError> => options.client.post<CreateBrandResponses, CreateBrandErrors, ThrowOnError>({
    url: '/brands',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Read a brand
 *
 * One brand.
 */
export const getBrand = <ThrowOnError extends boolean = false>(options: Options<GetBrandData, ThrowOnError>): RequestResult<GetBrandResponses, GetBrandErrors, ThrowOnError> => options.client.get<GetBrandResponses, GetBrandErrors, ThrowOnError>({ url: '/brands/{id}', ...options });

/**
 * Change a brand
 *
 * Absent properties are left unchanged, null clears a nullable property, and a nested list is replaced as a whole. Deactivating a brand does not change its items.
 */
export const updateBrand = <ThrowOnError extends boolean = false>(options: Options<UpdateBrandData, ThrowOnError>): RequestResult<UpdateBrandResponses, UpdateBrandErrors, ThrowOnError> => options.client.patch<UpdateBrandResponses, UpdateBrandErrors, ThrowOnError>({
    url: '/brands/{id}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * List menus
 *
 * One page of the merchant's menus, by default newest first. A row has the number of the menu's items and the ids of its stores; `GET /menus/{id}/full` has the rest.
 */
export const listMenus = <ThrowOnError extends boolean = false>(options: Options<ListMenusData, ThrowOnError>): RequestResult<ListMenusResponses, ListMenusErrors, ThrowOnError> => options.client.get<ListMenusResponses, ListMenusErrors, ThrowOnError>({
    querySerializer: { parameters: { ids: { array: { explode: false } } } },
    url: '/menus',
    ...options
});

/**
 * Create a menu with its items and stores
 *
 * Creates a menu with its items and store assignments in one atomic write.
 */
export const createMenuWithItems = <ThrowOnError extends boolean = false>(options: Options<CreateMenuWithItemsData, ThrowOnError>): RequestResult<CreateMenuWithItemsResponses, CreateMenuWithItemsErrors, ThrowOnError> => options.client.post<CreateMenuWithItemsResponses, CreateMenuWithItemsErrors, ThrowOnError>({
    url: '/menus/create-with-items',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Read a menu with its items and stores
 *
 * The menu with its items, each with the item's name, code, type, status and price on this menu, and the stores it is assigned to with their names. The ETag covers the items and stores too.
 */
export const getMenuFull = <ThrowOnError extends boolean = false>(options: Options<GetMenuFullData, ThrowOnError>): RequestResult<GetMenuFullResponses, GetMenuFullErrors, ThrowOnError> => options.client.get<GetMenuFullResponses, GetMenuFullErrors, ThrowOnError>({ url: '/menus/{id}/full', ...options });

/**
 * Change a menu with its items and stores
 *
 * Absent properties are left unchanged, null clears a nullable property, and a nested list that is sent is replaced as a whole. So `items` without one of the menu's items removes that item from the menu, an empty list removes all, and without `items` they stay; `stores` and `availability` work the same way. Each entry of a list is complete in itself: what it leaves out gets its default, not the value of an earlier entry for that item. The write is atomic.
 */
export const updateMenuWithItems = <ThrowOnError extends boolean = false>(options: Options<UpdateMenuWithItemsData, ThrowOnError>): RequestResult<UpdateMenuWithItemsResponses, UpdateMenuWithItemsErrors, ThrowOnError> => options.client.patch<UpdateMenuWithItemsResponses, UpdateMenuWithItemsErrors, ThrowOnError>({
    url: '/menus/{id}/update-with-items',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * List modifier groups
 *
 * One page of the merchant's modifier groups with their options, by default newest first.
 */
export const listModifiers = <ThrowOnError extends boolean = false>(options: Options<ListModifiersData, ThrowOnError>): RequestResult<ListModifiersResponses, ListModifiersErrors, ThrowOnError> => options.client.get<ListModifiersResponses, ListModifiersErrors, ThrowOnError>({
    querySerializer: { parameters: { ids: { array: { explode: false } } } },
    url: '/modifiers',
    ...options
});

/**
 * Create a modifier group with its options
 *
 * Creates a group of options and offers it with the items in `itemIds`. Those items list the group in their `modifierIds` and get a new version and ETag. The write is atomic.
 */
export const createModifier = <ThrowOnError extends boolean = false>(options: Options<CreateModifierData, ThrowOnError>): RequestResult<CreateModifierResponses, CreateModifierErrors, ThrowOnError> => options.client.post<CreateModifierResponses, CreateModifierErrors, ThrowOnError>({
    url: '/modifiers',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Change a modifier group with its options
 *
 * Absent properties are left unchanged, null clears a nullable property, and a nested list that is sent is replaced as a whole. Options sent with their `id` keep it and every property they leave out; an option that is left out is removed. `itemIds` and the `modifierIds` of items are two views of one relation: items that are added or removed change with the group and get a new version and ETag.
 */
export const updateModifier = <ThrowOnError extends boolean = false>(options: Options<UpdateModifierData, ThrowOnError>): RequestResult<UpdateModifierResponses, UpdateModifierErrors, ThrowOnError> => options.client.patch<UpdateModifierResponses, UpdateModifierErrors, ThrowOnError>({
    url: '/modifiers/{id}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Read a modifier group with its options and items
 *
 * The group with its options and the items it is offered with, each with its name. The ETag covers the items too.
 */
export const getModifierFull = <ThrowOnError extends boolean = false>(options: Options<GetModifierFullData, ThrowOnError>): RequestResult<GetModifierFullResponses, GetModifierFullErrors, ThrowOnError> => options.client.get<GetModifierFullResponses, GetModifierFullErrors, ThrowOnError>({ url: '/modifiers/{id}/full', ...options });

/**
 * List purchase orders
 *
 * One page of the merchant's purchase orders, by default newest first. Voided orders are left out unless requested by `includeVoided` or `status=0`. `transactions=true` returns the supplier transactions view instead.
 */
export const listPurchaseOrders = <ThrowOnError extends boolean = false>(options: Options<ListPurchaseOrdersData, ThrowOnError>): RequestResult<ListPurchaseOrdersResponses, ListPurchaseOrdersErrors, ThrowOnError> => options.client.get<ListPurchaseOrdersResponses, ListPurchaseOrdersErrors, ThrowOnError>({
    querySerializer: { parameters: {
            supplierId: { array: { explode: false } },
            storeId: { array: { explode: false } },
            storeIds: { array: { explode: false } },
            orderNos: { array: { explode: false } },
            ids: { array: { explode: false } }
        } },
    url: '/purchase-orders',
    ...options
});

/**
 * Create a purchase order
 *
 * Creates an order as a draft (`purchStatus` 0), or, with `receive=true`, creates it and receives everything (`purchStatus` 2) in one transaction. Without `orderNo` the merchant's next number is used.
 */
export const createPurchaseOrder = <ThrowOnError extends boolean = false>(options: Options<CreatePurchaseOrderData, ThrowOnError>): RequestResult<CreatePurchaseOrderResponses, CreatePurchaseOrderErrors, ThrowOnError> => options.client.post<CreatePurchaseOrderResponses, CreatePurchaseOrderErrors, ThrowOnError>({
    url: '/purchase-orders',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Read a purchase order
 *
 * The purchase order with its lines and allowed actions.
 */
export const getPurchaseOrder = <ThrowOnError extends boolean = false>(options: Options<GetPurchaseOrderData, ThrowOnError>): RequestResult<GetPurchaseOrderResponses, GetPurchaseOrderErrors, ThrowOnError> => options.client.get<GetPurchaseOrderResponses, GetPurchaseOrderErrors, ThrowOnError>({ url: '/purchase-orders/{id}', ...options });

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
 *
 */
export const updatePurchaseOrder = <ThrowOnError extends boolean = false>(options: Options<UpdatePurchaseOrderData, ThrowOnError>): RequestResult<UpdatePurchaseOrderResponses, UpdatePurchaseOrderErrors, ThrowOnError> => options.client.patch<UpdatePurchaseOrderResponses, UpdatePurchaseOrderErrors, ThrowOnError>({
    url: '/purchase-orders/{id}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

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
 *
 */
export const receivePurchaseOrder = <ThrowOnError extends boolean = false>(options: Options<ReceivePurchaseOrderData, ThrowOnError>): RequestResult<ReceivePurchaseOrderResponses, ReceivePurchaseOrderErrors, ThrowOnError> => options.client.patch<ReceivePurchaseOrderResponses, ReceivePurchaseOrderErrors, ThrowOnError>({
    url: '/purchase-orders/{id}/receive',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * List stock transfers
 *
 * One page of the merchant's stock transfers, by default newest first. Voided transfers are left out unless requested by `includeVoided` or `status=0`.
 */
export const listStockTransfers = <ThrowOnError extends boolean = false>(options: Options<ListStockTransfersData, ThrowOnError>): RequestResult<ListStockTransfersResponses, ListStockTransfersErrors, ThrowOnError> => options.client.get<ListStockTransfersResponses, ListStockTransfersErrors, ThrowOnError>({
    querySerializer: { parameters: {
            fromStoreId: { array: { explode: false } },
            toStoreId: { array: { explode: false } },
            ids: { array: { explode: false } }
        } },
    url: '/stock-transfers',
    ...options
});

/**
 * Create a stock transfer
 *
 * Creates a transfer between two stores as a draft, or, with `receive=true`, creates it and receives everything, which moves the stock. Without `transferNo` one is generated.
 */
export const createStockTransfer = <ThrowOnError extends boolean = false>(options: Options<CreateStockTransferData, ThrowOnError>): RequestResult<CreateStockTransferResponses, CreateStockTransferErrors, ThrowOnError> => options.client.post<CreateStockTransferResponses, CreateStockTransferErrors, ThrowOnError>({
    url: '/stock-transfers',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Read a stock transfer
 *
 * The transfer with its lines, their received quantities, and the allowed actions.
 */
export const getStockTransfer = <ThrowOnError extends boolean = false>(options: Options<GetStockTransferData, ThrowOnError>): RequestResult<GetStockTransferResponses, GetStockTransferErrors, ThrowOnError> => options.client.get<GetStockTransferResponses, GetStockTransferErrors, ThrowOnError>({ url: '/stock-transfers/{id}', ...options });

/**
 * Change or void a stock transfer
 *
 * Absent properties are left unchanged, null clears a nullable property, and `lines` replaces all lines; a line sent with its `id` keeps it. Everything in a draft can be changed. Once something has been received, the stores and the item and variant of received lines are fixed, no quantity may fall below what has been received, and received lines must stay. Once everything has been received, only `narration` can be changed. Sending a property with its current value is not a change. `status: 0` voids a transfer of which nothing has been received; this cannot be undone. Anything else is a 409 `partner.state_conflict`, whose `details` list the allowed actions.
 */
export const updateStockTransfer = <ThrowOnError extends boolean = false>(options: Options<UpdateStockTransferData, ThrowOnError>): RequestResult<UpdateStockTransferResponses, UpdateStockTransferErrors, ThrowOnError> => options.client.patch<UpdateStockTransferResponses, UpdateStockTransferErrors, ThrowOnError>({
    url: '/stock-transfers/{id}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Receive stock against a transfer
 *
 * Moves the received quantities out of `fromStoreId` and into `toStoreId` atomically. Without `lines` everything outstanding is received; an empty list is rejected. More than is outstanding on a line is a 422 `partner.over_receipt`, and nothing is written. Goods that arrived earlier are received with their `receivedAt`.
 */
export const receiveStockTransfer = <ThrowOnError extends boolean = false>(options: Options<ReceiveStockTransferData, ThrowOnError>): RequestResult<ReceiveStockTransferResponses, ReceiveStockTransferErrors, ThrowOnError> => options.client.patch<ReceiveStockTransferResponses, ReceiveStockTransferErrors, ThrowOnError>({
    url: '/stock-transfers/{id}/receive',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * List stock adjustments
 *
 * One page of the merchant's stock adjustments, by date and then by id, by default latest first.
 */
export const listStockAdjustments = <ThrowOnError extends boolean = false>(options: Options<ListStockAdjustmentsData, ThrowOnError>): RequestResult<ListStockAdjustmentsResponses, ListStockAdjustmentsErrors, ThrowOnError> => options.client.get<ListStockAdjustmentsResponses, ListStockAdjustmentsErrors, ThrowOnError>({
    querySerializer: { parameters: { storeId: { array: { explode: false } }, ids: { array: { explode: false } } } },
    url: '/stock-adjustments',
    ...options
});

/**
 * Create a stock adjustment
 *
 * Creates a count, an addition or a removal. `post=true` posts it, which changes the stock; `post=false` saves it as a draft and leaves the stock unchanged. Without `adjustmentNo` one is generated.
 * A count sets the stock as of `countedAt`. What happened before and arrives later, such as the sales of a till that was offline, moves the stock at its own time and corrects the first count after it, so that every count stays right.
 */
export const createStockAdjustment = <ThrowOnError extends boolean = false>(options: Options<CreateStockAdjustmentData, ThrowOnError>): RequestResult<CreateStockAdjustmentResponses, CreateStockAdjustmentErrors, ThrowOnError> => options.client.post<CreateStockAdjustmentResponses, CreateStockAdjustmentErrors, ThrowOnError>({
    url: '/stock-adjustments',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Read a stock adjustment
 *
 * The adjustment with its lines, the stock before and after it once posted, and the allowed actions.
 */
export const getStockAdjustment = <ThrowOnError extends boolean = false>(options: Options<GetStockAdjustmentData, ThrowOnError>): RequestResult<GetStockAdjustmentResponses, GetStockAdjustmentErrors, ThrowOnError> => options.client.get<GetStockAdjustmentResponses, GetStockAdjustmentErrors, ThrowOnError>({ url: '/stock-adjustments/{id}', ...options });

/**
 * Change, post or void a stock adjustment
 *
 * Absent properties are left unchanged, null clears a nullable property, and `lines` replaces all lines; a line sent with its `id` keeps it. Everything in a draft can be changed; `status: 1` posts it with the other changes applied, `status: 2` voids it. A posted adjustment can only be voided, which reverses each of its movements, corrections included, by a new one at the same instant. A voided one cannot be changed. Anything else is a 409 `partner.state_conflict`, whose `details` list the allowed actions.
 */
export const updateStockAdjustment = <ThrowOnError extends boolean = false>(options: Options<UpdateStockAdjustmentData, ThrowOnError>): RequestResult<UpdateStockAdjustmentResponses, UpdateStockAdjustmentErrors, ThrowOnError> => options.client.patch<UpdateStockAdjustmentResponses, UpdateStockAdjustmentErrors, ThrowOnError>({
    url: '/stock-adjustments/{id}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * List stock movements
 *
 * Extension: one page of the stock ledger, by the time at which each movement happened and then by id, by default latest first. Movements are counted up to 1000, also without a filter.
 */
export const listStockMovements = <ThrowOnError extends boolean = false>(options: Options<ListStockMovementsData, ThrowOnError>): RequestResult<ListStockMovementsResponses, ListStockMovementsErrors, ThrowOnError> => options.client.get<ListStockMovementsResponses, ListStockMovementsErrors, ThrowOnError>({
    querySerializer: { parameters: { storeId: { array: { explode: false } } } },
    url: '/stock-movements',
    ...options
});

/**
 * List stores
 *
 * Extension: one page of the merchant's stores, whose ids other operations use. Maintained in the merchant's back office.
 */
export const listStores = <ThrowOnError extends boolean = false>(options: Options<ListStoresData, ThrowOnError>): RequestResult<ListStoresResponses, ListStoresErrors, ThrowOnError> => options.client.get<ListStoresResponses, ListStoresErrors, ThrowOnError>({
    querySerializer: { parameters: { ids: { array: { explode: false } } } },
    url: '/stores',
    ...options
});

/**
 * Read a store
 *
 * Extension: one store.
 */
export const getStore = <ThrowOnError extends boolean = false>(options: Options<GetStoreData, ThrowOnError>): RequestResult<GetStoreResponses, GetStoreErrors, ThrowOnError> => options.client.get<GetStoreResponses, GetStoreErrors, ThrowOnError>({ url: '/stores/{id}', ...options });

/**
 * List open orders of a store
 *
 * Extension: one page of a store's open orders, by default newest first. An order leaves the list when it is paid or abandoned. Maintained in the merchant's back office.
 */
export const listOpenOrders = <ThrowOnError extends boolean = false>(options: Options<ListOpenOrdersData, ThrowOnError>): RequestResult<ListOpenOrdersResponses, ListOpenOrdersErrors, ThrowOnError> => options.client.get<ListOpenOrdersResponses, ListOpenOrdersErrors, ThrowOnError>({
    querySerializer: { parameters: { ids: { array: { explode: false } } } },
    url: '/stores/{id}/open-orders',
    ...options
});

/**
 * Sales by store and day
 *
 * Sales of each store on each of its business days: one row for each store and day with sales or refunds, oldest first, and the totals. A business day is a day in the store's own time zone. Amounts include tax. The report's duration does not depend on the number of sales.
 */
export const getDailySales = <ThrowOnError extends boolean = false>(options: Options<GetDailySalesData, ThrowOnError>): RequestResult<GetDailySalesResponses, GetDailySalesErrors, ThrowOnError> => options.client.get<GetDailySalesResponses, GetDailySalesErrors, ThrowOnError>({
    querySerializer: { parameters: { storeId: { array: { explode: false } } } },
    url: '/reports/daily-sales',
    ...options
});

/**
 * Sales by item
 *
 * Extension: one page of the sales of each item or variant, for the requested stores and business days.
 */
export const listSalesByItem = <ThrowOnError extends boolean = false>(options: Options<ListSalesByItemData, ThrowOnError>): RequestResult<ListSalesByItemResponses, ListSalesByItemErrors, ThrowOnError> => options.client.get<ListSalesByItemResponses, ListSalesByItemErrors, ThrowOnError>({
    querySerializer: { parameters: { storeId: { array: { explode: false } } } },
    url: '/reports/sales-by-item',
    ...options
});

/**
 * Stock on hand
 *
 * Extension: one page of the stock of each item or variant at each store, with its value at cost, ordered by item id.
 */
export const listStockOnHand = <ThrowOnError extends boolean = false>(options: Options<ListStockOnHandData, ThrowOnError>): RequestResult<ListStockOnHandResponses, ListStockOnHandErrors, ThrowOnError> => options.client.get<ListStockOnHandResponses, ListStockOnHandErrors, ThrowOnError>({
    querySerializer: { parameters: { storeId: { array: { explode: false } }, itemId: { array: { explode: false } } } },
    url: '/reports/stock-on-hand',
    ...options
});

/**
 * List changes
 *
 * Extension: what has changed since a cursor, in the order in which it was committed. Everything that one write changed has the same `position`, ordered by resource and id, and a change never appears before an earlier one. Without `after` the response is empty and its `nextCursor` is the present. Changes are kept for 30 days. A credential receives the changes of the records that it can read, those of a store only if it has access to that store. A page may therefore have fewer changes than `limit`, or none, with `hasMore` true: continue from its `nextCursor`. With `wait`, a request for changes that are yet to come takes until there is one.
 */
export const listChanges = <ThrowOnError extends boolean = false>(options: Options<ListChangesData, ThrowOnError>): RequestResult<ListChangesResponses, ListChangesErrors, ThrowOnError> => options.client.get<ListChangesResponses, ListChangesErrors, ThrowOnError>({
    querySerializer: { parameters: { resources: { array: { explode: false } }, storeId: { array: { explode: false } } } },
    url: '/changes',
    ...options
});

/**
 * List suppliers
 *
 * Extension: one page of the merchant's suppliers, whose ids other operations use. Maintained in the merchant's back office.
 */
export const listSuppliers = <ThrowOnError extends boolean = false>(options: Options<ListSuppliersData, ThrowOnError>): RequestResult<ListSuppliersResponses, ListSuppliersErrors, ThrowOnError> => options.client.get<ListSuppliersResponses, ListSuppliersErrors, ThrowOnError>({
    querySerializer: { parameters: { ids: { array: { explode: false } } } },
    url: '/suppliers',
    ...options
});

/**
 * Read a supplier
 *
 * Extension: one supplier.
 */
export const getSupplier = <ThrowOnError extends boolean = false>(options: Options<GetSupplierData, ThrowOnError>): RequestResult<GetSupplierResponses, GetSupplierErrors, ThrowOnError> => options.client.get<GetSupplierResponses, GetSupplierErrors, ThrowOnError>({ url: '/suppliers/{id}', ...options });

/**
 * List taxes
 *
 * Extension: one page of the merchant's taxes, whose ids other operations use. Maintained in the merchant's back office.
 */
export const listTaxes = <ThrowOnError extends boolean = false>(options: Options<ListTaxesData, ThrowOnError>): RequestResult<ListTaxesResponses, ListTaxesErrors, ThrowOnError> => options.client.get<ListTaxesResponses, ListTaxesErrors, ThrowOnError>({
    querySerializer: { parameters: { ids: { array: { explode: false } } } },
    url: '/taxes',
    ...options
});
