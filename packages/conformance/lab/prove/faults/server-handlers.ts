import { type Faults, fault, sharing } from '../fault.ts';
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

const listFault = sharing({ where: { operation: LISTS } });
const brandFault = sharing({ where: { operation: 'createBrand' } });
const itemFault = sharing({ where: { operation: 'createItem' } });

/** Handlers that receive or return something wrong. */

export const HANDLER_FAULTS: Faults = {
  'server.if-match-ignored': fault('http.if_match', 'If-Match is ignored', {
    where: { operation: UPDATES },
    how: UNCONDITIONAL,
  }),
  'server.default-limit': listFault('lists.defaults', 'a page has 20 records by default', {
    how: querying(({ limit }) => (limit === 10 ? { limit: 20 } : undefined)),
  }),
  'server.default-order': listFault('lists.defaults', 'lists are ascending by default', {
    how: querying(({ order }) => (order === 'desc' ? { order: 'asc' } : undefined)),
  }),
  'server.limit-99': listFault('lists.limit', 'a page has at most 99 records', {
    how: querying(({ limit }) => (limit === 100 ? { limit: 99 } : undefined)),
  }),
  'server.sort-always-name': listFault('lists.sort', 'lists are sorted by name whatever is asked', {
    how: asking((request) => withQuery(request, { sort: 'name' })),
  }),
  'server.first-group-only': fault('items.filter.groupId', 'only the first of several categories is used', {
    where: { operation: 'listItems' },
    how: firstOf('groupId'),
  }),
  'server.search-first-word': fault('items.search', 'of several words only the first is searched', {
    where: { operation: 'listItems' },
    how: asking((request) => {
      const words = String(request.query.search ?? '').split(' ');
      return words.length > 1 ? withQuery(request, { search: words[0] }) : request;
    }),
  }),
  'server.inactive-by-default': brandFault('brands.defaults', 'new brands are inactive', {
    how: asking((request) => ('status' in request.body ? request : withBody(request, { status: 0 }))),
  }),
  'server.root-always': fault('categories.unique_name', 'categories are always roots', {
    where: { operation: 'createCategory' },
    how: asking((request) => ('parentId' in request.body ? withBody(request, { parentId: null }) : request)),
  }),
  'server.null-is-absent': fault('records.null_clears', 'null leaves a field unchanged', {
    where: { operation: UPDATES },
    how: asking((request) => {
      const body = Object.fromEntries(Object.entries(request.body).filter(([, value]) => value !== null));
      return Object.keys(body).length < Object.keys(request.body).length ? { ...request, body } : request;
    }),
  }),
  'server.patch-replaces': fault('records.merge', 'PATCH replaces what it does not name', {
    where: { operation: 'updateBrand' },
    how: asking((request) => withBody({ ...request, body: { description: null, status: 1, ...request.body } }, {})),
  }),
  'server.name-trimmed': fault('http.text_kept', 'names are cut at the first backslash', {
    where: { operation: CREATES },
    how: asking((request) => withBody(request, { name: String(request.body.name).split('\\')[0] })),
  }),
  'server.name-cut': fault('brands.name_length', 'names are cut at 200 characters', {
    where: { operation: CREATES },
    how: asking((request) =>
      String(request.body.name).length > 200
        ? withBody(request, { name: String(request.body.name).slice(0, 200) })
        : request,
    ),
  }),
  'server.price-rounded': itemFault('numbers.exact', 'prices are rounded on their way in', {
    how: asking((request) =>
      request.body.price ? withBody(request, { price: rounded(request.body.price, 1) }) : request,
    ),
  }),
  'server.price-float': itemFault('numbers.exact', 'prices pass through a float on their way in', {
    how: asking((request) =>
      request.body.price
        ? withBody(request, { price: Math.fround(Number(request.body.price)).toFixed(2).slice(-15) })
        : request,
    ),
  }),
  'server.barcodes-lost': itemFault('items.code_unique', 'barcodes are not stored', {
    how: asking((request) => ('barcodes' in request.body ? withBody(request, { barcodes: [] }) : request)),
  }),
  'server.code-cut': itemFault('records.kept', 'item codes are not stored', {
    how: asking((request) => {
      const { itemCode: _, ...body } = request.body;
      return 'itemCode' in request.body ? { ...request, body } : request;
    }),
  }),
  'server.variants-hidden': fault('items.variants', 'an item has no variants in responses', {
    where: { operation: 'updateItem' },
    how: replying((body) => ({ ...body, variants: [] })),
  }),
  'server.code-empty': itemFault('items.code_generated', 'no item code is generated', {
    how: replying((body) => ({ ...body, itemCode: '' })),
  }),
  'server.stale-read': fault('stateful.model', 'reading a brand returns its first version', {
    where: { operation: 'getBrand' },
    how: replying((body) => ({ ...body, version: 1, updatedAt: body.entryDate })),
  }),
  'server.total-capped': listFault('lists.total', 'totals stop at 3', {
    how: replying((body) => ({
      ...body,
      pagination: {
        ...(body.pagination as { total: number }),
        total: Math.min(3, (body.pagination as { total: number }).total),
      },
    })),
  }),
  'server.fails-on-write': brandFault('http.no_server_error', 'creating a brand fails', {
    how: handler((_, mark) => async () => {
      mark();
      throw new TypeError("Cannot read properties of undefined (reading 'id')");
    }),
  }),
  'server.fails-on-awkward': brandFault('http.no_server_error', 'a name with a backslash fails', {
    by: ['pinned.texts'],
    how: handler((sound, mark) => async (request) => {
      if (!String(request.body.name).includes('\\')) return sound(request);
      mark();
      throw new Error('invalid escape');
    }),
  }),
  'server.fails-on-page': fault('http.no_server_error', 'a page far beyond the last fails', {
    by: ['pinned.list.listBrands', 'pairs.listBrands'],
    where: { operation: 'listBrands' },
    how: handler((sound, mark) => async (request) => {
      if (Number(request.query.page) < 1000) return sound(request);
      mark();
      throw new Error('offset');
    }),
  }),
  'server.no-location': brandFault('http.location', 'a created brand has no Location', {
    how: handler((sound, mark) => async (request) => {
      const { headers: { Location: _, ...headers } = {}, ...reply } = await sound(request);
      mark();
      return { ...reply, headers };
    }),
  }),
  'server.etag-of-time': fault('http.if_none_match', 'the ETag is another each time', {
    how: parts((deps, mark) => {
      let n = 0;
      return handle(deps, ['getBrand', 'getCategory'], (sound) => async (request) => {
        const reply = await sound(request);
        mark();
        n += 1;
        return { ...reply, headers: { ...reply.headers, ETag: `"${n}-x"` } };
      });
    }),
  }),
};
