/** Variables for the reader to fill in; addresses default to a local server. */
export const SETTINGS = [
  { key: 'baseUrl', value: 'http://localhost:3000/v1', description: 'The API, with its version.' },
  { key: 'authUrl', value: 'http://localhost:3001', description: 'The host of the consent screen.' },
  { key: 'clientId', value: '', description: 'Client id of a sandbox app.' },
  { key: 'clientSecret', value: '', description: 'Its client secret.' },
  { key: 'merchantId', value: '', description: 'Id of one of its sandbox merchants.' },
  { key: 'redirectUri', value: 'https://app.example/callback', description: 'A redirect URI of the app.' },
  { key: 'code', value: '', description: 'The code that the redirect URI received.' },
  { key: 'codeVerifier', value: '', description: 'The PKCE verifier of that code.' },
  { key: 'refreshToken', value: '', description: 'Set by the exchange of a code.' },
];

/** Mints a token for the merchant before the first request that needs one, and again before it expires. */
export const MINT = `
if (pm.variables.get('clientId') && Date.now() > Number(pm.variables.get('accessTokenUntil') || 0)) {
  pm.sendRequest({
    url: pm.variables.get('baseUrl') + '/token',
    method: 'POST',
    header: { 'Content-Type': 'application/json' },
    body: {
      mode: 'raw',
      raw: JSON.stringify({
        client_id: pm.variables.get('clientId'),
        client_secret: pm.variables.get('clientSecret'),
        merchant_id: Number(pm.variables.get('merchantId')),
      }),
    },
  }, (error, response) => {
    if (error || response.code !== 200) throw new Error('No access token: ' + (error || response.text()));
    pm.collectionVariables.set('accessToken', response.json().access_token);
    pm.collectionVariables.set('accessTokenUntil', String(Date.now() + 14 * 60 * 1000));
  });
}`;

/** Stores the tokens of a response for later requests. */
export const KEEP_TOKENS = `
const tokens = pm.response.json();
if (tokens.access_token) {
  pm.collectionVariables.set('accessToken', tokens.access_token);
  pm.collectionVariables.set('accessTokenUntil', String(Date.now() + 14 * 60 * 1000));
}
if (tokens.refresh_token) pm.collectionVariables.set('refreshToken', tokens.refresh_token);`;

/** Variables that each list stores, as expressions over its records, `data`. */
export const KEPT: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  listStores: { storeId: 'data[0]?.id', otherStoreId: 'data[1]?.id' },
  listItems: {
    itemId: 'data.filter((item) => item.type === 0)[0]?.id',
    otherItemId: 'data.filter((item) => item.type === 0)[1]?.id',
    variantItemId: 'data.find((item) => item.type === 1)?.id',
    variantId: 'data.find((item) => item.type === 1)?.variants[0].id',
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
};

/** Properties that refer to a record, with the variables for the first record and for another. */
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
  merchant_id: ['merchantId'],
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
