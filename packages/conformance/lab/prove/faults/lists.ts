import { type Faults, fault, sharing } from '../fault.ts';
import { inList, type ListBody } from '../how/answers.ts';

const brandListFault = sharing({ by: ['pinned.list.listBrands'] });

/** Lists that lose, repeat or misplace records. */

export const LIST_FAULTS: Faults = {
  'list.loses-last': fault('lists.cursor', 'the last record of a page is lost', {
    how: inList(({ data }) => {
      if (data.length > 1) data.pop();
    }),
  }),
  'list.repeats-first': fault('lists.limit', 'the first record comes twice', {
    how: inList(({ data }) => {
      if (data[0]) data.unshift(data[0]);
    }),
  }),
  'list.reversed': brandListFault('lists.order', 'pages are the other way round', {
    how: inList(({ data }) => void data.reverse()),
  }),
  'list.shuffled': fault('lists.sort', 'two records of a page are exchanged', {
    how: inList(({ data }) => {
      const [first, second, ...rest] = data;
      if (first && second) data.splice(0, data.length, second, first, ...rest);
    }),
  }),
  'list.total-less-one': fault('lists.total', 'the total is one too few', {
    how: inList(({ pagination }) => {
      if (pagination.total > 0) pagination.total -= 1;
    }),
  }),
  'list.total-of-page': fault('lists.total', 'the total counts only the page', {
    how: inList(({ pagination, data }) => {
      pagination.total = data.length;
    }),
  }),
  'list.has-more-always': fault('lists.total', 'hasMore is always true', {
    how: inList(({ pagination }) => {
      pagination.hasMore = true;
    }),
  }),
  'list.has-more-never': fault('lists.total', 'hasMore is always false', {
    how: inList(({ pagination }) => {
      pagination.hasMore = false;
    }),
  }),
  'list.cursor-at-end': fault('lists.total', 'the last page has a cursor', {
    how: inList(({ pagination }) => {
      pagination.nextCursor ??= 'YQ.YQ';
    }),
  }),
  'list.page-0': fault('lists.defaults', 'pages are numbered from 0', {
    how: inList(({ pagination }) => {
      if (typeof pagination.page === 'number') pagination.page -= 1;
    }),
  }),
  'list.limit-said-20': fault('lists.defaults', 'the limit is reported as 20', {
    how: inList(({ pagination }) => {
      pagination.limit = 20;
    }),
  }),
  'list.no-pagination': brandListFault('http.body_documented', 'lists have no pagination', {
    how: inList((body) => void delete (body as Partial<ListBody>).pagination),
  }),
  'list.items-not-data': brandListFault('http.body_documented', 'data is called items', {
    how: inList((body) => Object.assign(body, { items: body.data, data: undefined })),
  }),
  'list.inactive-hidden': fault('lists.status', 'inactive records are left out', {
    how: inList((body) => {
      body.data = body.data.filter(({ status }) => status !== 0);
    }),
  }),
  'list.stale': fault('stateful.model', 'lists show every record at its first version', {
    how: inList(({ data }) => {
      for (const record of data) if ('version' in record) record.version = 1;
    }),
  }),
  'list.half-record': brandListFault('http.body_documented', 'lists leave out the externalId', {
    how: inList(({ data }) => {
      for (const record of data) delete record.externalId;
    }),
  }),
};
