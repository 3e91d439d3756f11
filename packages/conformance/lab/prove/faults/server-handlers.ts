import type { Faults } from '../fault.ts';
import { rounded } from '../how/amounts.ts';
import {
  asking,
  CREATES,
  firstOf,
  handle,
  handler,
  LISTS,
  parts,
  querying,
  replying,
  UNCONDITIONAL,
  UPDATES,
  withBody,
  withQuery,
} from '../how/handlers.ts';

/** Handlers that ask or answer something else. */

export const HANDLER_FAULTS: Faults = {
  'server.if-match-ignored': {
    breaks: 'http.if_match',
    text: 'If-Match is not heeded',
    where: { operation: UPDATES },
    how: UNCONDITIONAL,
  },
  'server.default-limit': {
    breaks: 'lists.defaults',
    text: 'a page has 20 records unless told otherwise',
    where: { operation: LISTS },
    how: querying(({ limit }) => (limit === 10 ? { limit: 20 } : undefined)),
  },
  'server.default-order': {
    breaks: 'lists.defaults',
    text: 'lists are ascending unless told otherwise',
    where: { operation: LISTS },
    how: querying(({ order }) => (order === 'desc' ? { order: 'asc' } : undefined)),
  },
  'server.limit-99': {
    breaks: 'lists.limit',
    text: 'a page has at most 99 records',
    where: { operation: LISTS },
    how: querying(({ limit }) => (limit === 100 ? { limit: 99 } : undefined)),
  },
  'server.sort-always-name': {
    breaks: 'lists.sort',
    text: 'lists are sorted by name whatever is asked',
    where: { operation: LISTS },
    how: asking((request) => withQuery(request, { sort: 'name' })),
  },
  'server.first-group-only': {
    breaks: 'items.filter.groupId',
    text: 'of several categories only the first is heeded',
    where: { operation: 'listItems' },
    how: firstOf('groupId'),
  },
  'server.search-first-word': {
    breaks: 'items.search',
    text: 'of several words only the first is searched',
    where: { operation: 'listItems' },
    how: asking((request) => {
      const words = String(request.query.search ?? '').split(' ');
      return words.length > 1 ? withQuery(request, { search: words[0] }) : request;
    }),
  },
  'server.inactive-by-default': {
    breaks: 'brands.defaults',
    text: 'new brands are inactive',
    where: { operation: 'createBrand' },
    how: asking((request) => ('status' in request.body ? request : withBody(request, { status: 0 }))),
  },
  'server.root-always': {
    breaks: 'categories.unique_name',
    text: 'categories are always roots',
    where: { operation: 'createCategory' },
    how: asking((request) => ('parentId' in request.body ? withBody(request, { parentId: null }) : request)),
  },
  'server.null-is-absent': {
    breaks: 'records.null_clears',
    text: 'null leaves a field as it was',
    where: { operation: UPDATES },
    how: asking((request) => {
      const body = Object.fromEntries(Object.entries(request.body).filter(([, value]) => value !== null));
      return Object.keys(body).length < Object.keys(request.body).length ? { ...request, body } : request;
    }),
  },
  'server.patch-replaces': {
    breaks: 'records.merge',
    text: 'PATCH replaces what it does not name',
    where: { operation: 'updateBrand' },
    how: asking((request) => withBody({ ...request, body: { description: null, status: 1, ...request.body } }, {})),
  },
  'server.name-trimmed': {
    breaks: 'http.text_kept',
    text: 'names are cut at the first backslash',
    where: { operation: CREATES },
    how: asking((request) => withBody(request, { name: String(request.body.name).split('\\')[0] })),
  },
  'server.name-cut': {
    breaks: 'brands.name_length',
    text: 'names are cut at 200 characters',
    where: { operation: CREATES },
    how: asking((request) =>
      String(request.body.name).length > 200
        ? withBody(request, { name: String(request.body.name).slice(0, 200) })
        : request,
    ),
  },
  'server.price-rounded': {
    breaks: 'numbers.exact',
    text: 'prices are rounded on their way in',
    where: { operation: 'createItem' },
    how: asking((request) =>
      request.body.price ? withBody(request, { price: rounded(request.body.price, 1) }) : request,
    ),
  },
  'server.price-float': {
    breaks: 'numbers.exact',
    text: 'prices pass through a float on their way in',
    where: { operation: 'createItem' },
    how: asking((request) =>
      request.body.price
        ? withBody(request, { price: Math.fround(Number(request.body.price)).toFixed(2).slice(-15) })
        : request,
    ),
  },
  'server.barcodes-lost': {
    breaks: 'items.code_unique',
    text: 'barcodes are not stored',
    where: { operation: 'createItem' },
    how: asking((request) => ('barcodes' in request.body ? withBody(request, { barcodes: [] }) : request)),
  },
  'server.code-cut': {
    breaks: 'items.search',
    text: 'item codes are not stored',
    where: { operation: 'createItem' },
    how: asking((request) => {
      const { itemCode: _, ...body } = request.body;
      return 'itemCode' in request.body ? { ...request, body } : request;
    }),
  },
  'server.variants-hidden': {
    breaks: 'items.variants',
    text: 'an item answers no variants',
    where: { operation: 'updateItem' },
    how: replying((body) => ({ ...body, variants: [] })),
  },
  'server.code-empty': {
    breaks: 'items.code_generated',
    text: 'no item code is generated',
    where: { operation: 'createItem' },
    how: replying((body) => ({ ...body, itemCode: '' })),
  },
  'server.stale-read': {
    breaks: 'stateful.model',
    text: 'a brand is read as it was when it was new',
    where: { operation: 'getBrand' },
    how: replying((body) => ({ ...body, version: 1, updatedAt: body.entryDate })),
  },
  'server.total-capped': {
    breaks: 'lists.total',
    text: 'totals stop at 3',
    where: { operation: LISTS },
    how: replying((body) => ({
      ...body,
      pagination: {
        ...(body.pagination as { total: number }),
        total: Math.min(3, (body.pagination as { total: number }).total),
      },
    })),
  },
  'server.fails-on-write': {
    breaks: 'http.no_server_error',
    text: 'creating a brand fails',
    where: { operation: 'createBrand' },
    how: handler((_, mark) => async () => {
      mark();
      throw new TypeError("Cannot read properties of undefined (reading 'id')");
    }),
  },
  'server.fails-on-awkward': {
    breaks: 'http.no_server_error',
    text: 'a name with a backslash fails',
    by: ['http.unicode'],
    where: { operation: 'createBrand' },
    how: handler((sound, mark) => async (request) => {
      if (!String(request.body.name).includes('\\')) return sound(request);
      mark();
      throw new Error('invalid escape');
    }),
  },
  'server.fails-on-page': {
    breaks: 'http.no_server_error',
    text: 'a page far behind the last fails',
    by: ['shape.listBrands.param.page', 'random.listBrands'],
    where: { operation: 'listBrands' },
    how: handler((sound, mark) => async (request) => {
      if (Number(request.query.page) < 1000) return sound(request);
      mark();
      throw new Error('offset');
    }),
  },
  'server.no-location': {
    breaks: 'http.location',
    text: 'a created brand has no Location',
    where: { operation: 'createBrand' },
    how: handler((sound, mark) => async (request) => {
      const { headers: { Location: _, ...headers } = {}, ...reply } = await sound(request);
      mark();
      return { ...reply, headers };
    }),
  },
  'server.etag-of-time': {
    breaks: 'http.if_none_match',
    text: 'the ETag is another each time',
    how: parts((deps, mark) => {
      let n = 0;
      return handle(deps, ['getBrand', 'getCategory'], (sound) => async (request) => {
        const reply = await sound(request);
        mark();
        n += 1;
        return { ...reply, headers: { ...reply.headers, ETag: `"${n}-x"` } };
      });
    }),
  },
};
