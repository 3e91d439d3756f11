/**
 * Variables that each list sets, as expressions over its records, `data`. `allows(action)` tests whether a record can be
 * changed that way, and `header(name)` reads a header of the response.
 */
export const KEPT: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  listStores: { storeId: 'data[0]?.id', otherStoreId: 'data[1]?.id' },
  listItems: {
    itemId: 'data.filter((item) => item.type === 0)[0]?.id',
    otherItemId: 'data.filter((item) => item.type === 0)[1]?.id',
    variantItemId: 'data.find((item) => item.type === 1)?.id',
    variantId: 'data.find((item) => item.type === 1)?.variants[0].id',
    changesAfter: `header('Tillgate-Changes-After')`,
  },
  listCategories: { categoryId: 'data[0]?.id' },
  listBrands: { brandId: 'data[0]?.id' },
  listMenus: { menuId: 'data[0]?.id' },
  listModifiers: {
    modifierId: 'data[0]?.id',
    optionId: 'data[0]?.options[0].id',
    otherOptionId: 'data[0]?.options[1]?.id',
  },
  listSuppliers: { supplierId: 'data[0]?.id' },
  listTaxes: { taxId: 'data[0]?.id' },
  listPurchaseOrders: {
    purchaseOrderId: `data.find(allows('void'))?.id`,
    purchaseOrderLineId: `data.find(allows('void'))?.lines[0].id`,
    purchaseOrderLineOutstanding: `data.find(allows('void'))?.lines[0].outstanding`,
  },
  listStockTransfers: {
    stockTransferId: `data.find(allows('void'))?.id`,
    stockTransferLineId: `data.find(allows('void'))?.lines[0].id`,
    stockTransferLineOutstanding: `data.find(allows('void'))?.lines[0].outstanding`,
  },
  listStockAdjustments: {
    stockAdjustmentId: `data.find(allows('post'))?.id`,
    stockAdjustmentLineId: `data.find(allows('post'))?.lines[0].id`,
  },
  // The week until the latest movement, which a sale made or preceded.
  listStockMovements: {
    salesFrom: 'data[0] && new Date(Date.parse(data[0].at) - 6 * 86_400_000).toISOString().slice(0, 10)',
    salesTo: 'data[0]?.at.slice(0, 10)',
    movedItemId: 'data[0]?.itemId',
    movedStoreId: 'data[0]?.storeId',
  },
};

/** Variables by the property that refers to a record: one for the first record, one for another. */
export const REFERENCES: Readonly<Record<string, readonly string[]>> = {
  storeId: ['storeId'],
  fromStoreId: ['storeId'],
  toStoreId: ['otherStoreId'],
  supplierId: ['supplierId'],
  taxId: ['taxId'],
  groupId: ['categoryId'],
  parentId: ['categoryId'],
  brandId: ['brandId'],
  itemId: ['itemId', 'otherItemId'],
  itemIds: ['itemId', 'otherItemId'],
  variantId: ['variantId'],
  // The `id` of an option in its modifier group.
  optionId: ['optionId', 'otherOptionId'],
  merchant_id: ['merchantId'],
};

/** Variables by parameter: optional parameters that are sent, those of an item's movements, and required ones. */
export const SENT: Readonly<Record<string, string>> = { after: 'changesAfter' };
export const MOVED: Readonly<Record<string, string>> = { id: 'movedItemId', storeId: 'movedStoreId' };
export const REQUIRED: Readonly<Record<string, string>> = {
  storeId: 'storeId',
  from: 'salesFrom',
  to: 'salesTo',
  client_id: 'clientId',
  redirect_uri: 'redirectUri',
};

/** Variables in the bodies of the token endpoints, by property. */
export const CREDENTIALS: Readonly<Record<string, string>> = {
  client_id: 'clientId',
  client_secret: 'clientSecret',
  redirect_uri: 'redirectUri',
  code: 'code',
  code_verifier: 'codeVerifier',
  refresh_token: 'refreshToken',
  token: 'refreshToken',
};
