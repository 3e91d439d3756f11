import { type Asked, daysOf, itemsOf } from '../../back-office/figures.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import { Unavailable } from '../../engine/unavailable.ts';
import type { Answer } from '../../http/send.ts';
import { addDays } from '../../specification/days.ts';
import type { DayRow, ItemRow } from '../../specification/sales.ts';
import type { MerchantRole } from '../../target/target.ts';
import {
  companyCurrency,
  currencyOf,
  type Fields,
  itemIdOf,
  type Records,
  storeIdOf,
  variantIdOf,
} from './back-office-records.ts';

/** Requests for reports, with the rows predicted from the back-office file. */

export interface Report {
  readonly companyId: number;
  readonly from: string;
  readonly to: string;
  readonly data: readonly Fields[];
  readonly totals: readonly Fields[];
  readonly pagination: { page: number; limit: number; total: number; hasMore: boolean };
}

export interface Reported {
  readonly answer: Answer;
  readonly report: Report;
}

/** Requests a report; the path has a query. */
export type Ask = (path: string) => Promise<Answer>;

export async function reported(t: CaseContext, ask: Ask, path: string): Promise<Reported> {
  const answer = t.requireStatus(await ask(path), 200);
  return { answer, report: answer.body as Report };
}

const MOST_PAGES = 50;

/** Every row of a paged report. */
export async function everyRow(t: CaseContext, ask: Ask, path: string): Promise<readonly Fields[]> {
  const rows: Fields[] = [];
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const { report, answer } = await reported(t, ask, `${path}${path.includes('?') ? '&' : '?'}limit=100&page=${page}`);
    rows.push(...report.data);
    if (report.pagination.hasMore) continue;
    const { total } = report.pagination;
    t.checkAlso(
      'lists.total',
      total === rows.length,
      `${path} has ${rows.length} rows, but a total of ${total}`,
      answer,
    );
    return rows;
  }
  t.checkAlso('lists.pages', false, `${path} does not end`);
  return rows;
}

/** Requests with an API key of the ADSR app instead of a token. */
export function byKey(t: CaseContext, role: MerchantRole): Ask {
  const headers = { 'X-API-Key': t.session.apiKey('main', role === 'live' ? 'PRODUCTION' : 'SANDBOX') };
  const { companyId } = t.session.merchant(role);
  return (path) => t.session.send('GET', `${path}${path.includes('?') ? '&' : '?'}companyId=${companyId}`, { headers });
}

export const byToken =
  ({ caller }: Records): Ask =>
  (path) =>
    caller.get(path);

/** The file's whole period. */
export const wholeOf = ({ backOffice: { from, to } }: Records): Asked => ({ from, to });

export function queryOf(records: Records, { from, to, stores }: Asked): string {
  const filter = stores ? `&storeId=${stores.map((store) => storeIdOf(records, store)).join()}` : '';
  return `from=${from}&to=${to}${filter}`;
}

export const dailyUrl = (records: Records, asked: Asked): string => `/reports/daily-sales?${queryOf(records, asked)}`;

export const itemsUrl = (records: Records, asked: Asked, more = ''): string =>
  `/reports/sales-by-item?${queryOf(records, asked)}${more}`;

/** The file's days as rows of the report. */
export const dailyRows = (records: Records, asked: Asked): (Fields & DayRow<string>)[] =>
  daysOf(records.backOffice, asked).map((row) => ({
    ...row,
    storeId: storeIdOf(records, row.store),
    storeName: records.backOffice.store(row.store).name,
    currency: currencyOf(records, row.store),
  }));

export const itemRows = (records: Records, asked: Asked): (Fields & ItemRow<string, string>)[] =>
  itemsOf(records.backOffice, asked).map((row) => ({
    ...row,
    itemId: itemIdOf(records, row.item),
    variantId: variantIdOf(records, row.item, row.variant),
    name: records.backOffice.item(row.item).name,
    variantName: row.variant,
    currency: (row.currency ?? companyCurrency(records)) as string,
  }));

export const only = (rows: readonly Fields[], names: readonly string[]): Fields[] =>
  rows.map((row) => Object.fromEntries(names.map((name) => [name, row[name]])));

/** A day without sales in the period. */
export function emptyDayOf({ backOffice }: Records): string {
  const days = new Set(backOffice.days);
  for (let day = backOffice.from; day <= backOffice.to; day = addDays(day, 1)) if (!days.has(day)) return day;
  throw new Unavailable('no day without sales in the period of the file');
}

/** A day with sales before and after it, preferably on the adjacent days. */
export function middleDayOf({ backOffice: { days } }: Records): string {
  const inner = days.slice(1, -1);
  const day =
    inner.find((one) => days.includes(addDays(one, -1)) && days.includes(addDays(one, 1))) ??
    inner[Math.floor(inner.length / 2)];
  if (day === undefined) throw new Unavailable('fewer than three days with sales in the file');
  return day;
}
