import type { Faults } from '../fault.ts';
import { inList, type ListBody } from '../how/answers.ts';

/** Lists that lose, repeat or misplace records. */

export const LIST_FAULTS: Faults = {
  'list.loses-last': {
    breaks: 'lists.cursor',
    text: 'the last record of a page is lost',
    how: inList(({ data }) => {
      if (data.length > 1) data.pop();
    }),
  },
  'list.repeats-first': {
    breaks: 'lists.limit',
    text: 'the first record comes twice',
    how: inList(({ data }) => {
      if (data[0]) data.unshift(data[0]);
    }),
  },
  'list.reversed': {
    breaks: 'lists.order',
    text: 'pages are the other way round',
    by: ['list.listBrands'],
    how: inList(({ data }) => void data.reverse()),
  },
  'list.shuffled': {
    breaks: 'lists.sort',
    text: 'two records of a page are exchanged',
    how: inList(({ data }) => {
      const [first, second, ...rest] = data;
      if (first && second) data.splice(0, data.length, second, first, ...rest);
    }),
  },
  'list.total-less-one': {
    breaks: 'lists.total',
    text: 'the total is one too few',
    how: inList(({ pagination }) => {
      if (pagination.total > 0) pagination.total -= 1;
    }),
  },
  'list.total-of-page': {
    breaks: 'lists.total',
    text: 'the total counts the page alone',
    how: inList(({ pagination, data }) => {
      pagination.total = data.length;
    }),
  },
  'list.has-more-always': {
    breaks: 'lists.total',
    text: 'hasMore is always true',
    how: inList(({ pagination }) => {
      pagination.hasMore = true;
    }),
  },
  'list.has-more-never': {
    breaks: 'lists.total',
    text: 'hasMore is always false',
    how: inList(({ pagination }) => {
      pagination.hasMore = false;
    }),
  },
  'list.cursor-at-end': {
    breaks: 'lists.total',
    text: 'there is a cursor behind the last page',
    how: inList(({ pagination }) => {
      pagination.nextCursor ??= 'YQ.YQ';
    }),
  },
  'list.page-0': {
    breaks: 'lists.defaults',
    text: 'pages are numbered from 0',
    how: inList(({ pagination }) => {
      if (typeof pagination.page === 'number') pagination.page -= 1;
    }),
  },
  'list.limit-said-20': {
    breaks: 'lists.defaults',
    text: 'the limit is said to be 20',
    how: inList(({ pagination }) => {
      pagination.limit = 20;
    }),
  },
  'list.no-pagination': {
    breaks: 'http.body_documented',
    text: 'lists have no pagination',
    by: ['list.listBrands'],
    how: inList((body) => void delete (body as Partial<ListBody>).pagination),
  },
  'list.items-not-data': {
    breaks: 'http.body_documented',
    text: 'data is called items',
    by: ['list.listBrands'],
    how: inList((body) => Object.assign(body, { items: body.data, data: undefined })),
  },
  'list.inactive-hidden': {
    breaks: 'lists.status',
    text: 'inactive records are left out',
    how: inList((body) => {
      body.data = body.data.filter(({ status }) => status !== 0);
    }),
  },
  'list.stale': {
    breaks: 'stateful.model',
    text: 'lists show every record at its first version',
    how: inList(({ data }) => {
      for (const record of data) if ('version' in record) record.version = 1;
    }),
  },
  'list.half-record': {
    breaks: 'http.body_documented',
    text: 'lists leave out the externalId',
    by: ['list.listBrands'],
    how: inList(({ data }) => {
      for (const record of data) delete record.externalId;
    }),
  },
};
