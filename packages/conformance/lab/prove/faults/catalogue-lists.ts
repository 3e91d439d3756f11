import type { Fault, Faults, Own, Passed, Passing } from '../fault.ts';
import { answer, inList } from '../how/answers.ts';
import { request } from '../how/requests.ts';

/** A parameter is not heeded beside another, or where it has another value. */
const forgets = ({
  breaks,
  text,
  path,
  name,
  when,
}: Own<{ path: RegExp; name: string; when: (query: URLSearchParams, passing: Passing) => boolean }>): Fault => ({
  breaks,
  text,
  how: request((passing) => {
    const [bare = '', query = ''] = passing.url.split('?');
    const values = new URLSearchParams(query);
    if (!path.test(bare) || !values.has(name) || !when(values, passing)) return;
    values.delete(name);
    passing.url = `${bare}?${values}`;
  }),
});

const TOGETHER = 'lists.filters_together';

/** A total that stays as it was once it has been told. */
function staleTotal({ text, when }: { text: string; when: RegExp }): Fault {
  const told = new Map<string, number>();
  return {
    breaks: 'lists.total',
    text,
    how: inList(({ pagination }, { url }) => {
      if (!when.test(url)) return;
      pagination.total = told.get(url) ?? pagination.total;
      told.set(url, pagination.total);
    }),
  };
}

/** Answers that name the first of several places alone. */
const firstDetail = ({ text, when }: { text: string; when: (passed: Passed) => boolean }): Fault => ({
  breaks: 'http.every_detail',
  text,
  how: answer((passed) => {
    if (passed.status !== 400 || !when(passed)) return;
    const body = JSON.parse(passed.body) as { details?: unknown[] };
    passed.body = JSON.stringify({ ...body, ...(body.details && { details: body.details.slice(0, 1) }) });
  }),
});

/** A change that is refused as a duplicate goes through, as it seems. */
const takenByChange = ({ path, text }: { path: RegExp; text: string }): Fault => ({
  breaks: 'records.unique_when_changed',
  text,
  how: answer((passed) => {
    if (passed.method === 'PATCH' && passed.status === 409 && path.test(passed.url)) passed.status = 200;
  }),
});

/** Filters that fail only together, and totals that do not follow. */
export const CATALOGUE_LIST_FAULTS: Faults = {
  'request.forgets-status-searched': forgets({
    breaks: TOGETHER,
    text: 'menus of any state are found by a flag',
    path: /\/menus$/,
    name: 'status',
    when: (q) => q.has('online'),
  }),
  'request.forgets-type-by-brand': forgets({
    breaks: TOGETHER,
    text: 'of a brand items of any type are listed',
    path: /\/items$/,
    name: 'type',
    when: (q) => q.has('brandId'),
  }),
  'request.forgets-tax-by-group': forgets({
    breaks: TOGETHER,
    text: 'of a category items of any tax are listed',
    path: /\/items$/,
    name: 'taxId',
    when: (q) => q.has('groupId'),
  }),
  'request.forgets-scale-when-low': forgets({
    breaks: TOGETHER,
    text: 'of low items weighed goods are not left out',
    path: /\/items$/,
    name: 'weighingScale',
    when: (q) => q.get('stockStatus') === 'low',
  }),
  'request.forgets-flag-by-flag': forgets({
    breaks: TOGETHER,
    text: 'of two flags of menus the first is heeded',
    path: /\/menus$/,
    name: 'takeaway',
    when: (q) => q.has('delivery'),
  }),
  'request.forgets-item-search-inactive': forgets({
    breaks: TOGETHER,
    text: 'inactive groups are listed whatever they are applied to',
    path: /\/modifiers$/,
    name: 'itemSearch',
    when: (q) => q.get('status') === '0',
  }),
  'request.forgets-sort-filtered': forgets({
    breaks: TOGETHER,
    text: 'filtered categories are in the order of their creation',
    path: /\/categories$/,
    name: 'sort',
    when: (q) => q.has('status') && q.has('search'),
  }),
  'list.stale-total-of-state': staleTotal({ text: 'the total of active brands is kept', when: /\/brands\?.*status=1/ }),
  'list.stale-total-of-flag': staleTotal({
    text: 'the total of menus for delivery is kept',
    when: /\/menus\?.*delivery=1/,
  }),
  'list.stale-total-of-items': staleTotal({
    text: 'the total of items of a brand is kept',
    when: /\/items\?.*brandId=/,
  }),
  'list.has-more-when-full': {
    breaks: 'lists.total',
    text: 'a full last page of groups has more behind it',
    how: inList(({ data, pagination }, { url }) => {
      if (/\/modifiers\?/.test(url) && data.length === pagination.limit) pagination.hasMore = true;
    }),
  },
  'answer.first-detail-of-changes': firstDetail({
    text: 'of a wrong change the first property is named',
    when: ({ method }) => method === 'PATCH',
  }),
  'answer.first-detail-of-menus': firstDetail({
    text: 'of a wrong list of menus the first parameter is named',
    when: ({ url }) => /\/menus\?/.test(url),
  }),
  'answer.taken-by-change-brands': takenByChange({ path: /\/brands\//, text: 'a brand is given the name of another' }),
  'answer.taken-by-change-modifiers': takenByChange({
    path: /\/modifiers\//,
    text: 'a group is given the externalId of another',
  }),
};
