// Generated from openapi/openapi.yaml: change that, then run `pnpm generate`.

export const RESOURCE_SCOPES = {
    items: 'items.read',
    stock: 'items.read',
    categories: 'categories.read',
    brands: 'brands.read',
    menus: 'menus.read',
    modifiers: 'modifiers.read',
    purchaseOrders: 'purchase_orders.read',
    stockTransfers: 'stock_transfers.read',
    stockAdjustments: 'stock_adjustments.read',
    openOrders: 'orders.read',
    dailySales: 'reports.read',
    stores: 'stores.read',
    suppliers: 'suppliers.read',
    taxes: 'taxes.read',
} as const;
