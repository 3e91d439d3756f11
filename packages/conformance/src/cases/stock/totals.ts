import { type Case, subject } from '../../engine/case.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import type { Rec } from '../../engine/record.ts';
import type { Answer } from '../../http/send.ts';
import { storesOf, suppliersOf } from '../fixtures/directory.ts';
import {
  bodyOf,
  change,
  type Kind,
  lineFor,
  lineOf,
  PURCHASES,
  receive,
  type StockPlace,
  TRANSFERS,
} from '../fixtures/documents.ts';
import { stockFixture } from '../fixtures/stock.ts';
import { type Counted, countedBy, Totals } from '../lists/totals.ts';
import { adjustments, orders, transfers } from './list-filters.ts';

/**
 * Totals of whole lists without a search: each write changes the totals of filters that the record
 * starts or stops matching.
 */

const example = subject('examples', 'totals');

/** Adds the same queries with transactions=true, where orders are listed by date. */
const withTransactions = (counted: readonly Counted[]): Counted[] => [
  ...counted,
  ...counted
    .filter(({ query }) => !/purchStatus|orderNos|provider/.test(query))
    .map(({ query, counts }) => ({ query: `${query}&transactions=true`, counts })),
];

const body = (answer: Answer): Rec => answer.body as Rec;

/** Takes a draft through changes, receipts, a void and rejections. */
async function follow(t: CaseContext, kind: Kind, place: StockPlace, totals: Totals, others: object[]): Promise<void> {
  const make = (flag: boolean) =>
    t.as().create(`${kind.path}?receive=${flag}`, bodyOf(kind, place, [lineFor(kind, place.itemId, '4')]));
  await totals.start();
  const first = await make(false);
  await totals.after('a create', first);
  for (const fields of others) {
    const changed = body(t.requireStatus(await change(t, kind, first, fields), 200));
    await totals.after(`a change of ${Object.keys(fields).join()}`, changed);
  }
  const part = body(t.requireStatus(await receive(t, kind, first, [{ lineId: lineOf(first), quantity: '1' }]), 200));
  await totals.after('a receipt of part', part);
  t.expectStatus(await change(t, kind, first, { status: 0 }), 409, 'partner.state_conflict');
  await totals.after('a rejected void');
  await totals.after('a receipt of the rest', body(t.requireStatus(await receive(t, kind, first), 200)));
  const second = await make(false);
  await totals.after('another create', second);
  t.expectStatus(await t.as().patch(`${kind.path}/${second.id}?dryRun=true`, { status: 0 }), 200);
  await totals.after('a dry run of a void');
  await totals.after('a void', body(t.requireStatus(await change(t, kind, second, { status: 0 }), 200)));
  await totals.after('a create that is received at once', await make(true));
}

async function followAdjustment(t: CaseContext, totals: Totals): Promise<void> {
  const { here, there, itemId } = await stockFixture(t);
  const make = (post: boolean) => {
    const lines = [{ itemId, quantity: '2' }];
    return t.as().create(`/stock-adjustments?post=${post}`, { storeId: here, date: DAYS[0], type: 1, lines });
  };
  await totals.start();
  const draft = await make(false);
  await totals.after('a create', draft);
  const changes = [{ type: 2 }, { storeId: there }, { date: DAYS[2] }, { status: 1 }, { status: 2 }];
  for (const fields of changes) {
    const changed = body(t.requireStatus(await t.as().patch(`/stock-adjustments/${draft.id}`, fields), 200));
    await totals.after(`a change of ${JSON.stringify(fields)}`, changed);
  }
  const posted = await make(true);
  await totals.after('a create that is posted at once', posted);
  t.expectStatus(await t.as().patch(`/stock-adjustments/${posted.id}`, { type: 2 }), 409, 'partner.state_conflict');
  await totals.after('a rejected change');
}

const DAYS = ['2024-05-01', '2024-05-02', '2024-05-03', '2024-05-04'];

async function arrangement(t: CaseContext, path: string) {
  const [stores, suppliers] = [await storesOf(t, 3), await suppliersOf(t, 3)];
  const { data: rows } = await t.as().page(`${path}?limit=1`);
  return { mark: t.name('totals'), rows, days: DAYS, stores, suppliers };
}

const PROVES = ['lists.total', 'lists.status', 'http.nothing_written'];

export const TOTALS_CASES: readonly Case[] = [
  example(
    'purchase-orders',
    [
      ...PROVES,
      'purchases.voided_hidden',
      'purchases.filter.purchStatus',
      'purchases.filter.supplierId',
      'purchases.filter.storeId',
      'purchases.dates',
      'purchases.transactions',
      'purchases.transactions_filters',
      'purchases.status_filter',
    ],
    `GET ${PURCHASES.path}: each write changes the totals of the filters that the order enters or leaves`,
    async (t) => {
      const around = await arrangement(t, PURCHASES.path);
      const totals = new Totals(t, withTransactions(countedBy(orders(around))));
      const { there: _, ...place } = await stockFixture(t);
      const [, supplierId] = around.suppliers;
      const changes = [{ supplierId }, { storeId: around.stores[2] }, { orderDate: DAYS[2] }, { narration: 'conf' }];
      await follow(t, PURCHASES, { ...place, there: around.stores[0] ?? 0 }, totals, changes);
    },
  ),
  example(
    'stock-transfers',
    [
      ...PROVES,
      'transfers.voided_hidden',
      'transfers.filter.transferStatus',
      'transfers.filter.stores',
      'transfers.dates',
      'transfers.status_filter',
    ],
    `GET ${TRANSFERS.path}: each write changes the totals of the filters that the transfer enters or leaves`,
    async (t) => {
      const around = await arrangement(t, TRANSFERS.path);
      const totals = new Totals(t, countedBy(transfers(around)));
      const [x, y, z] = around.stores;
      const changes = [{ fromStoreId: z }, { toStoreId: x }, { date: DAYS[2] }, { narration: 'conf' }];
      const place = { ...(await stockFixture(t)), here: x ?? 0, there: y ?? 0 };
      await follow(t, TRANSFERS, place, totals, changes);
    },
  ),
  example(
    'stock-adjustments',
    [...PROVES, 'adjustments.filters', 'adjustments.dates'],
    'GET /stock-adjustments: each write changes the totals of the filters that the adjustment enters or leaves',
    async (t) => followAdjustment(t, new Totals(t, countedBy(adjustments(await arrangement(t, '/stock-adjustments'))))),
  ),
];
