import { type Asked, daysOf, itemsOf, totalsOf } from '../../back-office/figures.ts';
import { type Case, subject } from '../../engine/case.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import type { Page } from '../../engine/record.ts';
import { Unavailable } from '../../engine/unavailable.ts';
import { expectSameRows, type Fields, recordsOf, storeIdOf, storesAmong } from './back-office-records.ts';
import {
  byKey,
  byToken,
  dailyRows,
  dailyUrl,
  everyRow,
  itemRows,
  itemsUrl,
  only,
  reported,
  wholeOf,
} from './report-calls.ts';

/** Reports for an API key, compared with the back-office file. */

const example = subject('examples', 'report-access');

const DAY = ['storeId', 'date'];

/** Stores of the file that the live merchant's owner has approved. */
async function approvedOf(t: CaseContext) {
  const backOffice = t.session.backOffice('live');
  const ask = byKey(t, 'live');
  const { approvedStoreIds = [] } = t.session.merchant('live');
  const listed = (t.requireStatus(await ask('/stores?limit=100'), 200).body as Page).data;
  const stores = storesAmong(backOffice, listed, 'live');
  const approved = [...stores].filter(([, { id }]) => approvedStoreIds.includes(id)).map(([store]) => store);
  const hidden = [...backOffice.stores.keys()].filter((store) => !approved.includes(store));
  const asked: Asked = { from: backOffice.from, to: backOffice.to, stores: approved };
  const shared = new Set(daysOf(backOffice, asked).map(({ date }) => date));
  const elsewhere = daysOf(backOffice, { ...asked, stores: hidden });
  if (!elsewhere.some(({ date }) => shared.has(date)))
    throw new Unavailable('no sale at an unapproved store on a day with sales at an approved one');
  // Currency of the stores that do not have a different one.
  const currency = [...stores].find(([store]) => !backOffice.store(store).currency)?.[1].currency;
  return { backOffice, ask, stores, asked, currency, period: `from=${asked.from}&to=${asked.to}` };
}

export const REPORT_ACCESS_CASES: readonly Case[] = [
  example(
    'approved-daily',
    ['reports.approved_stores', 'reports.totals'],
    'daily sales of a production key cover the approved stores; the totals exclude the others',
    async (t) => {
      const { backOffice, ask, stores, asked, period, currency } = await approvedOf(t);
      const { report, answer } = await reported(t, ask, `/reports/daily-sales?${period}`);
      const rows = daysOf(backOffice, asked).map((row) => ({ ...row, storeId: stores.get(row.store)?.id }));
      expectSameRows(t, report.data, only(rows, [...DAY, 'orders', 'gross', 'tax', 'net']), DAY, answer);
      const expected = [...totalsOf(backOffice, asked)].map(([own, { orders, gross, net }]) => ({
        currency: own ?? currency,
        orders,
        gross,
        net,
      }));
      expectSameRows(t, report.totals, expected, ['currency'], answer);
    },
  ),
  example(
    'approved-items',
    ['reports.approved_stores', 'sales_by_item.gross'],
    'sales by item of a production key cover the approved stores',
    async (t) => {
      const { backOffice, ask, asked, period, currency } = await approvedOf(t);
      const rows = await everyRow(t, ask, `/reports/sales-by-item?${period}`);
      const expected = itemsOf(backOffice, asked).map(({ item, variant, currency: own, quantity, gross, net }) => ({
        name: backOffice.item(item).name,
        variantName: variant,
        currency: own ?? currency,
        quantity,
        gross,
        net,
      }));
      expectSameRows(t, rows, expected, ['name', 'variantName', 'currency']);
    },
  ),
  example(
    'approved-stock',
    ['reports.approved_stores', 'keys.approved_stores'],
    'stock on hand of a production key covers the approved stores',
    async (t) => {
      const { ask, stores, asked } = await approvedOf(t);
      const rows = (await reported(t, ask, '/reports/stock-on-hand?limit=100')).report.data;
      const approved = new Set(asked.stores?.map((store) => stores.get(store)?.id));
      const strange = rows.filter(({ storeId }) => !approved.has(storeId as number));
      t.equal(strange, [], 'levels at unapproved stores');
      t.check(rows.length > 0, 'there are no levels at the approved stores');
    },
  ),
  example(
    'hidden-store',
    ['reports.approved_stores', 'reports.stores'],
    'an unapproved store is absent, even by its id',
    async (t) => {
      const { ask, stores, period } = await approvedOf(t);
      const records = await recordsOf(t, 'live');
      for (const store of [...records.stores.keys()].filter((one) => !stores.has(one))) {
        const id = storeIdOf(records, store);
        const { report, answer } = await reported(t, ask, `/reports/daily-sales?${period}&storeId=${id}`);
        t.equal([report.data, report.totals], [[], []], `daily sales of ${store}`, answer);
        t.equal(await everyRow(t, ask, `/reports/sales-by-item?${period}&storeId=${id}`), [], `items of ${store}`);
        t.equal(await everyRow(t, ask, `/reports/stock-on-hand?storeId=${id}`), [], `stock at ${store}`);
      }
    },
  ),
  example(
    'token-of-live',
    ['reports.daily_sales', 'env.enforced'],
    'a production token reports on all stores of a live merchant',
    async (t) => {
      const records = await recordsOf(t, 'live');
      const { report, answer } = await reported(t, byToken(records), dailyUrl(records, wholeOf(records)));
      expectSameRows(
        t,
        report.data,
        only(dailyRows(records, wholeOf(records)), [...DAY, 'orders', 'gross']),
        DAY,
        answer,
      );
    },
  ),
  ...(['main', 'other'] as const).map((role) =>
    example(
      `sandbox-${role}`,
      ['reports.key_as_token', 'keys.sandbox_automatic'],
      `a sandbox key gets the same reports of the ${role} merchant as a token`,
      async (t) => {
        const records = await recordsOf(t, role);
        const [token, key, asked] = [byToken(records), byKey(t, role), wholeOf(records)];
        const daily = dailyUrl(records, asked);
        t.equal((await key(daily)).body, (await reported(t, token, daily)).report, 'daily sales');
        for (const url of [itemsUrl(records, asked), `/reports/stock-on-hand?storeId=${firstStore(records.stores)}`])
          t.equal(await everyRow(t, key, url), await everyRow(t, token, url), url);
        const expected: Fields[] = only(itemRows(records, asked), ['itemId', 'variantId', 'currency', 'gross']);
        expectSameRows(t, await everyRow(t, key, itemsUrl(records, asked)), expected, [
          'itemId',
          'variantId',
          'currency',
        ]);
      },
    ),
  ),
];

const firstStore = (stores: ReadonlyMap<string, { id: number }>): number => [...stores.values()][0]?.id ?? 0;
