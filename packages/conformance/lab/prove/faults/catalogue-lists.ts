import type { Fault, Passed, Passing } from '../fault.ts';
import { fault } from '../kinds/answers.ts';
import { inList } from '../kinds/lists.ts';
import { asks } from '../kinds/requests.ts';

/** A parameter is not heeded beside another, or where it has another value. */
const forgets = (
  id: string,
  breaks: string,
  text: string,
  path: RegExp,
  name: string,
  when: (query: URLSearchParams, passing: Passing) => boolean,
): Fault =>
  asks(`forgets-${id}`, breaks, text, (passing) => {
    const [bare = '', query = ''] = passing.url.split('?');
    const values = new URLSearchParams(query);
    if (!path.test(bare) || !values.has(name) || !when(values, passing)) return;
    values.delete(name);
    passing.url = `${bare}?${values}`;
  });

const TOGETHER = 'lists.filters_together';

/** A total that stays as it was once it has been told. */
function staleTotal(id: string, text: string, when: RegExp): Fault {
  const told = new Map<string, number>();
  return inList(`stale-total-${id}`, 'lists.total', text, ({ pagination }, { url }) => {
    if (!when.test(url)) return;
    pagination.total = told.get(url) ?? pagination.total;
    told.set(url, pagination.total);
  });
}

/** Answers that name the first of several places alone. */
const firstDetail = (id: string, text: string, when: (passed: Passed) => boolean): Fault =>
  fault(`first-detail-${id}`, 'http.every_detail', text, (passed) => {
    if (passed.status !== 400 || !when(passed)) return;
    const body = JSON.parse(passed.body) as { details?: unknown[] };
    passed.body = JSON.stringify({ ...body, ...(body.details && { details: body.details.slice(0, 1) }) });
  });

/** A change that is refused as a duplicate goes through, as it seems. */
const takenByChange = (path: RegExp, text: string): Fault =>
  fault(`taken-by-change-${path.source.replaceAll(/\W/g, '')}`, 'records.unique_when_changed', text, (passed) => {
    if (passed.method === 'PATCH' && passed.status === 409 && path.test(passed.url)) passed.status = 200;
  });

/** Filters that fail only together, and totals that do not follow. */
export const CATALOGUE_LIST_FAULTS: readonly Fault[] = [
  forgets('status-searched', TOGETHER, 'menus of any state are found by a flag', /\/menus$/, 'status', (q) =>
    q.has('online'),
  ),
  forgets('type-by-brand', TOGETHER, 'of a brand items of any type are listed', /\/items$/, 'type', (q) =>
    q.has('brandId'),
  ),
  forgets('tax-by-group', TOGETHER, 'of a category items of any tax are listed', /\/items$/, 'taxId', (q) =>
    q.has('groupId'),
  ),
  forgets(
    'scale-when-low',
    TOGETHER,
    'of low items weighed goods are not left out',
    /\/items$/,
    'weighingScale',
    (q) => q.get('stockStatus') === 'low',
  ),
  forgets('flag-by-flag', TOGETHER, 'of two flags of menus the first is heeded', /\/menus$/, 'takeaway', (q) =>
    q.has('delivery'),
  ),
  forgets(
    'item-search-inactive',
    TOGETHER,
    'inactive groups are listed whatever they are applied to',
    /\/modifiers$/,
    'itemSearch',
    (q) => q.get('status') === '0',
  ),
  forgets(
    'sort-filtered',
    TOGETHER,
    'filtered categories are in the order of their creation',
    /\/categories$/,
    'sort',
    (q) => q.has('status') && q.has('search'),
  ),
  staleTotal('of-state', 'the total of active brands is kept', /\/brands\?.*status=1/),
  staleTotal('of-flag', 'the total of menus for delivery is kept', /\/menus\?.*delivery=1/),
  staleTotal('of-items', 'the total of items of a brand is kept', /\/items\?.*brandId=/),
  inList(
    'has-more-when-full',
    'lists.total',
    'a full last page of groups has more behind it',
    ({ data, pagination }, { url }) => {
      if (/\/modifiers\?/.test(url) && data.length === pagination.limit) pagination.hasMore = true;
    },
  ),
  firstDetail('of-changes', 'of a wrong change the first property is named', ({ method }) => method === 'PATCH'),
  firstDetail('of-menus', 'of a wrong list of menus the first parameter is named', ({ url }) => /\/menus\?/.test(url)),
  takenByChange(/\/brands\//, 'a brand is given the name of another'),
  takenByChange(/\/modifiers\//, 'a group is given the externalId of another'),
];
