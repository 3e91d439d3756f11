// Generated from openapi/openapi.yaml: change that, then run `pnpm generate`.

import type { BatchItemsData, BatchItemsResponses, CreateBrandData, CreateBrandResponses, CreateCategoryData, CreateCategoryResponses, CreateItemData, CreateItemResponses, CreateMenuWithItemsData, CreateMenuWithItemsResponses, CreateModifierData, CreateModifierResponses, CreatePurchaseOrderData, CreatePurchaseOrderResponses, CreateStockAdjustmentData, CreateStockAdjustmentResponses, CreateStockTransferData, CreateStockTransferResponses, CreateTokenData, CreateTokenResponses, GetAuthorizationServerResponses, GetBrandData, GetBrandResponses, GetCategoryData, GetCategoryResponses, GetContractResponses, GetDailySalesData, GetDailySalesResponses, GetItemData, GetItemResponses, GetItemStockData, GetItemStockResponses, GetJwksResponses, GetMenuFullData, GetMenuFullResponses, GetModifierFullData, GetModifierFullResponses, GetPurchaseOrderData, GetPurchaseOrderResponses, GetStockAdjustmentData, GetStockAdjustmentResponses, GetStockTransferData, GetStockTransferResponses, GetStoreData, GetStoreResponses, GetSupplierData, GetSupplierResponses, ListBrandsData, ListBrandsResponses, ListCategoriesData, ListCategoriesResponses, ListChangesData, ListChangesResponses, ListItemsData, ListItemsResponses, ListMenusData, ListMenusResponses, ListModifiersData, ListModifiersResponses, ListOpenOrdersData, ListOpenOrdersResponses, ListPurchaseOrdersData, ListPurchaseOrdersResponses, ListSalesByItemData, ListSalesByItemResponses, ListStockAdjustmentsData, ListStockAdjustmentsResponses, ListStockMovementsData, ListStockMovementsResponses, ListStockOnHandData, ListStockOnHandResponses, ListStockTransfersData, ListStockTransfersResponses, ListStoresData, ListStoresResponses, ListSuppliersData, ListSuppliersResponses, ListTaxesData, ListTaxesResponses, MintSandboxTokenData, MintSandboxTokenResponses, ReceivePurchaseOrderData, ReceivePurchaseOrderResponses, ReceiveStockTransferData, ReceiveStockTransferResponses, RevokeTokenData, RevokeTokenResponses, UpdateBrandData, UpdateBrandResponses, UpdateCategoryData, UpdateCategoryResponses, UpdateItemData, UpdateItemResponses, UpdateMenuWithItemsData, UpdateMenuWithItemsResponses, UpdateModifierData, UpdateModifierResponses, UpdatePurchaseOrderData, UpdatePurchaseOrderResponses, UpdateStockAdjustmentData, UpdateStockAdjustmentResponses, UpdateStockTransferData, UpdateStockTransferResponses } from './types.gen.ts';

export type Operations = {
    mintSandboxToken: {
        body: MintSandboxTokenData['body'];
        responses: MintSandboxTokenResponses;
    };
    createToken: {
        body: CreateTokenData['body'];
        responses: CreateTokenResponses;
    };
    revokeToken: {
        body: RevokeTokenData['body'];
        responses: RevokeTokenResponses;
    };
    getAuthorizationServer: {
        responses: GetAuthorizationServerResponses;
    };
    getJwks: {
        responses: GetJwksResponses;
    };
    getContract: {
        responses: GetContractResponses;
    };
    listItems: {
        query: ListItemsData['query'];
        responses: ListItemsResponses;
    };
    createItem: {
        query: CreateItemData['query'];
        body: CreateItemData['body'];
        responses: CreateItemResponses;
    };
    batchItems: {
        query: BatchItemsData['query'];
        body: BatchItemsData['body'];
        responses: BatchItemsResponses;
    };
    getItem: {
        path: GetItemData['path'];
        query: GetItemData['query'];
        responses: GetItemResponses;
    };
    updateItem: {
        path: UpdateItemData['path'];
        query: UpdateItemData['query'];
        body: UpdateItemData['body'];
        responses: UpdateItemResponses;
    };
    getItemStock: {
        path: GetItemStockData['path'];
        query: GetItemStockData['query'];
        responses: GetItemStockResponses;
    };
    listCategories: {
        query: ListCategoriesData['query'];
        responses: ListCategoriesResponses;
    };
    createCategory: {
        query: CreateCategoryData['query'];
        body: CreateCategoryData['body'];
        responses: CreateCategoryResponses;
    };
    getCategory: {
        path: GetCategoryData['path'];
        responses: GetCategoryResponses;
    };
    updateCategory: {
        path: UpdateCategoryData['path'];
        query: UpdateCategoryData['query'];
        body: UpdateCategoryData['body'];
        responses: UpdateCategoryResponses;
    };
    listBrands: {
        query: ListBrandsData['query'];
        responses: ListBrandsResponses;
    };
    createBrand: {
        query: CreateBrandData['query'];
        body: CreateBrandData['body'];
        responses: CreateBrandResponses;
    };
    getBrand: {
        path: GetBrandData['path'];
        responses: GetBrandResponses;
    };
    updateBrand: {
        path: UpdateBrandData['path'];
        query: UpdateBrandData['query'];
        body: UpdateBrandData['body'];
        responses: UpdateBrandResponses;
    };
    listMenus: {
        query: ListMenusData['query'];
        responses: ListMenusResponses;
    };
    createMenuWithItems: {
        query: CreateMenuWithItemsData['query'];
        body: CreateMenuWithItemsData['body'];
        responses: CreateMenuWithItemsResponses;
    };
    getMenuFull: {
        path: GetMenuFullData['path'];
        responses: GetMenuFullResponses;
    };
    updateMenuWithItems: {
        path: UpdateMenuWithItemsData['path'];
        query: UpdateMenuWithItemsData['query'];
        body: UpdateMenuWithItemsData['body'];
        responses: UpdateMenuWithItemsResponses;
    };
    listModifiers: {
        query: ListModifiersData['query'];
        responses: ListModifiersResponses;
    };
    createModifier: {
        query: CreateModifierData['query'];
        body: CreateModifierData['body'];
        responses: CreateModifierResponses;
    };
    updateModifier: {
        path: UpdateModifierData['path'];
        query: UpdateModifierData['query'];
        body: UpdateModifierData['body'];
        responses: UpdateModifierResponses;
    };
    getModifierFull: {
        path: GetModifierFullData['path'];
        responses: GetModifierFullResponses;
    };
    listPurchaseOrders: {
        query: ListPurchaseOrdersData['query'];
        responses: ListPurchaseOrdersResponses;
    };
    createPurchaseOrder: {
        query: CreatePurchaseOrderData['query'];
        body: CreatePurchaseOrderData['body'];
        responses: CreatePurchaseOrderResponses;
    };
    getPurchaseOrder: {
        path: GetPurchaseOrderData['path'];
        responses: GetPurchaseOrderResponses;
    };
    updatePurchaseOrder: {
        path: UpdatePurchaseOrderData['path'];
        query: UpdatePurchaseOrderData['query'];
        body: UpdatePurchaseOrderData['body'];
        responses: UpdatePurchaseOrderResponses;
    };
    receivePurchaseOrder: {
        path: ReceivePurchaseOrderData['path'];
        query: ReceivePurchaseOrderData['query'];
        body: ReceivePurchaseOrderData['body'];
        responses: ReceivePurchaseOrderResponses;
    };
    listStockTransfers: {
        query: ListStockTransfersData['query'];
        responses: ListStockTransfersResponses;
    };
    createStockTransfer: {
        query: CreateStockTransferData['query'];
        body: CreateStockTransferData['body'];
        responses: CreateStockTransferResponses;
    };
    getStockTransfer: {
        path: GetStockTransferData['path'];
        responses: GetStockTransferResponses;
    };
    updateStockTransfer: {
        path: UpdateStockTransferData['path'];
        query: UpdateStockTransferData['query'];
        body: UpdateStockTransferData['body'];
        responses: UpdateStockTransferResponses;
    };
    receiveStockTransfer: {
        path: ReceiveStockTransferData['path'];
        query: ReceiveStockTransferData['query'];
        body: ReceiveStockTransferData['body'];
        responses: ReceiveStockTransferResponses;
    };
    listStockAdjustments: {
        query: ListStockAdjustmentsData['query'];
        responses: ListStockAdjustmentsResponses;
    };
    createStockAdjustment: {
        query: CreateStockAdjustmentData['query'];
        body: CreateStockAdjustmentData['body'];
        responses: CreateStockAdjustmentResponses;
    };
    getStockAdjustment: {
        path: GetStockAdjustmentData['path'];
        responses: GetStockAdjustmentResponses;
    };
    updateStockAdjustment: {
        path: UpdateStockAdjustmentData['path'];
        query: UpdateStockAdjustmentData['query'];
        body: UpdateStockAdjustmentData['body'];
        responses: UpdateStockAdjustmentResponses;
    };
    listStockMovements: {
        query: ListStockMovementsData['query'];
        responses: ListStockMovementsResponses;
    };
    listStores: {
        query: ListStoresData['query'];
        responses: ListStoresResponses;
    };
    getStore: {
        path: GetStoreData['path'];
        query: GetStoreData['query'];
        responses: GetStoreResponses;
    };
    listOpenOrders: {
        path: ListOpenOrdersData['path'];
        query: ListOpenOrdersData['query'];
        responses: ListOpenOrdersResponses;
    };
    getDailySales: {
        query: GetDailySalesData['query'];
        responses: GetDailySalesResponses;
    };
    listSalesByItem: {
        query: ListSalesByItemData['query'];
        responses: ListSalesByItemResponses;
    };
    listStockOnHand: {
        query: ListStockOnHandData['query'];
        responses: ListStockOnHandResponses;
    };
    listChanges: {
        query: ListChangesData['query'];
        responses: ListChangesResponses;
    };
    listSuppliers: {
        query: ListSuppliersData['query'];
        responses: ListSuppliersResponses;
    };
    getSupplier: {
        path: GetSupplierData['path'];
        responses: GetSupplierResponses;
    };
    listTaxes: {
        query: ListTaxesData['query'];
        responses: ListTaxesResponses;
    };
};
