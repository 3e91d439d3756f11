import { type Case, subject } from '../../engine/case.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import { addDays } from '../../specification/days.ts';
import { PURCHASES, TRANSFERS } from '../fixtures/documents.ts';
import { byText, expectFilters, type FilteredList, found, isVoided, oneOf, period } from '../lists/filters.ts';
import { adjustments, orders, ROW_STATES, transfers } from './list-filters.ts';
import { adjustmentListFixture, daysFrom, type ListFixture, listFixture } from './list-fixtures.ts';

/** Combines any two filters in the lists of stock documents. */

const example = subject('examples', 'filters');

/** The day before the file's first purchase return, and the days after it; undefined without a file. */
function daysOfReturns(t: CaseContext): readonly string[] | undefined {
  if (!t.session.merchant('main').backOffice) return undefined;
  const [first] = t.session
    .backOffice('main')
    .returns.map(({ date }) => date)
    .toSorted();
  return first === undefined ? undefined : daysFrom(addDays(first, -1));
}

/** Purchases and purchase returns in one list. The rows on the case's days serve as the model. */
async function transactions(t: CaseContext): Promise<void> {
  const { mark, days, stores, suppliers, rows } = await listFixture(t, PURCHASES, daysOfReturns(t));
  const [a = 0, b = 0, c = 0] = suppliers;
  const [x = 0, y = 0, z = 0] = stores;
  const texts = ['orderNo', 'invoice', 'narration', 'number'];
  const scope = period('date', days[0], days.at(-1));
  const path = `${PURCHASES.path}?transactions=true`;
  const listed = await t.as().all(`${path}&includeVoided=true&${scope.query}`);
  const missing = rows.filter(({ id }) => !listed.some((row) => row.id === id && row.Type === 0));
  t.equal(
    missing.map(({ id }) => id),
    [],
    'purchases missing in the transactions',
  );
  await expectFilters(
    t,
    t.as(),
    {
      path: PURCHASES.path,
      hides: isVoided,
      filters: [
        ...ROW_STATES,
        oneOf('supplierId', 'supplierId', [a]),
        oneOf('supplierId', 'supplierId', [b, c]),
        oneOf('store', 'storeId', [x], `storeId=${x}`),
        oneOf('store', 'storeId', [y, z], `storeIds=${y},${z}`),
        period('date', days[1], undefined),
        period('date', days[0], days[2]),
        found(`${mark} lorry`, texts),
      ],
      sorts: ['', 'sort=orderDate'].map((query) =>
        byText(['transactions=true', query].filter(Boolean).join('&'), 'date'),
      ),
      scopes: [scope, found(mark, texts)],
    },
    listed,
  );
}

const filtersCase =
  (list: (arrangement: ListFixture) => FilteredList, arrange: (t: CaseContext) => Promise<ListFixture>) =>
  async (t: CaseContext): Promise<void> => {
    const arrangement = await arrange(t);
    await expectFilters(t, t.as(), list(arrangement), arrangement.rows);
  };

const PROVES = [
  'documents.filters_together',
  'lists.total',
  'lists.pages',
  'lists.order',
  'lists.sort',
  'lists.ties',
  'lists.cursor',
  'lists.status',
];

export const FILTERS_TOGETHER_CASES: readonly Case[] = [
  example(
    'purchase-orders',
    [
      ...PROVES,
      'purchases.dates',
      'purchases.filter.supplierId',
      'purchases.filter.storeId',
      'purchases.filter.purchStatus',
      'purchases.filter.orderNos',
      'purchases.filter.provider',
      'purchases.voided_hidden',
      'purchases.status_filter',
      'purchases.search',
    ],
    `GET ${PURCHASES.path}: any two filters together, in each order, by page and by cursor`,
    filtersCase(orders, (t) => listFixture(t, PURCHASES)),
  ),
  example(
    'stock-transfers',
    [
      ...PROVES,
      'transfers.dates',
      'transfers.filter.stores',
      'transfers.filter.transferStatus',
      'transfers.voided_hidden',
      'transfers.status_filter',
      'transfers.search',
    ],
    `GET ${TRANSFERS.path}: any two filters together, in each order, by page and by cursor`,
    filtersCase(transfers, (t) => listFixture(t, TRANSFERS)),
  ),
  example(
    'stock-adjustments',
    [...PROVES, 'adjustments.dates', 'adjustments.filters', 'adjustments.search', 'adjustments.order'],
    'GET /stock-adjustments: any two filters together, both ways, by page and by cursor',
    filtersCase(adjustments, adjustmentListFixture),
  ),
  example(
    'transactions',
    [...PROVES, 'purchases.transactions', 'purchases.transactions_filters', 'purchases.returns'],
    `GET ${PURCHASES.path}?transactions=true: any two filters together, both ways, by page and by cursor`,
    transactions,
  ),
];
