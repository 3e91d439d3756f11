// Generated from openapi/openapi.yaml: change that, then run `pnpm generate`.

import type { RouteHandler } from 'fastify';

import type { CreateBrandData, CreateBrandErrors, CreateBrandResponses, CreateCategoryData, CreateCategoryErrors, CreateCategoryResponses, CreateItemData, CreateItemErrors, CreateItemResponses, GetBrandData, GetBrandErrors, GetBrandResponses, GetCategoryData, GetCategoryErrors, GetCategoryResponses, GetContractErrors, GetContractResponses, GetDailySalesData, GetDailySalesErrors, GetDailySalesResponses, GetItemData, GetItemErrors, GetItemResponses, GetJwksErrors, GetJwksResponses, GetStoreData, GetStoreErrors, GetStoreResponses, GetSupplierData, GetSupplierErrors, GetSupplierResponses, ListBrandsData, ListBrandsErrors, ListBrandsResponses, ListCategoriesData, ListCategoriesErrors, ListCategoriesResponses, ListItemsData, ListItemsErrors, ListItemsResponses, ListOpenOrdersData, ListOpenOrdersErrors, ListOpenOrdersResponses, ListSalesByItemData, ListSalesByItemErrors, ListSalesByItemResponses, ListStockOnHandData, ListStockOnHandErrors, ListStockOnHandResponses, ListStoresData, ListStoresErrors, ListStoresResponses, ListSuppliersData, ListSuppliersErrors, ListSuppliersResponses, ListTaxesData, ListTaxesErrors, ListTaxesResponses, MintSandboxTokenData, MintSandboxTokenErrors, MintSandboxTokenResponses, UpdateBrandData, UpdateBrandErrors, UpdateBrandResponses, UpdateCategoryData, UpdateCategoryErrors, UpdateCategoryResponses, UpdateItemData, UpdateItemErrors, UpdateItemResponses } from './types.gen.ts';

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
    listStores: RouteHandler<{
        Querystring?: ListStoresData['query'];
        Reply: ListStoresErrors & ListStoresResponses;
    }>;
    getStore: RouteHandler<{
        Headers?: GetStoreData['headers'];
        Params: GetStoreData['path'];
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
