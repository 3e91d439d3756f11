import { type Faults, fault, type Passed, type ProxyChange } from '../fault.ts';
import { answer, inList } from '../how/answers.ts';
import { request } from '../how/requests.ts';

/** Ignores a parameter when another is present, or when it has certain values. */
const forgets = (name: string, path: RegExp, when: (query: URLSearchParams) => boolean) =>
  request((passing) => {
    const [bare = '', query = ''] = passing.url.split('?');
    const values = new URLSearchParams(query);
    if (!path.test(bare) || !values.has(name) || !when(values)) return;
    values.delete(name);
    passing.url = `${bare}?${values}`;
  });

const TOGETHER = 'lists.filters_together';

/** Keeps returning the first total. */
function staleTotal(when: RegExp): ProxyChange {
  const told = new Map<string, number>();
  return inList(({ pagination }, { url }) => {
    if (!when.test(url)) return;
    pagination.total = told.get(url) ?? pagination.total;
    told.set(url, pagination.total);
  });
}

/** Responses that report only the first of several errors. */
const firstDetail = (when: (passed: Passed) => boolean) =>
  answer((passed) => {
    if (passed.status !== 400 || !when(passed)) return;
    const body = JSON.parse(passed.body) as { details?: unknown[] };
    passed.body = JSON.stringify({ ...body, ...(body.details && { details: body.details.slice(0, 1) }) });
  });

/** A change that is rejected as a duplicate appears to succeed. */
const takenByChange = (path: RegExp) =>
  answer((passed) => {
    if (passed.method === 'PATCH' && passed.status === 409 && path.test(passed.url)) passed.status = 200;
  });

/** Filters that fail only in combination, and totals that ignore changes. */
export const CATALOGUE_LIST_FAULTS: Faults = {
  'request.forgets-status-searched': fault(TOGETHER, 'menus of any state are found by a flag', {
    how: forgets('status', /\/menus$/, (q) => q.has('online')),
  }),
  'request.forgets-type-by-brand': fault(TOGETHER, 'of a brand items of any type are listed', {
    how: forgets('type', /\/items$/, (q) => q.has('brandId')),
  }),
  'request.forgets-tax-by-group': fault(TOGETHER, 'of a category items of any tax are listed', {
    how: forgets('taxId', /\/items$/, (q) => q.has('groupId')),
  }),
  'request.forgets-scale-when-low': fault(TOGETHER, 'of low items weighed goods are not left out', {
    how: forgets('weighingScale', /\/items$/, (q) => q.get('stockStatus') === 'low'),
  }),
  'request.forgets-flag-by-flag': fault(TOGETHER, 'only the first of two flags of menus is used', {
    how: forgets('takeaway', /\/menus$/, (q) => q.has('delivery')),
  }),
  'request.forgets-item-search-inactive': fault(TOGETHER, 'inactive groups are listed whatever they are applied to', {
    how: forgets('itemSearch', /\/modifiers$/, (q) => q.get('status') === '0'),
  }),
  'request.forgets-sort-filtered': fault(TOGETHER, 'filtered categories are in the order of their creation', {
    how: forgets('sort', /\/categories$/, (q) => q.has('status') && q.has('search')),
  }),
  'list.stale-total-of-state': fault('lists.total', 'the total of active brands is outdated', {
    how: staleTotal(/\/brands\?.*status=1/),
  }),
  'list.stale-total-of-flag': fault('lists.total', 'the total of menus for delivery is outdated', {
    how: staleTotal(/\/menus\?.*delivery=1/),
  }),
  'list.stale-total-of-items': fault('lists.total', 'the total of items of a brand is outdated', {
    how: staleTotal(/\/items\?.*brandId=/),
  }),
  'list.has-more-when-full': fault('lists.total', 'a full last page of groups claims that more follow', {
    how: inList(({ data, pagination }, { url }) => {
      if (/\/modifiers\?/.test(url) && data.length === pagination.limit) pagination.hasMore = true;
    }),
  }),
  'answer.first-detail-of-changes': fault('http.every_detail', 'of a wrong change the first property is named', {
    how: firstDetail(({ method }) => method === 'PATCH'),
  }),
  'answer.first-detail-of-menus': fault('http.every_detail', 'of a wrong list of menus the first parameter is named', {
    how: firstDetail(({ url }) => /\/menus\?/.test(url)),
  }),
  'answer.taken-by-change-brands': fault(
    'records.unique_when_changed',
    'a brand can be renamed to the name of another',
    { how: takenByChange(/\/brands\//) },
  ),
  'answer.taken-by-change-modifiers': fault(
    'records.unique_when_changed',
    'a group can take the externalId of another',
    { how: takenByChange(/\/modifiers\//) },
  ),
};
