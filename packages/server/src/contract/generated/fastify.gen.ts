// Generated from openapi/openapi.yaml: change that, then run `pnpm generate`.

import type { RouteHandler } from 'fastify';

import type { CreateBrandData, CreateBrandErrors, CreateBrandResponses, CreateCategoryData, CreateCategoryErrors, CreateCategoryResponses, CreateItemData, CreateItemErrors, CreateItemResponses, CreateMenuWithItemsData, CreateMenuWithItemsErrors, CreateMenuWithItemsResponses, CreateModifierData, CreateModifierErrors, CreateModifierResponses, CreatePurchaseOrderData, CreatePurchaseOrderErrors, CreatePurchaseOrderResponses, CreateStockAdjustmentData, CreateStockAdjustmentErrors, CreateStockAdjustmentResponses, CreateStockTransferData, CreateStockTransferErrors, CreateStockTransferResponses, CreateTokenData, CreateTokenErrors, CreateTokenResponses, GetAuthorizationServerErrors, GetAuthorizationServerResponses, GetBrandData, GetBrandErrors, GetBrandResponses, GetCategoryData, GetCategoryErrors, GetCategoryResponses, GetContractErrors, GetContractResponses, GetDailySalesData, GetDailySalesErrors, GetDailySalesResponses, GetItemData, GetItemErrors, GetItemResponses, GetItemStockData, GetItemStockErrors, GetItemStockResponses, GetJwksErrors, GetJwksResponses, GetMenuFullData, GetMenuFullErrors, GetMenuFullResponses, GetModifierFullData, GetModifierFullErrors, GetModifierFullResponses, GetPurchaseOrderData, GetPurchaseOrderErrors, GetPurchaseOrderResponses, GetStockAdjustmentData, GetStockAdjustmentErrors, GetStockAdjustmentResponses, GetStockTransferData, GetStockTransferErrors, GetStockTransferResponses, GetStoreData, GetStoreErrors, GetStoreResponses, GetSupplierData, GetSupplierErrors, GetSupplierResponses, ListBrandsData, ListBrandsErrors, ListBrandsResponses, ListCategoriesData, ListCategoriesErrors, ListCategoriesResponses, ListItemsData, ListItemsErrors, ListItemsResponses, ListMenusData, ListMenusErrors, ListMenusResponses, ListModifiersData, ListModifiersErrors, ListModifiersResponses, ListOpenOrdersData, ListOpenOrdersErrors, ListOpenOrdersResponses, ListPurchaseOrdersData, ListPurchaseOrdersErrors, ListPurchaseOrdersResponses, ListSalesByItemData, ListSalesByItemErrors, ListSalesByItemResponses, ListStockAdjustmentsData, ListStockAdjustmentsErrors, ListStockAdjustmentsResponses, ListStockOnHandData, ListStockOnHandErrors, ListStockOnHandResponses, ListStockTransfersData, ListStockTransfersErrors, ListStockTransfersResponses, ListStoresData, ListStoresErrors, ListStoresResponses, ListSuppliersData, ListSuppliersErrors, ListSuppliersResponses, ListTaxesData, ListTaxesErrors, ListTaxesResponses, MintSandboxTokenData, MintSandboxTokenErrors, MintSandboxTokenResponses, ReceivePurchaseOrderData, ReceivePurchaseOrderErrors, ReceivePurchaseOrderResponses, ReceiveStockTransferData, ReceiveStockTransferErrors, ReceiveStockTransferResponses, RevokeTokenData, RevokeTokenErrors, RevokeTokenResponses, UpdateBrandData, UpdateBrandErrors, UpdateBrandResponses, UpdateCategoryData, UpdateCategoryErrors, UpdateCategoryResponses, UpdateItemData, UpdateItemErrors, UpdateItemResponses, UpdateMenuWithItemsData, UpdateMenuWithItemsErrors, UpdateMenuWithItemsResponses, UpdateModifierData, UpdateModifierErrors, UpdateModifierResponses, UpdatePurchaseOrderData, UpdatePurchaseOrderErrors, UpdatePurchaseOrderResponses, UpdateStockAdjustmentData, UpdateStockAdjustmentErrors, UpdateStockAdjustmentResponses, UpdateStockTransferData, UpdateStockTransferErrors, UpdateStockTransferResponses } from './types.gen.ts';

export type RouteHandlers = {
    mintSandboxToken: RouteHandler<{
        Body: MintSandboxTokenData['body'];
        Reply: MintSandboxTokenErrors & MintSandboxTokenResponses;
    }>;
    createToken: RouteHandler<{
        Body: CreateTokenData['body'];
        Reply: CreateTokenErrors & CreateTokenResponses;
    }>;
    revokeToken: RouteHandler<{
        Body: RevokeTokenData['body'];
        Reply: RevokeTokenErrors & RevokeTokenResponses;
    }>;
    getAuthorizationServer: RouteHandler<{
        Reply: GetAuthorizationServerErrors & GetAuthorizationServerResponses;
    }>;
    getJwks: RouteHandler<{
        Reply: GetJwksErrors & GetJwksResponses;
    }>;
    getContract: RouteHandler<{
        Reply: GetContractErrors & GetContractResponses;
    }>;
    listItems: RouteHandler<{
        Querystring?: ListItemsData['query'];
        Reply: ListItemsErrors & ListItemsResponses;
    }>;
    createItem: RouteHandler<{
        Body: CreateItemData['body'];
        Headers?: CreateItemData['headers'];
        Querystring?: CreateItemData['query'];
        Reply: CreateItemErrors & CreateItemResponses;
    }>;
    getItem: RouteHandler<{
        Headers?: GetItemData['headers'];
        Params: GetItemData['path'];
        Querystring: GetItemData['query'];
        Reply: GetItemErrors & GetItemResponses;
    }>;
    updateItem: RouteHandler<{
        Body: UpdateItemData['body'];
        Headers?: UpdateItemData['headers'];
        Params: UpdateItemData['path'];
        Querystring?: UpdateItemData['query'];
        Reply: UpdateItemErrors & UpdateItemResponses;
    }>;
    getItemStock: RouteHandler<{
        Params: GetItemStockData['path'];
        Querystring: GetItemStockData['query'];
        Reply: GetItemStockErrors & GetItemStockResponses;
    }>;
    listCategories: RouteHandler<{
        Querystring?: ListCategoriesData['query'];
        Reply: ListCategoriesErrors & ListCategoriesResponses;
    }>;
    createCategory: RouteHandler<{
        Body: CreateCategoryData['body'];
        Headers?: CreateCategoryData['headers'];
        Querystring?: CreateCategoryData['query'];
        Reply: CreateCategoryErrors & CreateCategoryResponses;
    }>;
    getCategory: RouteHandler<{
        Headers?: GetCategoryData['headers'];
        Params: GetCategoryData['path'];
        Reply: GetCategoryErrors & GetCategoryResponses;
    }>;
    updateCategory: RouteHandler<{
        Body: UpdateCategoryData['body'];
        Headers?: UpdateCategoryData['headers'];
        Params: UpdateCategoryData['path'];
        Querystring?: UpdateCategoryData['query'];
        Reply: UpdateCategoryErrors & UpdateCategoryResponses;
    }>;
    listBrands: RouteHandler<{
        Querystring?: ListBrandsData['query'];
        Reply: ListBrandsErrors & ListBrandsResponses;
    }>;
    createBrand: RouteHandler<{
        Body: CreateBrandData['body'];
        Headers?: CreateBrandData['headers'];
        Querystring?: CreateBrandData['query'];
        Reply: CreateBrandErrors & CreateBrandResponses;
    }>;
    getBrand: RouteHandler<{
        Headers?: GetBrandData['headers'];
        Params: GetBrandData['path'];
        Reply: GetBrandErrors & GetBrandResponses;
    }>;
    updateBrand: RouteHandler<{
        Body: UpdateBrandData['body'];
        Headers?: UpdateBrandData['headers'];
        Params: UpdateBrandData['path'];
        Querystring?: UpdateBrandData['query'];
        Reply: UpdateBrandErrors & UpdateBrandResponses;
    }>;
    listMenus: RouteHandler<{
        Querystring?: ListMenusData['query'];
        Reply: ListMenusErrors & ListMenusResponses;
    }>;
    createMenuWithItems: RouteHandler<{
        Body: CreateMenuWithItemsData['body'];
        Headers?: CreateMenuWithItemsData['headers'];
        Querystring?: CreateMenuWithItemsData['query'];
        Reply: CreateMenuWithItemsErrors & CreateMenuWithItemsResponses;
    }>;
    getMenuFull: RouteHandler<{
        Headers?: GetMenuFullData['headers'];
        Params: GetMenuFullData['path'];
        Reply: GetMenuFullErrors & GetMenuFullResponses;
    }>;
    updateMenuWithItems: RouteHandler<{
        Body: UpdateMenuWithItemsData['body'];
        Headers?: UpdateMenuWithItemsData['headers'];
        Params: UpdateMenuWithItemsData['path'];
        Querystring?: UpdateMenuWithItemsData['query'];
        Reply: UpdateMenuWithItemsErrors & UpdateMenuWithItemsResponses;
    }>;
    listModifiers: RouteHandler<{
        Querystring?: ListModifiersData['query'];
        Reply: ListModifiersErrors & ListModifiersResponses;
    }>;
    createModifier: RouteHandler<{
        Body: CreateModifierData['body'];
        Headers?: CreateModifierData['headers'];
        Querystring?: CreateModifierData['query'];
        Reply: CreateModifierErrors & CreateModifierResponses;
    }>;
    updateModifier: RouteHandler<{
        Body: UpdateModifierData['body'];
        Headers?: UpdateModifierData['headers'];
        Params: UpdateModifierData['path'];
        Querystring?: UpdateModifierData['query'];
        Reply: UpdateModifierErrors & UpdateModifierResponses;
    }>;
    getModifierFull: RouteHandler<{
        Headers?: GetModifierFullData['headers'];
        Params: GetModifierFullData['path'];
        Reply: GetModifierFullErrors & GetModifierFullResponses;
    }>;
    listPurchaseOrders: RouteHandler<{
        Querystring?: ListPurchaseOrdersData['query'];
        Reply: ListPurchaseOrdersErrors & ListPurchaseOrdersResponses;
    }>;
    createPurchaseOrder: RouteHandler<{
        Body: CreatePurchaseOrderData['body'];
        Headers?: CreatePurchaseOrderData['headers'];
        Querystring: CreatePurchaseOrderData['query'];
        Reply: CreatePurchaseOrderErrors & CreatePurchaseOrderResponses;
    }>;
    getPurchaseOrder: RouteHandler<{
        Headers?: GetPurchaseOrderData['headers'];
        Params: GetPurchaseOrderData['path'];
        Reply: GetPurchaseOrderErrors & GetPurchaseOrderResponses;
    }>;
    updatePurchaseOrder: RouteHandler<{
        Body: UpdatePurchaseOrderData['body'];
        Headers?: UpdatePurchaseOrderData['headers'];
        Params: UpdatePurchaseOrderData['path'];
        Querystring?: UpdatePurchaseOrderData['query'];
        Reply: UpdatePurchaseOrderErrors & UpdatePurchaseOrderResponses;
    }>;
    receivePurchaseOrder: RouteHandler<{
        Body: ReceivePurchaseOrderData['body'];
        Headers?: ReceivePurchaseOrderData['headers'];
        Params: ReceivePurchaseOrderData['path'];
        Querystring?: ReceivePurchaseOrderData['query'];
        Reply: ReceivePurchaseOrderErrors & ReceivePurchaseOrderResponses;
    }>;
    listStockTransfers: RouteHandler<{
        Querystring?: ListStockTransfersData['query'];
        Reply: ListStockTransfersErrors & ListStockTransfersResponses;
    }>;
    createStockTransfer: RouteHandler<{
        Body: CreateStockTransferData['body'];
        Headers?: CreateStockTransferData['headers'];
        Querystring: CreateStockTransferData['query'];
        Reply: CreateStockTransferErrors & CreateStockTransferResponses;
    }>;
    getStockTransfer: RouteHandler<{
        Headers?: GetStockTransferData['headers'];
        Params: GetStockTransferData['path'];
        Reply: GetStockTransferErrors & GetStockTransferResponses;
    }>;
    updateStockTransfer: RouteHandler<{
        Body: UpdateStockTransferData['body'];
        Headers?: UpdateStockTransferData['headers'];
        Params: UpdateStockTransferData['path'];
        Querystring?: UpdateStockTransferData['query'];
        Reply: UpdateStockTransferErrors & UpdateStockTransferResponses;
    }>;
    receiveStockTransfer: RouteHandler<{
        Body: ReceiveStockTransferData['body'];
        Headers?: ReceiveStockTransferData['headers'];
        Params: ReceiveStockTransferData['path'];
        Querystring?: ReceiveStockTransferData['query'];
        Reply: ReceiveStockTransferErrors & ReceiveStockTransferResponses;
    }>;
    listStockAdjustments: RouteHandler<{
        Querystring?: ListStockAdjustmentsData['query'];
        Reply: ListStockAdjustmentsErrors & ListStockAdjustmentsResponses;
    }>;
    createStockAdjustment: RouteHandler<{
        Body: CreateStockAdjustmentData['body'];
        Headers?: CreateStockAdjustmentData['headers'];
        Querystring: CreateStockAdjustmentData['query'];
        Reply: CreateStockAdjustmentErrors & CreateStockAdjustmentResponses;
    }>;
    getStockAdjustment: RouteHandler<{
        Headers?: GetStockAdjustmentData['headers'];
        Params: GetStockAdjustmentData['path'];
        Reply: GetStockAdjustmentErrors & GetStockAdjustmentResponses;
    }>;
    updateStockAdjustment: RouteHandler<{
        Body: UpdateStockAdjustmentData['body'];
        Headers?: UpdateStockAdjustmentData['headers'];
        Params: UpdateStockAdjustmentData['path'];
        Querystring?: UpdateStockAdjustmentData['query'];
        Reply: UpdateStockAdjustmentErrors & UpdateStockAdjustmentResponses;
    }>;
    listStores: RouteHandler<{
        Querystring?: ListStoresData['query'];
        Reply: ListStoresErrors & ListStoresResponses;
    }>;
    getStore: RouteHandler<{
        Headers?: GetStoreData['headers'];
        Params: GetStoreData['path'];
        Querystring?: GetStoreData['query'];
        Reply: GetStoreErrors & GetStoreResponses;
    }>;
    listOpenOrders: RouteHandler<{
        Params: ListOpenOrdersData['path'];
        Querystring?: ListOpenOrdersData['query'];
        Reply: ListOpenOrdersErrors & ListOpenOrdersResponses;
    }>;
    getDailySales: RouteHandler<{
        Querystring: GetDailySalesData['query'];
        Reply: GetDailySalesErrors & GetDailySalesResponses;
    }>;
    listSalesByItem: RouteHandler<{
        Querystring: ListSalesByItemData['query'];
        Reply: ListSalesByItemErrors & ListSalesByItemResponses;
    }>;
    listStockOnHand: RouteHandler<{
        Querystring?: ListStockOnHandData['query'];
        Reply: ListStockOnHandErrors & ListStockOnHandResponses;
    }>;
    listSuppliers: RouteHandler<{
        Querystring?: ListSuppliersData['query'];
        Reply: ListSuppliersErrors & ListSuppliersResponses;
    }>;
    getSupplier: RouteHandler<{
        Headers?: GetSupplierData['headers'];
        Params: GetSupplierData['path'];
        Reply: GetSupplierErrors & GetSupplierResponses;
    }>;
    listTaxes: RouteHandler<{
        Querystring?: ListTaxesData['query'];
        Reply: ListTaxesErrors & ListTaxesResponses;
    }>;
};
