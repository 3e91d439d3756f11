import type { ProxyFault } from '../fault.ts';
import { asks, ignores, ignoresHeader, loses, swap } from '../kinds/requests.ts';

/** Requests that are not heeded: parameters, headers, properties. */

export const REQUEST_FAULTS: readonly ProxyFault[] = [
  ...['groupId', 'brandId', 'taxId', 'stockStatus', 'weighingScale', 'type'].map((name) =>
    ignores(name, `items.filter.${name}`, /items/),
  ),
  ignores('search', 'lists.search'),
  ignores('search', 'items.search', /items/),
  ignores('status', 'lists.status'),
  ignores('sort', 'lists.sort'),
  ignores('order', 'lists.order'),
  ignores('page', 'lists.pages'),
  ignores('limit', 'lists.limit'),
  ignores('cursor', 'lists.cursor'),
  ignores('companyId', 'keys.sandbox_automatic'),
  ...['delivery', 'takeaway', 'online'].map((name) => ignores(name, 'menus.flags', /menus/)),
  ignores('itemSearch', 'modifiers.item_search'),
  ...['supplierId', 'storeId', 'purchStatus', 'orderNos', 'provider'].map((name) =>
    ignores(name, `purchases.filter.${name}`, /purchase-orders$/),
  ),
  ignores('storeIds', 'purchases.filter.storeId', /purchase-orders$/),
  ignores('fromDate', 'purchases.dates', /purchase-orders$/),
  ignores('toDate', 'purchases.dates', /purchase-orders$/),
  ignores('includeVoided', 'purchases.voided_hidden', /purchase-orders$/),
  ignores('transactions', 'purchases.transactions'),
  ...['fromStoreId', 'toStoreId'].map((name) => ignores(name, 'transfers.filter.stores')),
  ignores('transferStatus', 'transfers.filter.transferStatus'),
  ignores('includeVoided', 'transfers.voided_hidden', /stock-transfers$/),
  ...['fromDate', 'toDate'].map((name) => ignores(name, 'transfers.dates', /stock-transfers$/)),
  ignores('search', 'transfers.search', /stock-transfers$/),
  ignores('search', 'purchases.search', /purchase-orders$/),
  ...['storeId', 'type', 'status'].map((name) => ignores(name, 'adjustments.filters', /stock-adjustments$/)),
  ...['fromDate', 'toDate'].map((name) => ignores(name, 'adjustments.dates', /stock-adjustments$/)),
  ...['storeId', 'itemId'].map((name) => ignores(name, 'stock.ledger', /stock-on-hand$/)),
  ignores('dryRun', 'dry_run'),
  asks('receive-later', 'purchases.receive_on_create', 'receive=true leaves a draft', (passing) => {
    if (passing.url.includes('/purchase-orders')) passing.url = passing.url.replace('receive=true', 'receive=false');
  }),
  asks('transfer-later', 'transfers.receive_on_create', 'receive=true leaves a draft transfer', (passing) => {
    if (passing.url.includes('/stock-transfers')) passing.url = passing.url.replace('receive=true', 'receive=false');
  }),
  asks('post-later', 'adjustments.post', 'post=true does not post', (passing) => {
    passing.url = passing.url.replace('post=true', 'post=false');
  }),
  asks('post-at-once', 'adjustments.post', 'post=false posts', (passing) => {
    passing.url = passing.url.replace('post=false', 'post=true');
  }),
  asks(
    'adjustments-unclamped',
    'adjustments.limit_clamped',
    'stock adjustments refuse a limit above 100',
    (passing) => {
      if (passing.url.includes('/stock-adjustments')) passing.url = passing.url.replace('limit=101', 'limit=0');
    },
  ),
  asks('receives-everything', 'purchases.receive', 'a receipt of some receives everything', (passing) => {
    if (/purchase-orders\/\d+\/receive/.test(passing.url)) passing.requestBody = '{}';
  }),
  asks('transfers-everything', 'transfers.receive', 'a receipt of some moves everything', (passing) => {
    if (/stock-transfers\/\d+\/receive/.test(passing.url)) passing.requestBody = '{}';
  }),
  asks('quantities-whole', 'transfers.receive', 'quantities are cut to whole numbers', (passing) => {
    passing.requestBody = passing.requestBody.replaceAll(/"quantity":"(\d+)\.\d+"/g, '"quantity":"$1"');
  }),
  asks('adds-for-removes', 'adjustments.add_remove', 'a removal adds', (passing) => {
    if (passing.url.includes('/stock-adjustments'))
      passing.requestBody = passing.requestBody.replace('"type":2', '"type":1');
  }),
  asks('counts-as-additions', 'adjustments.count', 'a count adds', (passing) => {
    if (passing.url.includes('/stock-adjustments'))
      passing.requestBody = passing.requestBody.replace('"type":0', '"type":1');
  }),
  asks('void-lost', 'adjustments.void_reverses', 'voiding does nothing', (passing) => {
    if (passing.url.includes('/stock-adjustments/'))
      passing.requestBody = passing.requestBody.replace('{"status":2}', '{"reason":null}');
  }),
  ignoresHeader('if-match', 'http.if_match'),
  ignoresHeader('if-none-match', 'http.if_none_match'),
  ignoresHeader('idempotency-key', 'http.idempotency_replay'),
  ignoresHeader('x-correlation-id', 'http.correlation_id_kept'),
  ignoresHeader('accept-language', 'oauth.localised'),
  asks('search-case', 'lists.search', 'searches in lower case only', (passing) =>
    swap(passing, 'search', (text) => `${text}${/[A-Z]/.test(text) ? ' conf-never' : ''}`),
  ),
  asks('limit-less-one', 'lists.limit', 'pages are one record short', (passing) =>
    swap(passing, 'limit', (text) => (/^[2-9]$|^\d\d+$/.test(text) ? String(Number(text) - 1) : text)),
  ),
  asks('clamps-limit', 'lists.limit_max', 'a limit above 100 is taken as 100', (passing) =>
    swap(passing, 'limit', (text) => (/^\d{3,}$/.test(text) ? '100' : text)),
  ),
  asks('page-from-0', 'lists.pages', 'pages are counted from 2', (passing) =>
    swap(passing, 'page', (text) => (/^[1-9]\d*$/.test(text) ? String(Number(text) + 1) : text)),
  ),
  asks('order-turned', 'lists.order', 'asc and desc are the wrong way round', (passing) =>
    swap(passing, 'order', (text) => ({ asc: 'desc', desc: 'asc' })[text] ?? text),
  ),
  asks('unknown-dropped', 'http.unknown_parameters', 'unknown parameters are let by', (passing) => {
    const [bare, query] = passing.url.split('?');
    if (!query) return;
    const values = new URLSearchParams(query);
    for (const name of ['nosuch', 'Page', 'limit ', '__proto__', 'company_id']) values.delete(name);
    passing.url = values.size > 0 ? `${bare}?${values}` : `${bare}`;
  }),
  asks('media-type-any', 'http.media_types', 'any media type is taken for JSON', ({ requestHeaders, requestBody }) => {
    if (requestBody.startsWith('{')) requestHeaders['content-type'] = 'application/json';
  }),
  asks('path-any-case', 'http.route_not_found', 'paths match in any case', (passing) => {
    const [bare = '', query] = passing.url.split('?');
    passing.url = bare.toLowerCase() + (query ? `?${query}` : '');
  }),
  asks('path-slash', 'http.route_not_found', 'a slash at the end is let by', (passing) => {
    passing.url = passing.url.replace(/(\w)\/$/, '$1');
  }),
  asks('token-in-query', 'auth.token_required', 'a token in the query is taken', (passing) => {
    const token = /[?&]access_token=([^&]+)/.exec(passing.url)?.[1];
    if (!token) return;
    passing.requestHeaders.authorization = `Bearer ${token}`;
    passing.url = passing.url.split('?')[0] ?? '';
  }),
  asks('grant-type-any', 'mint.grant_type', 'any grant_type is taken', (passing) => {
    if (/\/v1\/token$/.test(passing.url))
      passing.requestBody = passing.requestBody.replace(
        '"grant_type":"refresh_token"',
        '"grant_type":"client_credentials"',
      );
  }),
  asks('both-credentials', 'auth.credentials_once', 'credentials in both places are taken', (passing) => {
    if (/oauth/.test(passing.url) && passing.requestBody.includes('client_secret'))
      delete passing.requestHeaders.authorization;
  }),
  asks('key-with-token', 'keys.one_credential', 'a key together with a token is taken', ({ requestHeaders }) => {
    if (requestHeaders['x-api-key']) delete requestHeaders.authorization;
  }),
  loses('description', 'records.null_clears'),
  loses('status', 'stateful.model'),
  loses('sortOrder', 'categories.sort_order'),
  loses('barcodes', 'items.code_unique'),
  loses('stores', 'items.at_store'),
  loses('parentId', 'categories.unique_name'),
  loses('externalId', 'records.external_id'),
  loses('itemCode', 'items.code_unique'),
  loses('code_verifier', 'oauth.pkce'),
  asks('null-unchanged', 'records.null_clears', 'null leaves a field as it was', (passing) => {
    if (passing.method === 'PATCH')
      passing.requestBody = passing.requestBody.replaceAll(/"\w+":null,?/g, '').replace('{}', '{"status":1}');
  }),
  asks('patch-clears', 'records.merge', 'PATCH clears what it does not name', (passing) => {
    if (passing.method === 'PATCH' && /brands/.test(passing.url) && passing.requestBody.startsWith('{"description"'))
      passing.requestBody = passing.requestBody.replace('}', ',"status":0}');
  }),
];
