// Generated from openapi/openapi.yaml: change that, then run `pnpm generate`.

export const LISTS = {
  '/items': (data, { allows, header }) => ({
    itemId: data.filter((item) => item.type === 0)[0]?.id,
    otherItemId: data.filter((item) => item.type === 0)[1]?.id,
    variantItemId: data.find((item) => item.type === 1)?.id,
    variantId: data.find((item) => item.type === 1)?.variants[0].id,
    changesAfter: header('Tillgate-Changes-After'),
  }),
  '/categories': (data, { allows, header }) => ({
    categoryId: data[0]?.id,
  }),
  '/brands': (data, { allows, header }) => ({
    brandId: data[0]?.id,
  }),
  '/menus': (data, { allows, header }) => ({
    menuId: data[0]?.id,
  }),
  '/modifiers': (data, { allows, header }) => ({
    modifierId: data[0]?.id,
    optionId: data[0]?.options[0].id,
    otherOptionId: data[0]?.options[1]?.id,
  }),
  '/purchase-orders': (data, { allows, header }) => ({
    purchaseOrderId: data.find(allows('void'))?.id,
    purchaseOrderLineId: data.find(allows('void'))?.lines[0].id,
    purchaseOrderLineOutstanding: data.find(allows('void'))?.lines[0].outstanding,
  }),
  '/stock-transfers': (data, { allows, header }) => ({
    stockTransferId: data.find(allows('void'))?.id,
    stockTransferLineId: data.find(allows('void'))?.lines[0].id,
    stockTransferLineOutstanding: data.find(allows('void'))?.lines[0].outstanding,
  }),
  '/stock-adjustments': (data, { allows, header }) => ({
    stockAdjustmentId: data.find(allows('post'))?.id,
    stockAdjustmentLineId: data.find(allows('post'))?.lines[0].id,
  }),
  '/stock-movements': (data, { allows, header }) => ({
    salesFrom: data[0] && new Date(Date.parse(data[0].at) - 6 * 86_400_000).toISOString().slice(0, 10),
    salesTo: data[0]?.at.slice(0, 10),
    movedItemId: data[0]?.itemId,
    movedStoreId: data[0]?.storeId,
  }),
  '/stores': (data, { allows, header }) => ({
    storeId: data[0]?.id,
    otherStoreId: data[1]?.id,
  }),
  '/suppliers': (data, { allows, header }) => ({
    supplierId: data[0]?.id,
  }),
  '/taxes': (data, { allows, header }) => ({
    taxId: data[0]?.id,
  }),
};

export const EXAMPLES = {
  mintSandboxToken: {"parameters":{},"bodies":{"namedMerchant":[[["client_id"],"clientId"],[["client_secret"],"clientSecret"],[["merchant_id"],"merchantId"]],"oneMerchant":[[["client_id"],"clientId"],[["client_secret"],"clientSecret"]]}},
  authorize: {"parameters":{"client_id":"clientId","redirect_uri":"redirectUri"},"bodies":{}},
  createToken: {"parameters":{},"bodies":{"code":[[["code"],"code"],[["redirect_uri"],"redirectUri"],[["code_verifier"],"codeVerifier"],[["client_id"],"clientId"],[["client_secret"],"clientSecret"]],"refresh":[[["refresh_token"],"refreshToken"]],"sandbox":[[["merchant_id"],"merchantId"],[["client_id"],"clientId"],[["client_secret"],"clientSecret"]]}},
  revokeToken: {"parameters":{},"bodies":{"revoke":[[["token"],"refreshToken"],[["client_id"],"clientId"],[["client_secret"],"clientSecret"]]}},
  createItem: {"parameters":{},"bodies":{"ItemCreate":[[["groupId"],"categoryId"],[["taxId"],"taxId"],[["stores",0,"storeId"],"storeId"]],"ComboItemCreate":[[["components",0,"itemId"],"itemId"],[["components",1,"itemId"],"otherItemId"]]}},
  getItem: {"parameters":{"id":"itemId","storeId":"storeId"},"bodies":{}},
  updateItem: {"parameters":{"id":"itemId"},"bodies":{}},
  getItemStock: {"parameters":{"id":"movedItemId","storeId":"movedStoreId"},"bodies":{}},
  createCategory: {"parameters":{},"bodies":{"CategoryCreate":[[["parentId"],"categoryId"]]}},
  getCategory: {"parameters":{"id":"categoryId"},"bodies":{}},
  updateCategory: {"parameters":{"id":"categoryId"},"bodies":{}},
  getBrand: {"parameters":{"id":"brandId"},"bodies":{}},
  updateBrand: {"parameters":{"id":"brandId"},"bodies":{}},
  createMenuWithItems: {"parameters":{},"bodies":{"MenuCreate":[[["items",0,"itemId"],"itemId"],[["items",1,"itemId"],"otherItemId"],[["stores",0,"storeId"],"storeId"]]}},
  getMenuFull: {"parameters":{"id":"menuId"},"bodies":{}},
  updateMenuWithItems: {"parameters":{"id":"menuId"},"bodies":{"MenuUpdate":[[["items",0,"itemId"],"itemId"]]}},
  createModifier: {"parameters":{},"bodies":{"ModifierGroupCreate":[[["options",1,"itemId"],"itemId"],[["itemIds",0],"otherItemId"]]}},
  updateModifier: {"parameters":{"id":"modifierId"},"bodies":{"ModifierGroupUpdate":[[["options",0,"id"],"optionId"],[["options",1,"id"],"otherOptionId"]]}},
  getModifierFull: {"parameters":{"id":"modifierId"},"bodies":{}},
  createPurchaseOrder: {"parameters":{},"bodies":{"PurchaseOrderCreate":[[["supplierId"],"supplierId"],[["storeId"],"storeId"],[["lines",0,"itemId"],"itemId"],[["lines",0,"taxId"],"taxId"]]}},
  getPurchaseOrder: {"parameters":{"id":"purchaseOrderId"},"bodies":{}},
  updatePurchaseOrder: {"parameters":{"id":"purchaseOrderId"},"bodies":{"PurchaseOrderUpdate":[[["lines",0,"id"],"purchaseOrderLineId"],[["lines",0,"itemId"],"itemId"],[["lines",1,"itemId"],"otherItemId"]]}},
  receivePurchaseOrder: {"parameters":{"id":"purchaseOrderId"},"bodies":{"PurchaseOrderReceipt":[[["lines",0,"lineId"],"purchaseOrderLineId"],[["lines",0,"quantity"],"purchaseOrderLineOutstanding"]]}},
  createStockTransfer: {"parameters":{},"bodies":{"StockTransferCreate":[[["fromStoreId"],"storeId"],[["toStoreId"],"otherStoreId"],[["lines",0,"itemId"],"itemId"],[["lines",1,"itemId"],"variantItemId"],[["lines",1,"variantId"],"variantId"]]}},
  getStockTransfer: {"parameters":{"id":"stockTransferId"},"bodies":{}},
  updateStockTransfer: {"parameters":{"id":"stockTransferId"},"bodies":{"StockTransferUpdate":[[["lines",0,"id"],"stockTransferLineId"],[["lines",0,"itemId"],"itemId"],[["lines",1,"itemId"],"otherItemId"]]}},
  receiveStockTransfer: {"parameters":{"id":"stockTransferId"},"bodies":{"StockTransferReceipt":[[["lines",0,"lineId"],"stockTransferLineId"],[["lines",0,"quantity"],"stockTransferLineOutstanding"]]}},
  createStockAdjustment: {"parameters":{},"bodies":{"StockAdjustmentCreate":[[["storeId"],"storeId"],[["lines",0,"itemId"],"itemId"]],"StockCountCreate":[[["storeId"],"storeId"],[["lines",0,"itemId"],"itemId"],[["lines",1,"itemId"],"variantItemId"],[["lines",1,"variantId"],"variantId"]]}},
  getStockAdjustment: {"parameters":{"id":"stockAdjustmentId"},"bodies":{}},
  updateStockAdjustment: {"parameters":{"id":"stockAdjustmentId"},"bodies":{"StockAdjustmentUpdate":[[["lines",0,"id"],"stockAdjustmentLineId"],[["lines",0,"itemId"],"itemId"]]}},
  getStore: {"parameters":{"id":"storeId"},"bodies":{}},
  listOpenOrders: {"parameters":{"id":"storeId"},"bodies":{}},
  getDailySales: {"parameters":{"from":"salesFrom","to":"salesTo"},"bodies":{}},
  listSalesByItem: {"parameters":{"from":"salesFrom","to":"salesTo"},"bodies":{}},
  listChanges: {"parameters":{"after":"changesAfter"},"bodies":{}},
  getSupplier: {"parameters":{"id":"supplierId"},"bodies":{}},
};
