import { saleDays } from '../../../driver/sale-days.ts';
import type { Script } from '../../../driver/script.ts';
import type { Case } from '../../../run/case.ts';
import { addDays } from '../../../specification/days.ts';
import { rowsOf } from '../../../specification/state.ts';
import { LINES } from '../../../specification/streams.ts';
import { scripted } from './script.ts';

const DAILY = '/reports/daily-sales';
const BY_ITEM = '/reports/sales-by-item';

/** Periods that begin or end on days with sales, and before and after them. */
function periodsOf(script: Script): (readonly [from: string, to: string])[] {
  const days = saleDays(script.merchant);
  const [first = '', middle = '', last = ''] = [days[0], days[Math.floor(days.length / 2)], days.at(-1)];
  return [
    [first, last],
    [first, middle],
    [middle, last],
    [middle, middle],
    [addDays(first, -3), first],
    [last, addDays(last, 3)],
    [addDays(last, 1), addDays(last, 1)],
    [addDays(last, -365), last],
  ];
}

/** Lists of stores in each spelling, with unknown, repeated and other merchants' stores. */
function storesOf({ merchant }: Script): string[] {
  const [one = 0, two = 0, ...others] = rowsOf(merchant, 'stores').map(({ id }) => id);
  return [
    `storeId=${one}`,
    `storeId=${two},${one}`,
    `storeId=${one}&storeId=${others.join()}`,
    `storeId=${two},${two},999999999`,
    'storeId=999999999',
  ];
}

/** Cases that name `backOffice` are not run without a file. */
export const SCRIPTS_REPORTS: readonly Case[] = [
  scripted(
    'reports-days',
    'the reports of each day with sales in some time zone are as the specification computes them',
    async (s, t) => {
      t.session.backOffice('main');
      for (const day of saleDays(s.merchant)) {
        await s.get(`${DAILY}?from=${day}&to=${day}`);
        await s.get(`${BY_ITEM}?from=${day}&to=${day}&limit=100`);
        // Many items are sold equally often on one day.
        for (const order of ['asc', 'desc'])
          for (const headers of [{}, { Accept: LINES }])
            await s.get(`${BY_ITEM}?from=${day}&to=${day}&sort=quantity&order=${order}`, headers);
      }
    },
  ),
  scripted(
    'reports-narrowed',
    'periods, stores, sorts and pages of reports combine as the specification says',
    async (s, t) => {
      t.session.backOffice('main');
      const other = await s.as(t.as('main', 'other'));
      for (const script of [s, other])
        for (const [from, to] of periodsOf(script))
          for (const stores of ['', ...storesOf(script)]) {
            await script.get(`${DAILY}?from=${from}&to=${to}&${stores}`);
            await script.get(`${BY_ITEM}?${stores}&to=${to}&from=${from}`);
          }
      const [[from, to] = [], [, middle] = []] = periodsOf(s);
      for (const sort of ['net', 'gross', 'quantity'])
        for (const order of ['asc', 'desc']) {
          for (const page of [1, 2, 9])
            await s.get(`${BY_ITEM}?from=${from}&to=${to}&sort=${sort}&order=${order}&page=${page}&limit=7`);
          for (const store of storesOf(s))
            await s.get(`${BY_ITEM}?from=${from}&to=${middle}&sort=${sort}&order=${order}&${store}`);
        }
      const { pagination } = await s.get(`${BY_ITEM}?from=${from}&to=${to}&limit=1`);
      await s.get(`${BY_ITEM}?from=${from}&to=${to}&limit=1&page=${(pagination as { total: number }).total}`);
      await other.get(`${DAILY}?from=${from}&to=${to}&${storesOf(s)[0]}`);
      await s.get(`${BY_ITEM}?from=${from}&to=${to}&page=99999999999999999999`);
    },
  ),
  scripted(
    'reports-names',
    'sales by item show the present names of items, and open orders those at the time of the order',
    async (s, t) => {
      t.session.backOffice('main');
      const [from, to] = periodsOf(s)[0] ?? [];
      const sold = new Set(s.merchant.sales.receipts.flatMap(({ lines }) => lines.map(({ item }) => item)));
      const items = rowsOf(s.merchant, 'items').filter(({ id }) => sold.has(id));
      for (const { id, name, variants } of items) {
        const entries = variants as readonly { readonly id: number; readonly name: string }[];
        const renamed = entries.map((one) => ({ id: one.id, name: `${one.name} again` }));
        await s.patch(`/items/${id}`, { name: s.name(), status: 0, ...(entries.length > 0 && { variants: renamed }) });
        await s.get(`${BY_ITEM}?from=${from}&to=${to}&limit=100`);
        const kept = entries.map((one) => ({ id: one.id, name: one.name }));
        await s.patch(`/items/${id}`, { name, status: 1, ...(entries.length > 0 && { variants: kept }) });
      }
      await s.get(`${BY_ITEM}?from=${from}&to=${to}&limit=100`);
      for (const { id } of rowsOf(s.merchant, 'stores')) await s.get(`/stores/${id}/open-orders`);
    },
  ),
  scripted(
    'reports-unknown',
    'reports of days whose sales the suite does not know stay as they were first read',
    async (s, t) => {
      const elsewhere = await s.as(t.as('main', 'abroad'));
      for (const script of [s, elsewhere, s, elsewhere])
        for (const path of [DAILY, BY_ITEM])
          for (const headers of [{}, { Accept: LINES }])
            await script.get(`${path}?from=2019-01-01&to=2019-12-31`, headers);
    },
  ),
];
