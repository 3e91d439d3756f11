import { each, type Fault, type Faults, fault } from '../fault.ts';
import { ignores, inParameter, loses, request } from '../how/requests.ts';

/** Ignored parameters, headers and properties. */

interface Ignored {
  readonly name: string;
  readonly breaks: string;
  readonly path?: RegExp;
}

const ignored = ({ name, breaks, path }: Ignored): readonly [string, Fault] => [
  `ignores.${name}${path ? `-at-${path.source.replaceAll(/\W/g, '')}` : ''}`,
  { breaks, text: `does not heed the parameter ${name}`, how: ignores(name, path) },
];

/** Replaces text in the body of requests whose URL contains `part`. */
const rewriting = (part: string, from: string, to: string) =>
  request((passing) => {
    if (passing.url.includes(part)) passing.requestBody = passing.requestBody.replace(from, to);
  });

export const REQUEST_FAULTS: Faults = {
  ...each(
    [
      { name: 'groupId', breaks: 'items.filter.groupId', path: /items/ },
      { name: 'brandId', breaks: 'items.filter.brandId', path: /items/ },
      { name: 'taxId', breaks: 'items.filter.taxId', path: /items/ },
      { name: 'stockStatus', breaks: 'items.filter.stockStatus', path: /items/ },
      { name: 'weighingScale', breaks: 'items.filter.weighingScale', path: /items/ },
      { name: 'type', breaks: 'items.filter.type', path: /items/ },
      { name: 'search', breaks: 'lists.search' },
      { name: 'search', breaks: 'items.search', path: /items/ },
      { name: 'status', breaks: 'lists.status' },
      { name: 'sort', breaks: 'lists.sort' },
      { name: 'order', breaks: 'lists.order' },
      { name: 'page', breaks: 'lists.pages' },
      { name: 'limit', breaks: 'lists.limit' },
      { name: 'cursor', breaks: 'lists.cursor' },
      { name: 'companyId', breaks: 'keys.sandbox_automatic' },
      { name: 'delivery', breaks: 'menus.flags', path: /menus/ },
      { name: 'takeaway', breaks: 'menus.flags', path: /menus/ },
      { name: 'online', breaks: 'menus.flags', path: /menus/ },
      { name: 'itemSearch', breaks: 'modifiers.item_search' },
      { name: 'supplierId', breaks: 'purchases.filter.supplierId', path: /purchase-orders$/ },
      { name: 'storeId', breaks: 'purchases.filter.storeId', path: /purchase-orders$/ },
      { name: 'purchStatus', breaks: 'purchases.filter.purchStatus', path: /purchase-orders$/ },
      { name: 'orderNos', breaks: 'purchases.filter.orderNos', path: /purchase-orders$/ },
      { name: 'provider', breaks: 'purchases.filter.provider', path: /purchase-orders$/ },
      { name: 'storeIds', breaks: 'purchases.filter.storeId', path: /purchase-orders$/ },
      { name: 'fromDate', breaks: 'purchases.dates', path: /purchase-orders$/ },
      { name: 'toDate', breaks: 'purchases.dates', path: /purchase-orders$/ },
      { name: 'includeVoided', breaks: 'purchases.voided_hidden', path: /purchase-orders$/ },
      { name: 'transactions', breaks: 'purchases.transactions' },
      { name: 'fromStoreId', breaks: 'transfers.filter.stores' },
      { name: 'toStoreId', breaks: 'transfers.filter.stores' },
      { name: 'transferStatus', breaks: 'transfers.filter.transferStatus' },
      { name: 'includeVoided', breaks: 'transfers.voided_hidden', path: /stock-transfers$/ },
      { name: 'fromDate', breaks: 'transfers.dates', path: /stock-transfers$/ },
      { name: 'toDate', breaks: 'transfers.dates', path: /stock-transfers$/ },
      { name: 'search', breaks: 'transfers.search', path: /stock-transfers$/ },
      { name: 'search', breaks: 'purchases.search', path: /purchase-orders$/ },
      { name: 'storeId', breaks: 'adjustments.filters', path: /stock-adjustments$/ },
      { name: 'type', breaks: 'adjustments.filters', path: /stock-adjustments$/ },
      { name: 'status', breaks: 'adjustments.filters', path: /stock-adjustments$/ },
      { name: 'fromDate', breaks: 'adjustments.dates', path: /stock-adjustments$/ },
      { name: 'toDate', breaks: 'adjustments.dates', path: /stock-adjustments$/ },
      { name: 'storeId', breaks: 'stock_on_hand.filters', path: /stock-on-hand$/ },
      { name: 'itemId', breaks: 'stock_on_hand.filters', path: /stock-on-hand$/ },
      { name: 'dryRun', breaks: 'dry_run' },
    ],
    ignored,
  ),
  'request.receive-later': fault('purchases.receive_on_create', 'receive=true leaves a draft', {
    how: request((passing) => {
      if (passing.url.includes('/purchase-orders')) passing.url = passing.url.replace('receive=true', 'receive=false');
    }),
  }),
  'request.transfer-later': fault('transfers.receive_on_create', 'receive=true leaves a draft transfer', {
    how: request((passing) => {
      if (passing.url.includes('/stock-transfers')) passing.url = passing.url.replace('receive=true', 'receive=false');
    }),
  }),
  'request.post-later': fault('adjustments.post', 'post=true does not post', {
    how: request((passing) => {
      passing.url = passing.url.replace('post=true', 'post=false');
    }),
  }),
  'request.post-at-once': fault('adjustments.post', 'post=false posts', {
    how: request((passing) => {
      passing.url = passing.url.replace('post=false', 'post=true');
    }),
  }),
  'request.adjustments-unclamped': fault('adjustments.limit_clamped', 'stock adjustments reject a limit above 100', {
    how: request((passing) => {
      if (passing.url.includes('/stock-adjustments')) passing.url = passing.url.replace('limit=101', 'limit=0');
    }),
  }),
  'request.receives-everything': fault('purchases.receive', 'a receipt of some receives everything', {
    how: request((passing) => {
      if (/purchase-orders\/\d+\/receive/.test(passing.url)) passing.requestBody = '{}';
    }),
  }),
  'request.transfers-everything': fault('transfers.receive', 'a receipt of some moves everything', {
    how: request((passing) => {
      if (/stock-transfers\/\d+\/receive/.test(passing.url)) passing.requestBody = '{}';
    }),
  }),
  'request.quantities-whole': fault('transfers.receive', 'quantities are cut to whole numbers', {
    how: request((passing) => {
      passing.requestBody = passing.requestBody.replaceAll(/"quantity":"(\d+)\.\d+"/g, '"quantity":"$1"');
    }),
  }),
  'request.adds-for-removes': fault('adjustments.add_remove', 'a removal adds', {
    how: rewriting('/stock-adjustments', '"type":2', '"type":1'),
  }),
  'request.counts-as-additions': fault('adjustments.count', 'a count adds', {
    how: rewriting('/stock-adjustments', '"type":0', '"type":1'),
  }),
  'request.void-lost': fault('adjustments.void_reverses', 'voiding does nothing', {
    how: rewriting('/stock-adjustments/', '{"status":2}', '{"reason":null}'),
  }),
  'ignores.if-match': fault('http.if_match', 'does not heed the header if-match', {
    how: request(({ requestHeaders }) => void delete requestHeaders['if-match']),
  }),
  'ignores.if-none-match': fault('http.if_none_match', 'ignores the header if-none-match', {
    how: request(({ requestHeaders }) => void delete requestHeaders['if-none-match']),
  }),
  'ignores.if-none-match-of-change': fault('http.if_none_match_change', 'a change ignores the header if-none-match', {
    how: request(({ method, requestHeaders }) => {
      if (method === 'PATCH') delete requestHeaders['if-none-match'];
    }),
  }),
  'request.if-none-match-strong': fault('http.if_none_match_change', 'a change compares If-None-Match strongly', {
    how: request(({ method, requestHeaders }) => {
      const tags = requestHeaders['if-none-match'];
      if (method === 'PATCH' && tags) requestHeaders['if-none-match'] = tags.replaceAll(/W\/"[^"]*"/g, '"0"');
    }),
  }),
  'ignores.idempotency-key': fault('http.idempotency_replay', 'does not heed the header idempotency-key', {
    how: request(({ requestHeaders }) => void delete requestHeaders['idempotency-key']),
  }),
  'ignores.x-correlation-id': fault('http.correlation_id_kept', 'does not heed the header x-correlation-id', {
    how: request(({ requestHeaders }) => void delete requestHeaders['x-correlation-id']),
  }),
  'ignores.accept-language': fault('oauth.localised', 'does not heed the header accept-language', {
    how: request(({ requestHeaders }) => void delete requestHeaders['accept-language']),
  }),
  'request.search-case': fault('lists.search', 'searches in lower case only', {
    how: inParameter('search', (text) => `${text}${/[A-Z]/.test(text) ? ' conf-never' : ''}`),
  }),
  'request.limit-less-one': fault('lists.limit', 'pages are one record short', {
    how: inParameter('limit', (text) => (/^[2-9]$|^\d\d+$/.test(text) ? String(Number(text) - 1) : text)),
  }),
  'request.clamps-limit': fault('lists.limit_max', 'a limit above 100 becomes 100', {
    how: inParameter('limit', (text) => (/^\d{3,}$/.test(text) ? '100' : text)),
  }),
  'request.page-from-0': fault('lists.pages', 'pages are counted from 2', {
    how: inParameter('page', (text) => (/^[1-9]\d*$/.test(text) ? String(Number(text) + 1) : text)),
  }),
  'request.order-turned': fault('lists.order', 'asc and desc are the wrong way round', {
    how: inParameter('order', (text) => ({ asc: 'desc', desc: 'asc' })[text] ?? text),
  }),
  'request.unknown-dropped': fault('http.unknown_parameters', 'unknown parameters are let by', {
    how: request((passing) => {
      const [bare, query] = passing.url.split('?');
      if (!query) return;
      const values = new URLSearchParams(query);
      for (const name of ['nosuch', 'Page', 'limit ', '__proto__', 'company_id']) values.delete(name);
      passing.url = values.size > 0 ? `${bare}?${values}` : `${bare}`;
    }),
  }),
  'request.media-type-any': fault('http.media_types', 'any media type counts as JSON', {
    how: request(({ requestHeaders, requestBody }) => {
      if (requestBody.startsWith('{')) requestHeaders['content-type'] = 'application/json';
    }),
  }),
  'request.path-any-case': fault('http.route_not_found', 'paths match in any case', {
    how: request((passing) => {
      const [bare = '', query] = passing.url.split('?');
      passing.url = bare.toLowerCase() + (query ? `?${query}` : '');
    }),
  }),
  'request.path-slash': fault('http.route_not_found', 'a slash at the end is let by', {
    how: request((passing) => {
      passing.url = passing.url.replace(/(\w)\/$/, '$1');
    }),
  }),
  'request.token-in-query': fault('auth.token_required', 'a token in the query is taken', {
    how: request((passing) => {
      const token = /[?&]access_token=([^&]+)/.exec(passing.url)?.[1];
      if (!token) return;
      passing.requestHeaders.authorization = `Bearer ${token}`;
      passing.url = passing.url.split('?')[0] ?? '';
    }),
  }),
  'request.grant-type-any': fault('mint.grant_type', 'any grant_type is taken', {
    how: request((passing) => {
      if (/\/v1\/token$/.test(passing.url))
        passing.requestBody = passing.requestBody.replace(/"grant_type":"[^"]*"/, '"grant_type":"client_credentials"');
    }),
  }),
  'request.both-credentials': fault('auth.credentials_once', 'credentials in both places are taken', {
    how: request((passing) => {
      if (/oauth/.test(passing.url) && passing.requestBody.includes('client_secret'))
        delete passing.requestHeaders.authorization;
    }),
  }),
  'request.key-with-token': fault('keys.one_credential', 'a key together with a token is taken', {
    how: request(({ requestHeaders }) => {
      if (requestHeaders['x-api-key']) delete requestHeaders.authorization;
    }),
  }),
  'request.loses-description': fault('records.null_clears', 'does not store description', {
    how: loses('description'),
  }),
  'request.loses-status': fault('stateful.model', 'does not store status', { how: loses('status') }),
  'request.loses-sortOrder': fault('categories.sort_order', 'does not store sortOrder', { how: loses('sortOrder') }),
  'request.loses-barcodes': fault('items.code_unique', 'does not store barcodes', { how: loses('barcodes') }),
  'request.loses-stores': fault('items.at_store', 'does not store stores', { how: loses('stores') }),
  'request.loses-parentId': fault('categories.unique_name', 'does not store parentId', { how: loses('parentId') }),
  'request.loses-externalId': fault('records.external_id', 'does not store externalId', { how: loses('externalId') }),
  'request.loses-itemCode': fault('items.code_unique', 'does not store itemCode', { how: loses('itemCode') }),
  'request.loses-code_verifier': fault('oauth.pkce', 'does not store code_verifier', { how: loses('code_verifier') }),
  'request.null-unchanged': fault('records.null_clears', 'null leaves a field unchanged', {
    how: request((passing) => {
      if (passing.method === 'PATCH')
        passing.requestBody = passing.requestBody.replaceAll(/"\w+":null,?/g, '').replace('{}', '{"status":1}');
    }),
  }),
  'request.patch-clears': fault('records.merge', 'PATCH clears what it does not name', {
    how: request((passing) => {
      if (passing.method === 'PATCH' && /brands/.test(passing.url) && passing.requestBody.startsWith('{"description"'))
        passing.requestBody = passing.requestBody.replace('}', ',"status":0}');
    }),
  }),
};
