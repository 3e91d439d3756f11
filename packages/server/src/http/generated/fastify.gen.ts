// Generated from openapi/openapi.yaml: change that, then run `pnpm generate`.

import type { RouteHandler } from 'fastify';

import type { CreateBrandData, CreateBrandErrors, CreateBrandResponses, CreateCategoryData, CreateCategoryErrors, CreateCategoryResponses, CreateItemData, CreateItemErrors, CreateItemResponses, CreateStockAdjustmentData, CreateStockAdjustmentErrors, CreateStockAdjustmentResponses, CreateStockTransferData, CreateStockTransferErrors, CreateStockTransferResponses, GetBrandData, GetBrandErrors, GetBrandResponses, GetCategoryData, GetCategoryErrors, GetCategoryResponses, GetContractErrors, GetContractResponses, GetItemData, GetItemErrors, GetItemResponses, GetJwksErrors, GetJwksResponses, GetStockAdjustmentData, GetStockAdjustmentErrors, GetStockAdjustmentResponses, GetStockTransferData, GetStockTransferErrors, GetStockTransferResponses, GetStoreData, GetStoreErrors, GetStoreResponses, GetSupplierData, GetSupplierErrors, GetSupplierResponses, ListBrandsData, ListBrandsErrors, ListBrandsResponses, ListCategoriesData, ListCategoriesErrors, ListCategoriesResponses, ListItemsData, ListItemsErrors, ListItemsResponses, ListStockAdjustmentsData, ListStockAdjustmentsErrors, ListStockAdjustmentsResponses, ListStockTransfersData, ListStockTransfersErrors, ListStockTransfersResponses, ListStoresData, ListStoresErrors, ListStoresResponses, ListSuppliersData, ListSuppliersErrors, ListSuppliersResponses, ListTaxesData, ListTaxesErrors, ListTaxesResponses, MintSandboxTokenData, MintSandboxTokenErrors, MintSandboxTokenResponses, ReceiveStockTransferData, ReceiveStockTransferErrors, ReceiveStockTransferResponses, UpdateBrandData, UpdateBrandErrors, UpdateBrandResponses, UpdateCategoryData, UpdateCategoryErrors, UpdateCategoryResponses, UpdateItemData, UpdateItemErrors, UpdateItemResponses, UpdateStockAdjustmentData, UpdateStockAdjustmentErrors, UpdateStockAdjustmentResponses, UpdateStockTransferData, UpdateStockTransferErrors, UpdateStockTransferResponses } from './types.gen.ts';

export type RouteHandlers = {
    mintSandboxToken: RouteHandler<{
        Body: MintSandboxTokenData['body'];
        Reply: MintSandboxTokenErrors & MintSandboxTokenResponses;
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
        Reply: UpdateItemErrors & UpdateItemResponses;
    }>;
    listCategories: RouteHandler<{
        Querystring?: ListCategoriesData['query'];
        Reply: ListCategoriesErrors & ListCategoriesResponses;
    }>;
    createCategory: RouteHandler<{
        Body: CreateCategoryData['body'];
        Headers?: CreateCategoryData['headers'];
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
        Reply: UpdateCategoryErrors & UpdateCategoryResponses;
    }>;
    listBrands: RouteHandler<{
        Querystring?: ListBrandsData['query'];
        Reply: ListBrandsErrors & ListBrandsResponses;
    }>;
    createBrand: RouteHandler<{
        Body: CreateBrandData['body'];
        Headers?: CreateBrandData['headers'];
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
        Reply: UpdateBrandErrors & UpdateBrandResponses;
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
        Reply: UpdateStockTransferErrors & UpdateStockTransferResponses;
    }>;
    receiveStockTransfer: RouteHandler<{
        Body: ReceiveStockTransferData['body'];
        Headers?: ReceiveStockTransferData['headers'];
        Params: ReceiveStockTransferData['path'];
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
        Reply: UpdateStockAdjustmentErrors & UpdateStockAdjustmentResponses;
    }>;
    listStores: RouteHandler<{
        Querystring?: ListStoresData['query'];
        Reply: ListStoresErrors & ListStoresResponses;
    }>;
    getStore: RouteHandler<{
        Headers?: GetStoreData['headers'];
        Params: GetStoreData['path'];
        Reply: GetStoreErrors & GetStoreResponses;
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
