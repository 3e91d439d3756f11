import type { ServerFault } from '../fault.ts';
import { rounded } from '../kinds/amounts.ts';
import { asked, CREATES, handle, LISTS, replied, server, UPDATES, withBody, withQuery } from '../kinds/server.ts';

/** Handlers that ask or answer something else. */

export const HANDLER_FAULTS: readonly ServerFault[] = [
  asked('if-match-ignored', 'http.if_match', 'If-Match is not heeded', UPDATES, (request) => ({
    ...request,
    ifMatch: undefined,
  })),
  asked('default-limit', 'lists.defaults', 'a page has 20 records unless told otherwise', LISTS, (request) =>
    request.query.limit === 10 ? withQuery(request, { limit: 20 }) : request,
  ),
  asked('default-order', 'lists.defaults', 'lists are ascending unless told otherwise', LISTS, (request) =>
    request.query.order === 'desc' ? withQuery(request, { order: 'asc' }) : request,
  ),
  asked('limit-99', 'lists.limit', 'a page has at most 99 records', LISTS, (request) =>
    request.query.limit === 100 ? withQuery(request, { limit: 99 }) : request,
  ),
  asked('sort-always-name', 'lists.sort', 'lists are sorted by name whatever is asked', LISTS, (request) =>
    withQuery(request, { sort: 'name' }),
  ),
  asked(
    'first-group-only',
    'items.filter.groupId',
    'of several categories only the first is heeded',
    ['listItems'],
    (request) => {
      const groups = request.query.groupId as unknown[] | undefined;
      return groups && groups.length > 1 ? withQuery(request, { groupId: groups.slice(0, 1) }) : request;
    },
  ),
  asked(
    'search-first-word',
    'items.search',
    'of several words only the first is searched',
    ['listItems'],
    (request) => {
      const words = String(request.query.search ?? '').split(' ');
      return words.length > 1 ? withQuery(request, { search: words[0] }) : request;
    },
  ),
  asked('inactive-by-default', 'brands.defaults', 'new brands are inactive', ['createBrand'], (request) =>
    'status' in request.body ? request : withBody(request, { status: 0 }),
  ),
  asked('root-always', 'categories.unique_name', 'categories are always roots', ['createCategory'], (request) =>
    'parentId' in request.body ? withBody(request, { parentId: null }) : request,
  ),
  asked('null-is-absent', 'records.null_clears', 'null leaves a field as it was', UPDATES, (request) => {
    const body = Object.fromEntries(Object.entries(request.body).filter(([, value]) => value !== null));
    return Object.keys(body).length < Object.keys(request.body).length ? { ...request, body } : request;
  }),
  asked('patch-replaces', 'records.merge', 'PATCH replaces what it does not name', ['updateBrand'], (request) =>
    withBody({ ...request, body: { description: null, status: 1, ...request.body } }, {}),
  ),
  asked('name-trimmed', 'http.text_kept', 'names are cut at the first backslash', CREATES, (request) =>
    withBody(request, { name: String(request.body.name).split('\\')[0] }),
  ),
  asked('name-cut', 'brands.name_length', 'names are cut at 200 characters', CREATES, (request) =>
    String(request.body.name).length > 200
      ? withBody(request, { name: String(request.body.name).slice(0, 200) })
      : request,
  ),
  asked('price-rounded', 'numbers.exact', 'prices are rounded on their way in', ['createItem'], (request) =>
    request.body.price ? withBody(request, { price: rounded(request.body.price, 1) }) : request,
  ),
  asked('price-float', 'numbers.exact', 'prices pass through a float on their way in', ['createItem'], (request) =>
    request.body.price
      ? withBody(request, { price: Math.fround(Number(request.body.price)).toFixed(2).slice(-15) })
      : request,
  ),
  asked('barcodes-lost', 'items.code_unique', 'barcodes are not stored', ['createItem'], (request) =>
    'barcodes' in request.body ? withBody(request, { barcodes: [] }) : request,
  ),
  asked('code-cut', 'items.search', 'item codes are not stored', ['createItem'], (request) => {
    const { itemCode: _, ...body } = request.body;
    return 'itemCode' in request.body ? { ...request, body } : request;
  }),
  replied('variants-hidden', 'items.variants', 'an item answers no variants', ['updateItem'], (body) => ({
    ...body,
    variants: [],
  })),
  replied('code-empty', 'items.code_generated', 'no item code is generated', ['createItem'], (body) => ({
    ...body,
    itemCode: '',
  })),
  replied('stale-read', 'stateful.model', 'a brand is read as it was when it was new', ['getBrand'], (body) => ({
    ...body,
    version: 1,
    updatedAt: body.entryDate,
  })),
  replied('total-capped', 'lists.total', 'totals stop at 3', LISTS, (body) => ({
    ...body,
    pagination: {
      ...(body.pagination as { total: number }),
      total: Math.min(3, (body.pagination as { total: number }).total),
    },
  })),
  server('fails-on-write', 'http.no_server_error', 'creating a brand fails', (deps, mark) =>
    handle(deps, ['createBrand'], () => async () => {
      mark();
      throw new TypeError("Cannot read properties of undefined (reading 'id')");
    }),
  ),
  server(
    'fails-on-awkward',
    'http.no_server_error',
    'a name with a backslash fails',
    (deps, mark) =>
      handle(deps, ['createBrand'], (sound) => async (request) => {
        if (!String(request.body.name).includes('\\')) return sound(request);
        mark();
        throw new Error('invalid escape');
      }),
    ['http.unicode'],
  ),
  server(
    'fails-on-page',
    'http.no_server_error',
    'a page far behind the last fails',
    (deps, mark) =>
      handle(deps, ['listBrands'], (sound) => async (request) => {
        if (Number(request.query.page) < 1000) return sound(request);
        mark();
        throw new Error('offset');
      }),
    ['shape.listBrands.param.page', 'random.listBrands'],
  ),
  server('no-location', 'http.location', 'a created brand has no Location', (deps, mark) =>
    handle(deps, ['createBrand'], (sound) => async (request) => {
      const { headers: { Location: _, ...headers } = {}, ...reply } = await sound(request);
      mark();
      return { ...reply, headers };
    }),
  ),
  server('etag-of-time', 'http.if_none_match', 'the ETag is another each time', (deps, mark) => {
    let n = 0;
    return handle(deps, ['getBrand', 'getCategory'], (sound) => async (request) => {
      const reply = await sound(request);
      mark();
      n += 1;
      return { ...reply, headers: { ...reply.headers, ETag: `"${n}-x"` } };
    });
  }),
];
