import type { ProxyFault } from '../fault.ts';
import { inList, type ListBody } from '../kinds/lists.ts';

/** Lists that lose, repeat or misplace records. */

export const LIST_FAULTS: readonly ProxyFault[] = [
  inList('loses-last', 'lists.cursor', 'the last record of a page is lost', ({ data }) => {
    if (data.length > 1) data.pop();
  }),
  inList('repeats-first', 'lists.limit', 'the first record comes twice', ({ data }) => {
    if (data[0]) data.unshift(data[0]);
  }),
  inList('reversed', 'lists.order', 'pages are the other way round', ({ data }) => void data.reverse(), [
    'list.listBrands',
  ]),
  inList('shuffled', 'lists.sort', 'two records of a page are exchanged', ({ data }) => {
    const [first, second, ...rest] = data;
    if (first && second) data.splice(0, data.length, second, first, ...rest);
  }),
  inList('total-less-one', 'lists.total', 'the total is one too few', ({ pagination }) => {
    if (pagination.total > 0) pagination.total -= 1;
  }),
  inList('total-of-page', 'lists.total', 'the total counts the page alone', ({ pagination, data }) => {
    pagination.total = data.length;
  }),
  inList('has-more-always', 'lists.total', 'hasMore is always true', ({ pagination }) => {
    pagination.hasMore = true;
  }),
  inList('has-more-never', 'lists.total', 'hasMore is always false', ({ pagination }) => {
    pagination.hasMore = false;
  }),
  inList('cursor-at-end', 'lists.total', 'there is a cursor behind the last page', ({ pagination }) => {
    pagination.nextCursor ??= 'YQ.YQ';
  }),
  inList('page-0', 'lists.defaults', 'pages are numbered from 0', ({ pagination }) => {
    if (typeof pagination.page === 'number') pagination.page -= 1;
  }),
  inList('limit-said-20', 'lists.defaults', 'the limit is said to be 20', ({ pagination }) => {
    pagination.limit = 20;
  }),
  inList(
    'no-pagination',
    'http.body_documented',
    'lists have no pagination',
    (body) => void delete (body as Partial<ListBody>).pagination,
    ['list.listBrands'],
  ),
  inList(
    'items-not-data',
    'http.body_documented',
    'data is called items',
    (body) => Object.assign(body, { items: body.data, data: undefined }),
    ['list.listBrands'],
  ),
  inList('inactive-hidden', 'lists.status', 'inactive records are left out', (body) => {
    body.data = body.data.filter(({ status }) => status !== 0);
  }),
  inList('stale', 'stateful.model', 'lists show every record at its first version', ({ data }) => {
    for (const record of data) if ('version' in record) record.version = 1;
  }),
  inList(
    'half-record',
    'http.body_documented',
    'lists leave out the externalId',
    ({ data }) => {
      for (const record of data) delete record.externalId;
    },
    ['list.listBrands'],
  ),
];
