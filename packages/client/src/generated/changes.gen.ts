// Generated from openapi/openapi.yaml: change that, then run `pnpm generate`.

import type * as Api from './types.gen.ts';

export interface ChangedRecords {
    items: Api.Item;
    stock: Api.StockLevel;
    categories: Api.Category;
    brands: Api.Brand;
    menus: Api.MenuFull;
    modifiers: Api.ModifierGroupFull;
    purchaseOrders: Api.PurchaseOrder;
    stockTransfers: Api.StockTransfer;
    stockAdjustments: Api.StockAdjustment;
    openOrders: Api.OpenOrder;
    dailySales: Api.SalesOfDay;
    stores: Api.Store;
    suppliers: Api.Supplier;
    taxes: Api.Tax;
}
