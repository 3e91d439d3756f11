// Generated from openapi/openapi.yaml: change that, then run `pnpm generate`.

import type { Client, ClientMeta, Options as Options2, RequestResult, TDataShape } from './client/index.ts';
import type { CreateBrandData, CreateBrandErrors, CreateBrandResponses, CreateCategoryData, CreateCategoryErrors, CreateCategoryResponses, CreateItemData, CreateItemErrors, CreateItemResponses, CreateMenuWithItemsData, CreateMenuWithItemsErrors, CreateMenuWithItemsResponses, CreateModifierData, CreateModifierErrors, CreateModifierResponses, CreatePurchaseOrderData, CreatePurchaseOrderErrors, CreatePurchaseOrderResponses, CreateStockAdjustmentData, CreateStockAdjustmentErrors, CreateStockAdjustmentResponses, CreateStockTransferData, CreateStockTransferErrors, CreateStockTransferResponses, CreateTokenData, CreateTokenErrors, CreateTokenResponses, GetAuthorizationServerData, GetAuthorizationServerErrors, GetAuthorizationServerResponses, GetBrandData, GetBrandErrors, GetBrandResponses, GetCategoryData, GetCategoryErrors, GetCategoryResponses, GetContractData, GetContractErrors, GetContractResponses, GetDailySalesData, GetDailySalesErrors, GetDailySalesResponses, GetItemData, GetItemErrors, GetItemResponses, GetItemStockData, GetItemStockErrors, GetItemStockResponses, GetJwksData, GetJwksErrors, GetJwksResponses, GetMenuFullData, GetMenuFullErrors, GetMenuFullResponses, GetModifierFullData, GetModifierFullErrors, GetModifierFullResponses, GetPurchaseOrderData, GetPurchaseOrderErrors, GetPurchaseOrderResponses, GetStockAdjustmentData, GetStockAdjustmentErrors, GetStockAdjustmentResponses, GetStockTransferData, GetStockTransferErrors, GetStockTransferResponses, GetStoreData, GetStoreErrors, GetStoreResponses, GetSupplierData, GetSupplierErrors, GetSupplierResponses, ListBrandsData, ListBrandsErrors, ListBrandsResponses, ListCategoriesData, ListCategoriesErrors, ListCategoriesResponses, ListItemsData, ListItemsErrors, ListItemsResponses, ListMenusData, ListMenusErrors, ListMenusResponses, ListModifiersData, ListModifiersErrors, ListModifiersResponses, ListOpenOrdersData, ListOpenOrdersErrors, ListOpenOrdersResponses, ListPurchaseOrdersData, ListPurchaseOrdersErrors, ListPurchaseOrdersResponses, ListSalesByItemData, ListSalesByItemErrors, ListSalesByItemResponses, ListStockAdjustmentsData, ListStockAdjustmentsErrors, ListStockAdjustmentsResponses, ListStockOnHandData, ListStockOnHandErrors, ListStockOnHandResponses, ListStockTransfersData, ListStockTransfersErrors, ListStockTransfersResponses, ListStoresData, ListStoresErrors, ListStoresResponses, ListSuppliersData, ListSuppliersErrors, ListSuppliersResponses, ListTaxesData, ListTaxesErrors, ListTaxesResponses, MintSandboxTokenData, MintSandboxTokenErrors, MintSandboxTokenResponses, ReceivePurchaseOrderData, ReceivePurchaseOrderErrors, ReceivePurchaseOrderResponses, ReceiveStockTransferData, ReceiveStockTransferErrors, ReceiveStockTransferResponses, RevokeTokenData, RevokeTokenErrors, RevokeTokenResponses, UpdateBrandData, UpdateBrandErrors, UpdateBrandResponses, UpdateCategoryData, UpdateCategoryErrors, UpdateCategoryResponses, UpdateItemData, UpdateItemErrors, UpdateItemResponses, UpdateMenuWithItemsData, UpdateMenuWithItemsErrors, UpdateMenuWithItemsResponses, UpdateModifierData, UpdateModifierErrors, UpdateModifierResponses, UpdatePurchaseOrderData, UpdatePurchaseOrderErrors, UpdatePurchaseOrderResponses, UpdateStockAdjustmentData, UpdateStockAdjustmentErrors, UpdateStockAdjustmentResponses, UpdateStockTransferData, UpdateStockTransferErrors, UpdateStockTransferResponses } from './types.gen.ts';

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
 * Gives a sandbox app an access token for one of its organization's sandbox merchants. No refresh token is issued; mint again on expiry. At most 30 requests a minute per source address (of IPv6 the /64 network), together with client_credentials at `POST /oauth/token`; the X-RateLimit headers of this endpoint count them. Properties that are not listed are ignored.
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
 * body, never by both. Fields that are not listed are ignored; a field may be sent once; empty is absent.
 *
 * **authorization_code** exchanges the code of the consent screen, once, within 5 minutes. **refresh_token** gives a new
 * access token and a new refresh token; persist the new one before using anything. The token before it is answered
 * with the same successor for 30 seconds, so that a lost answer loses no connection; presented later, or an older one,
 * it ends the connection. **client_credentials** is for the sandbox and gives no refresh token; it counts against the
 * 30 mints a minute per source address, together with `POST /token`.
 *
 * Every `invalid_grant` is terminal for the connection: have the merchant connect again.
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
 * Ends a connection from the app's side (RFC 7009): the refresh token's whole family dies at once, whichever of its tokens is sent. Access tokens already issued stay valid until their `exp`, at most 900 seconds. Unknown, already revoked and malformed tokens, and those of another app or of the app's other environment, are answered alike and change nothing.
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
 * Where the endpoints are and what they support (RFC 8414). The same document is at `/.well-known/oauth-authorization-server/v1` of this host, where RFC 8414 §3.1 puts it.
 */
export const getAuthorizationServer = <ThrowOnError extends boolean = false>(options: Options<GetAuthorizationServerData, ThrowOnError>): RequestResult<GetAuthorizationServerResponses, GetAuthorizationServerErrors, ThrowOnError> => options.client.get<GetAuthorizationServerResponses, GetAuthorizationServerErrors, ThrowOnError>({ url: '/.well-known/oauth-authorization-server', ...options });

/**
 * Read the public keys
 *
 * The public keys that access tokens are signed with (RFC 7517). Clients treat tokens as opaque and need not read it.
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
 * One page of the merchant's items, newest first unless told otherwise.
 */
export const listItems = <ThrowOnError extends boolean = false>(options: Options<ListItemsData, ThrowOnError>): RequestResult<ListItemsResponses, ListItemsErrors, ThrowOnError> => options.client.get<ListItemsResponses, ListItemsErrors, ThrowOnError>({
    querySerializer: { parameters: { groupId: { array: { explode: false } } } },
    security: [{ scheme: 'bearer', type: 'http' }],
    url: '/items',
    ...options
});

/**
 * Create an item
 *
 * Creates a standard item, an item with variants, or a combo of other items. Without `itemCode` one is generated. `Location` reads the item as it stands at the merchant's first store, since a read names one; for a merchant without stores it is the item's path alone.
 */
export const createItem = <ThrowOnError extends boolean = false>(options: Options<CreateItemData, ThrowOnError>): RequestResult<CreateItemResponses, CreateItemErrors, ThrowOnError> => options.client.post<CreateItemResponses, CreateItemErrors, ThrowOnError>({
    security: [{ scheme: 'bearer', type: 'http' }],
    url: '/items',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * Read an item
 *
 * The item, with its stock over all stores and what holds at one store: the price there, the stock and its state. The ETag covers the stock too.
 */
export const getItem = <ThrowOnError extends boolean = false>(options: Options<GetItemData, ThrowOnError>): RequestResult<GetItemResponses, GetItemErrors, ThrowOnError> => options.client.get<GetItemResponses, GetItemErrors, ThrowOnError>({
    security: [{ scheme: 'bearer', type: 'http' }],
    url: '/items/{id}',
    ...options
});

/**
 * Change an item
 *
 * Properties that are absent stay as they are, null clears a property that may be empty, and a nested list is replaced whole. Variants keep their `id` when it is sent with them; a variant that is left out is removed, unless stock or a combo still refers to it. The type cannot change.
 */
export const updateItem = <ThrowOnError extends boolean = false>(options: Options<UpdateItemData, ThrowOnError>): RequestResult<UpdateItemResponses, UpdateItemErrors, ThrowOnError> => options.client.patch<UpdateItemResponses, UpdateItemErrors, ThrowOnError>({
    security: [{ scheme: 'bearer', type: 'http' }],
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
 * Extension: what is on hand of the item at one store, and the movements that add up to it, newest first. Movements are counted up to 1000. What is on hand is given even where stock is not tracked.
 */
export const getItemStock = <ThrowOnError extends boolean = false>(options: Options<GetItemStockData, ThrowOnError>): RequestResult<GetItemStockResponses, GetItemStockErrors, ThrowOnError> => options.client.get<GetItemStockResponses, GetItemStockErrors, ThrowOnError>({
    security: [{ scheme: 'bearer', type: 'http' }],
    url: '/items/{id}/stock',
    ...options
});

/**
 * List categories
 *
 * One page of the merchant's categories (item groups).
 */
export const listCategories = <ThrowOnError extends boolean = false>(options: Options<ListCategoriesData, ThrowOnError>): RequestResult<ListCategoriesResponses, ListCategoriesErrors, ThrowOnError> => options.client.get<ListCategoriesResponses, ListCategoriesErrors, ThrowOnError>({
    security: [{ scheme: 'bearer', type: 'http' }],
    url: '/categories',
    ...options
});

/**
 * Create a category
 *
 * Creates a category, under a parent if one is named. Names are unique under one parent, whatever their case.
 */
export const createCategory = <ThrowOnError extends boolean = false>(options: Options<CreateCategoryData, ThrowOnError>): RequestResult<CreateCategoryResponses, CreateCategoryErrors, ThrowOnError> => options.client.post<CreateCategoryResponses, CreateCategoryErrors, ThrowOnError>({
    security: [{ scheme: 'bearer', type: 'http' }],
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
export const getCategory = <ThrowOnError extends boolean = false>(options: Options<GetCategoryData, ThrowOnError>): RequestResult<GetCategoryResponses, GetCategoryErrors, ThrowOnError> => options.client.get<GetCategoryResponses, GetCategoryErrors, ThrowOnError>({
    security: [{ scheme: 'bearer', type: 'http' }],
    url: '/categories/{id}',
    ...options
});

/**
 * Change a category
 *
 * Properties that are absent stay as they are, null clears a property that may be empty, and a nested list is replaced whole. A category cannot be moved under itself or under one of its own descendants. Deactivating a category leaves its items as they are.
 */
export const updateCategory = <ThrowOnError extends boolean = false>(options: Options<UpdateCategoryData, ThrowOnError>): RequestResult<UpdateCategoryResponses, UpdateCategoryErrors, ThrowOnError> => options.client.patch<UpdateCategoryResponses, UpdateCategoryErrors, ThrowOnError>({
    security: [{ scheme: 'bearer', type: 'http' }],
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
    security: [{ scheme: 'bearer', type: 'http' }],
    url: '/brands',
    ...options
});

/**
 * Create a brand
 *
 * Creates a brand. Names are unique, whatever their case.
 */
export const createBrand = <ThrowOnError extends boolean = false>(options: Options<CreateBrandData, ThrowOnError>): RequestResult<CreateBrandResponses, CreateBrandErrors, ThrowOnError> => options.client.post<CreateBrandResponses, CreateBrandErrors, ThrowOnError>({
    security: [{ scheme: 'bearer', type: 'http' }],
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
export const getBrand = <ThrowOnError extends boolean = false>(options: Options<GetBrandData, ThrowOnError>): RequestResult<GetBrandResponses, GetBrandErrors, ThrowOnError> => options.client.get<GetBrandResponses, GetBrandErrors, ThrowOnError>({
    security: [{ scheme: 'bearer', type: 'http' }],
    url: '/brands/{id}',
    ...options
});

/**
 * Change a brand
 *
 * Properties that are absent stay as they are, null clears a property that may be empty, and a nested list is replaced whole. Deactivating a brand leaves its items as they are.
 */
export const updateBrand = <ThrowOnError extends boolean = false>(options: Options<UpdateBrandData, ThrowOnError>): RequestResult<UpdateBrandResponses, UpdateBrandErrors, ThrowOnError> => options.client.patch<UpdateBrandResponses, UpdateBrandErrors, ThrowOnError>({
    security: [{ scheme: 'bearer', type: 'http' }],
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
 * One page of the merchant's menus, newest first unless told otherwise. A row tells how many items the menu has and the ids of its stores; `GET /menus/{id}/full` tells the rest.
 */
export const listMenus = <ThrowOnError extends boolean = false>(options: Options<ListMenusData, ThrowOnError>): RequestResult<ListMenusResponses, ListMenusErrors, ThrowOnError> => options.client.get<ListMenusResponses, ListMenusErrors, ThrowOnError>({
    security: [{ scheme: 'bearer', type: 'http' }],
    url: '/menus',
    ...options
});

/**
 * Create a menu with its items and stores
 *
 * Creates a menu, its items and its store assignments in one step: all of it is written, or nothing.
 */
export const createMenuWithItems = <ThrowOnError extends boolean = false>(options: Options<CreateMenuWithItemsData, ThrowOnError>): RequestResult<CreateMenuWithItemsResponses, CreateMenuWithItemsErrors, ThrowOnError> => options.client.post<CreateMenuWithItemsResponses, CreateMenuWithItemsErrors, ThrowOnError>({
    security: [{ scheme: 'bearer', type: 'http' }],
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
 * The menu with its items, each with the item's name, code, type, status and the price it has on this menu, and the stores it is assigned to with their names. The ETag covers the items and stores too.
 */
export const getMenuFull = <ThrowOnError extends boolean = false>(options: Options<GetMenuFullData, ThrowOnError>): RequestResult<GetMenuFullResponses, GetMenuFullErrors, ThrowOnError> => options.client.get<GetMenuFullResponses, GetMenuFullErrors, ThrowOnError>({
    security: [{ scheme: 'bearer', type: 'http' }],
    url: '/menus/{id}/full',
    ...options
});

/**
 * Change a menu with its items and stores
 *
 * Properties that are absent stay as they are, null clears a property that may be empty, and a nested list that is sent is replaced whole. So `items` without one of the menu's items takes that item off the menu, an empty list takes off all, and without `items` the menu keeps them as they are; likewise `stores` and `availability`. An entry of a list that is sent stands for itself: what it leaves out has its default, not what an earlier entry of that item had. All of it is written, or nothing.
 */
export const updateMenuWithItems = <ThrowOnError extends boolean = false>(options: Options<UpdateMenuWithItemsData, ThrowOnError>): RequestResult<UpdateMenuWithItemsResponses, UpdateMenuWithItemsErrors, ThrowOnError> => options.client.patch<UpdateMenuWithItemsResponses, UpdateMenuWithItemsErrors, ThrowOnError>({
    security: [{ scheme: 'bearer', type: 'http' }],
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
 * One page of the merchant's modifier groups with their options, newest first unless told otherwise.
 */
export const listModifiers = <ThrowOnError extends boolean = false>(options: Options<ListModifiersData, ThrowOnError>): RequestResult<ListModifiersResponses, ListModifiersErrors, ThrowOnError> => options.client.get<ListModifiersResponses, ListModifiersErrors, ThrowOnError>({
    security: [{ scheme: 'bearer', type: 'http' }],
    url: '/modifiers',
    ...options
});

/**
 * Create a modifier group with its options
 *
 * Creates a group of options and offers it with the items of `itemIds`. Those items gain the group in their `modifierIds`, a new version and a new ETag. All of it is written, or nothing.
 */
export const createModifier = <ThrowOnError extends boolean = false>(options: Options<CreateModifierData, ThrowOnError>): RequestResult<CreateModifierResponses, CreateModifierErrors, ThrowOnError> => options.client.post<CreateModifierResponses, CreateModifierErrors, ThrowOnError>({
    security: [{ scheme: 'bearer', type: 'http' }],
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
 * Properties that are absent stay as they are, null clears a property that may be empty, and a nested list that is sent is replaced whole. Options keep their `id` when it is sent with them, and then what they leave out stays as it was; an option that is left out is removed. `itemIds` and the `modifierIds` of items are two views of one relation: items that join or leave change with the group, and have a new version and ETag.
 */
export const updateModifier = <ThrowOnError extends boolean = false>(options: Options<UpdateModifierData, ThrowOnError>): RequestResult<UpdateModifierResponses, UpdateModifierErrors, ThrowOnError> => options.client.patch<UpdateModifierResponses, UpdateModifierErrors, ThrowOnError>({
    security: [{ scheme: 'bearer', type: 'http' }],
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
export const getModifierFull = <ThrowOnError extends boolean = false>(options: Options<GetModifierFullData, ThrowOnError>): RequestResult<GetModifierFullResponses, GetModifierFullErrors, ThrowOnError> => options.client.get<GetModifierFullResponses, GetModifierFullErrors, ThrowOnError>({
    security: [{ scheme: 'bearer', type: 'http' }],
    url: '/modifiers/{id}/full',
    ...options
});

/**
 * List purchase orders
 *
 * One page of the merchant's purchase orders, newest first unless told otherwise. Voided orders are left out unless `includeVoided` or `status=0` asks for them. With `transactions=true` it is the supplier transactions view instead.
 */
export const listPurchaseOrders = <ThrowOnError extends boolean = false>(options: Options<ListPurchaseOrdersData, ThrowOnError>): RequestResult<ListPurchaseOrdersResponses, ListPurchaseOrdersErrors, ThrowOnError> => options.client.get<ListPurchaseOrdersResponses, ListPurchaseOrdersErrors, ThrowOnError>({
    querySerializer: { parameters: {
            supplierId: { array: { explode: false } },
            storeId: { array: { explode: false } },
            storeIds: { array: { explode: false } },
            orderNos: { array: { explode: false } }
        } },
    security: [{ scheme: 'bearer', type: 'http' }],
    url: '/purchase-orders',
    ...options
});

/**
 * Create a purchase order
 *
 * Creates an order as a draft (`purchStatus` 0), or with `receive=true` creates it and receives everything at once (`purchStatus` 2), in one transaction. Without `orderNo` the merchant's next number is taken.
 */
export const createPurchaseOrder = <ThrowOnError extends boolean = false>(options: Options<CreatePurchaseOrderData, ThrowOnError>): RequestResult<CreatePurchaseOrderResponses, CreatePurchaseOrderErrors, ThrowOnError> => options.client.post<CreatePurchaseOrderResponses, CreatePurchaseOrderErrors, ThrowOnError>({
    security: [{ scheme: 'bearer', type: 'http' }],
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
 * The purchase order with its lines and what its state allows.
 */
export const getPurchaseOrder = <ThrowOnError extends boolean = false>(options: Options<GetPurchaseOrderData, ThrowOnError>): RequestResult<GetPurchaseOrderResponses, GetPurchaseOrderErrors, ThrowOnError> => options.client.get<GetPurchaseOrderResponses, GetPurchaseOrderErrors, ThrowOnError>({
    security: [{ scheme: 'bearer', type: 'http' }],
    url: '/purchase-orders/{id}',
    ...options
});

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
 *
 */
export const updatePurchaseOrder = <ThrowOnError extends boolean = false>(options: Options<UpdatePurchaseOrderData, ThrowOnError>): RequestResult<UpdatePurchaseOrderResponses, UpdatePurchaseOrderErrors, ThrowOnError> => options.client.patch<UpdatePurchaseOrderResponses, UpdatePurchaseOrderErrors, ThrowOnError>({
    security: [{ scheme: 'bearer', type: 'http' }],
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
 * Moves stock into the order's store. Without `lines` everything outstanding is received; an empty list is refused.
 * The order is received (`purchStatus` 2) when nothing is outstanding, else partial (1). The cost of the last
 * receipt becomes the item's cost, or the variant's.
 *
 * More than is outstanding on a line is refused with 422 partner.over_receipt and nothing is written. An order
 * that has been received whole, or voided, answers 409 partner.state_conflict.
 *
 */
export const receivePurchaseOrder = <ThrowOnError extends boolean = false>(options: Options<ReceivePurchaseOrderData, ThrowOnError>): RequestResult<ReceivePurchaseOrderResponses, ReceivePurchaseOrderErrors, ThrowOnError> => options.client.patch<ReceivePurchaseOrderResponses, ReceivePurchaseOrderErrors, ThrowOnError>({
    security: [{ scheme: 'bearer', type: 'http' }],
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
 * One page of the merchant's stock transfers, newest first unless told otherwise. Voided ones are hidden unless `includeVoided` or `status=0` asks for them.
 */
export const listStockTransfers = <ThrowOnError extends boolean = false>(options: Options<ListStockTransfersData, ThrowOnError>): RequestResult<ListStockTransfersResponses, ListStockTransfersErrors, ThrowOnError> => options.client.get<ListStockTransfersResponses, ListStockTransfersErrors, ThrowOnError>({
    querySerializer: { parameters: { fromStoreId: { array: { explode: false } }, toStoreId: { array: { explode: false } } } },
    security: [{ scheme: 'bearer', type: 'http' }],
    url: '/stock-transfers',
    ...options
});

/**
 * Create a stock transfer
 *
 * Writes a transfer between two stores as a draft; with `receive=true` everything on it is received in the same call, which moves the stock. Without `transferNo` one is generated.
 */
export const createStockTransfer = <ThrowOnError extends boolean = false>(options: Options<CreateStockTransferData, ThrowOnError>): RequestResult<CreateStockTransferResponses, CreateStockTransferErrors, ThrowOnError> => options.client.post<CreateStockTransferResponses, CreateStockTransferErrors, ThrowOnError>({
    security: [{ scheme: 'bearer', type: 'http' }],
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
 * The transfer with its lines, what has been received of each, and what may be done with it now.
 */
export const getStockTransfer = <ThrowOnError extends boolean = false>(options: Options<GetStockTransferData, ThrowOnError>): RequestResult<GetStockTransferResponses, GetStockTransferErrors, ThrowOnError> => options.client.get<GetStockTransferResponses, GetStockTransferErrors, ThrowOnError>({
    security: [{ scheme: 'bearer', type: 'http' }],
    url: '/stock-transfers/{id}',
    ...options
});

/**
 * Change or void a stock transfer
 *
 * Properties that are absent stay as they are, null clears a property that may be empty, and `lines` replaces the lines whole; a line keeps its `id` when it is sent with it. A draft may be changed in everything. Once something is received, the stores and what the received lines move are fixed, no quantity falls below what is received, and received lines stay. Once all is received, only `narration` may change. A property sent with the value it has is no change. `status: 0` voids a transfer of which nothing is received, for good. Anything else is 409 `partner.state_conflict`, whose `details` list what is allowed.
 */
export const updateStockTransfer = <ThrowOnError extends boolean = false>(options: Options<UpdateStockTransferData, ThrowOnError>): RequestResult<UpdateStockTransferResponses, UpdateStockTransferErrors, ThrowOnError> => options.client.patch<UpdateStockTransferResponses, UpdateStockTransferErrors, ThrowOnError>({
    security: [{ scheme: 'bearer', type: 'http' }],
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
 * Moves what arrives out of `fromStoreId` and into `toStoreId`, both or neither. Without `lines` everything outstanding is received; an empty list is refused. More than is outstanding of a line is 422 `partner.over_receipt`, and nothing is written.
 */
export const receiveStockTransfer = <ThrowOnError extends boolean = false>(options: Options<ReceiveStockTransferData, ThrowOnError>): RequestResult<ReceiveStockTransferResponses, ReceiveStockTransferErrors, ThrowOnError> => options.client.patch<ReceiveStockTransferResponses, ReceiveStockTransferErrors, ThrowOnError>({
    security: [{ scheme: 'bearer', type: 'http' }],
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
 * One page of the merchant's stock adjustments, by date and then by id, the latest first unless told otherwise.
 */
export const listStockAdjustments = <ThrowOnError extends boolean = false>(options: Options<ListStockAdjustmentsData, ThrowOnError>): RequestResult<ListStockAdjustmentsResponses, ListStockAdjustmentsErrors, ThrowOnError> => options.client.get<ListStockAdjustmentsResponses, ListStockAdjustmentsErrors, ThrowOnError>({
    querySerializer: { parameters: { storeId: { array: { explode: false } } } },
    security: [{ scheme: 'bearer', type: 'http' }],
    url: '/stock-adjustments',
    ...options
});

/**
 * Create a stock adjustment
 *
 * Writes a count, an addition or a removal. With `post=true` it is posted, which changes the stock; with `post=false` it is saved as a draft and the stock stays as it is. Without `adjustmentNo` one is generated.
 */
export const createStockAdjustment = <ThrowOnError extends boolean = false>(options: Options<CreateStockAdjustmentData, ThrowOnError>): RequestResult<CreateStockAdjustmentResponses, CreateStockAdjustmentErrors, ThrowOnError> => options.client.post<CreateStockAdjustmentResponses, CreateStockAdjustmentErrors, ThrowOnError>({
    security: [{ scheme: 'bearer', type: 'http' }],
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
 * The adjustment with its lines, the stock before and after once it is posted, and what may be done with it now.
 */
export const getStockAdjustment = <ThrowOnError extends boolean = false>(options: Options<GetStockAdjustmentData, ThrowOnError>): RequestResult<GetStockAdjustmentResponses, GetStockAdjustmentErrors, ThrowOnError> => options.client.get<GetStockAdjustmentResponses, GetStockAdjustmentErrors, ThrowOnError>({
    security: [{ scheme: 'bearer', type: 'http' }],
    url: '/stock-adjustments/{id}',
    ...options
});

/**
 * Change, post or void a stock adjustment
 *
 * Properties that are absent stay as they are, null clears a property that may be empty, and `lines` replaces the lines whole; a line keeps its `id` when it is sent with it. A draft may be changed in everything; `status: 1` posts it as it is after the other changes, `status: 2` voids it. A posted adjustment can be voided and nothing else: that takes its change of stock back by movements of its own. A voided one stays as it is. Anything else is 409 `partner.state_conflict`, whose `details` list what is allowed.
 */
export const updateStockAdjustment = <ThrowOnError extends boolean = false>(options: Options<UpdateStockAdjustmentData, ThrowOnError>): RequestResult<UpdateStockAdjustmentResponses, UpdateStockAdjustmentErrors, ThrowOnError> => options.client.patch<UpdateStockAdjustmentResponses, UpdateStockAdjustmentErrors, ThrowOnError>({
    security: [{ scheme: 'bearer', type: 'http' }],
    url: '/stock-adjustments/{id}',
    ...options,
    headers: {
        'Content-Type': 'application/json',
        ...options.headers
    }
});

/**
 * List stores
 *
 * Extension: one page of the merchant's stores, whose ids other operations take. Written by the merchant's back office alone.
 */
export const listStores = <ThrowOnError extends boolean = false>(options: Options<ListStoresData, ThrowOnError>): RequestResult<ListStoresResponses, ListStoresErrors, ThrowOnError> => options.client.get<ListStoresResponses, ListStoresErrors, ThrowOnError>({
    security: [{ scheme: 'bearer', type: 'http' }, { name: 'X-API-Key', type: 'apiKey' }],
    url: '/stores',
    ...options
});

/**
 * Read a store
 *
 * Extension: one store.
 */
export const getStore = <ThrowOnError extends boolean = false>(options: Options<GetStoreData, ThrowOnError>): RequestResult<GetStoreResponses, GetStoreErrors, ThrowOnError> => options.client.get<GetStoreResponses, GetStoreErrors, ThrowOnError>({
    security: [{ scheme: 'bearer', type: 'http' }, { name: 'X-API-Key', type: 'apiKey' }],
    url: '/stores/{id}',
    ...options
});

/**
 * List open orders of a store
 *
 * Extension: one page of the orders that are open at a store, newest first unless told otherwise. An order that is paid or abandoned leaves the list. Written by the merchant's back office alone.
 */
export const listOpenOrders = <ThrowOnError extends boolean = false>(options: Options<ListOpenOrdersData, ThrowOnError>): RequestResult<ListOpenOrdersResponses, ListOpenOrdersErrors, ThrowOnError> => options.client.get<ListOpenOrdersResponses, ListOpenOrdersErrors, ThrowOnError>({
    security: [{ scheme: 'bearer', type: 'http' }],
    url: '/stores/{id}/open-orders',
    ...options
});

/**
 * Sales by store and day
 *
 * What each store took on each of its business days, a row a store and day that has sales or refunds, oldest first, and the totals. A business day is a day in the store's own time zone. Amounts include tax; the cost of the report does not grow with the number of sales.
 */
export const getDailySales = <ThrowOnError extends boolean = false>(options: Options<GetDailySalesData, ThrowOnError>): RequestResult<GetDailySalesResponses, GetDailySalesErrors, ThrowOnError> => options.client.get<GetDailySalesResponses, GetDailySalesErrors, ThrowOnError>({
    querySerializer: { parameters: { storeId: { array: { explode: false } } } },
    security: [{ scheme: 'bearer', type: 'http' }, { name: 'X-API-Key', type: 'apiKey' }],
    url: '/reports/daily-sales',
    ...options
});

/**
 * Sales by item
 *
 * Extension: one page of what was sold of each item, or each variant of it, over the stores and business days asked for.
 */
export const listSalesByItem = <ThrowOnError extends boolean = false>(options: Options<ListSalesByItemData, ThrowOnError>): RequestResult<ListSalesByItemResponses, ListSalesByItemErrors, ThrowOnError> => options.client.get<ListSalesByItemResponses, ListSalesByItemErrors, ThrowOnError>({
    querySerializer: { parameters: { storeId: { array: { explode: false } } } },
    security: [{ scheme: 'bearer', type: 'http' }, { name: 'X-API-Key', type: 'apiKey' }],
    url: '/reports/sales-by-item',
    ...options
});

/**
 * Stock on hand
 *
 * Extension: one page of what is on hand of each item, or each variant of it, at each store, with its value at cost, in the order of the items' ids.
 */
export const listStockOnHand = <ThrowOnError extends boolean = false>(options: Options<ListStockOnHandData, ThrowOnError>): RequestResult<ListStockOnHandResponses, ListStockOnHandErrors, ThrowOnError> => options.client.get<ListStockOnHandResponses, ListStockOnHandErrors, ThrowOnError>({
    querySerializer: { parameters: { storeId: { array: { explode: false } }, itemId: { array: { explode: false } } } },
    security: [{ scheme: 'bearer', type: 'http' }, { name: 'X-API-Key', type: 'apiKey' }],
    url: '/reports/stock-on-hand',
    ...options
});

/**
 * List suppliers
 *
 * Extension: one page of the merchant's suppliers, whose ids other operations take. Written by the merchant's back office alone.
 */
export const listSuppliers = <ThrowOnError extends boolean = false>(options: Options<ListSuppliersData, ThrowOnError>): RequestResult<ListSuppliersResponses, ListSuppliersErrors, ThrowOnError> => options.client.get<ListSuppliersResponses, ListSuppliersErrors, ThrowOnError>({
    security: [{ scheme: 'bearer', type: 'http' }],
    url: '/suppliers',
    ...options
});

/**
 * Read a supplier
 *
 * Extension: one supplier.
 */
export const getSupplier = <ThrowOnError extends boolean = false>(options: Options<GetSupplierData, ThrowOnError>): RequestResult<GetSupplierResponses, GetSupplierErrors, ThrowOnError> => options.client.get<GetSupplierResponses, GetSupplierErrors, ThrowOnError>({
    security: [{ scheme: 'bearer', type: 'http' }],
    url: '/suppliers/{id}',
    ...options
});

/**
 * List taxes
 *
 * Extension: one page of the merchant's taxes, whose ids other operations take. Written by the merchant's back office alone.
 */
export const listTaxes = <ThrowOnError extends boolean = false>(options: Options<ListTaxesData, ThrowOnError>): RequestResult<ListTaxesResponses, ListTaxesErrors, ThrowOnError> => options.client.get<ListTaxesResponses, ListTaxesErrors, ThrowOnError>({
    security: [{ scheme: 'bearer', type: 'http' }],
    url: '/taxes',
    ...options
});
