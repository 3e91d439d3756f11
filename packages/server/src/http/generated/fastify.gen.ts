// Generated from openapi/openapi.yaml: change that, then run `pnpm generate`.

import type { RouteHandler } from 'fastify';

import type { CreateBrandData, CreateBrandErrors, CreateBrandResponses, CreateCategoryData, CreateCategoryErrors, CreateCategoryResponses, CreateItemData, CreateItemErrors, CreateItemResponses, CreateMenuWithItemsData, CreateMenuWithItemsErrors, CreateMenuWithItemsResponses, CreateModifierData, CreateModifierErrors, CreateModifierResponses, CreateTokenData, CreateTokenErrors, CreateTokenResponses, GetAuthorizationServerErrors, GetAuthorizationServerResponses, GetBrandData, GetBrandErrors, GetBrandResponses, GetCategoryData, GetCategoryErrors, GetCategoryResponses, GetContractErrors, GetContractResponses, GetItemData, GetItemErrors, GetItemResponses, GetJwksErrors, GetJwksResponses, GetMenuFullData, GetMenuFullErrors, GetMenuFullResponses, GetModifierFullData, GetModifierFullErrors, GetModifierFullResponses, GetStoreData, GetStoreErrors, GetStoreResponses, GetSupplierData, GetSupplierErrors, GetSupplierResponses, ListBrandsData, ListBrandsErrors, ListBrandsResponses, ListCategoriesData, ListCategoriesErrors, ListCategoriesResponses, ListItemsData, ListItemsErrors, ListItemsResponses, ListMenusData, ListMenusErrors, ListMenusResponses, ListModifiersData, ListModifiersErrors, ListModifiersResponses, ListStoresData, ListStoresErrors, ListStoresResponses, ListSuppliersData, ListSuppliersErrors, ListSuppliersResponses, ListTaxesData, ListTaxesErrors, ListTaxesResponses, MintSandboxTokenData, MintSandboxTokenErrors, MintSandboxTokenResponses, RevokeTokenData, RevokeTokenErrors, RevokeTokenResponses, UpdateBrandData, UpdateBrandErrors, UpdateBrandResponses, UpdateCategoryData, UpdateCategoryErrors, UpdateCategoryResponses, UpdateItemData, UpdateItemErrors, UpdateItemResponses, UpdateMenuWithItemsData, UpdateMenuWithItemsErrors, UpdateMenuWithItemsResponses, UpdateModifierData, UpdateModifierErrors, UpdateModifierResponses } from './types.gen.ts';

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
    listMenus: RouteHandler<{
        Querystring?: ListMenusData['query'];
        Reply: ListMenusErrors & ListMenusResponses;
    }>;
    createMenuWithItems: RouteHandler<{
        Body: CreateMenuWithItemsData['body'];
        Headers?: CreateMenuWithItemsData['headers'];
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
        Reply: UpdateMenuWithItemsErrors & UpdateMenuWithItemsResponses;
    }>;
    listModifiers: RouteHandler<{
        Querystring?: ListModifiersData['query'];
        Reply: ListModifiersErrors & ListModifiersResponses;
    }>;
    createModifier: RouteHandler<{
        Body: CreateModifierData['body'];
        Headers?: CreateModifierData['headers'];
        Reply: CreateModifierErrors & CreateModifierResponses;
    }>;
    updateModifier: RouteHandler<{
        Body: UpdateModifierData['body'];
        Headers?: UpdateModifierData['headers'];
        Params: UpdateModifierData['path'];
        Reply: UpdateModifierErrors & UpdateModifierResponses;
    }>;
    getModifierFull: RouteHandler<{
        Headers?: GetModifierFullData['headers'];
        Params: GetModifierFullData['path'];
        Reply: GetModifierFullErrors & GetModifierFullResponses;
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
