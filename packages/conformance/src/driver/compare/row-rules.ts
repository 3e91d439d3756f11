import { isRule, ruleOfParameter } from '../../requirements/named-rules.ts';
import type { Answer, Fields } from '../../specification/answer.ts';
import type { Requested } from './requested.ts';

/** The rule of the rows of a list, by the parameters of the request. */

/** Parameters of every list that are no filters. */
const OF_PAGES = new Set(['order', 'sort', 'page', 'limit', 'cursor', 'companyId', 'includeLines']);

/** Parameters that are the ends of one filter. */
const RANGES = [
  ['from', 'to'],
  ['fromDate', 'toDate'],
  ['updatedFrom', 'updatedTo'],
];

/** Rules of all filters of a list together. */
const TOGETHER = ['items.filters_together', 'documents.filters_together', 'lists.filters_together'];

/** Other rows, or another number of them. */
export function ruleOfRows({ rule, body }: Answer, got: unknown, request: Requested): string {
  const { query, families } = request;
  if (/^(streams|changes)\.|approved_stores$/.test(rule)) return rule;
  const [filter, ...others] = suspects(rowsIn(body), rowsIn(got), request);
  const isOne = others.every((other) => RANGES.some((ends) => ends.includes(String(filter)) && ends.includes(other)));
  if (filter !== undefined && isOne) return ruleOfFilter(filter, request) ?? rule;
  if (filter !== undefined && !families.includes('reports'))
    return TOGETHER.find((id) => [...families, 'lists'].includes(id.split('.')[0] ?? '')) ?? rule;
  if (rule === 'lists.cursor_while_growing') return rule;
  if (query.has('cursor')) return 'lists.cursor';
  if (Number(query.get('page') ?? 1) > 1) return rowsIn(body).length === 0 ? 'lists.beyond_the_end' : 'lists.pages';
  const limit = Number(query.get('limit') ?? Number.NaN);
  if (rowsIn(got).length > limit || (rowsIn(body).length === limit && rowsIn(got).length < limit)) return 'lists.limit';
  return rule === 'stateful.model' && (query.has('sort') || query.has('order'))
    ? ruleOfOrder(body, got, request)
    : rule;
}

export const filtersIn = (query: URLSearchParams): string[] =>
  [...new Set(query.keys())].filter((name) => !OF_PAGES.has(name));

/** Filters that may be wrong: those that a row too many does not satisfy, as far as its properties show; else optional ones. */
function suspects(expected: readonly Fields[], got: readonly Fields[], { query, operation }: Requested): string[] {
  const filters = filtersIn(query);
  const known = new Set(expected.map(keyOfRow));
  const extra = got.find((row) => !known.has(keyOfRow(row)));
  if (extra) return filters.filter((name) => !isSatisfied(name, query, extra));
  return filters.filter((name) => !operation?.parameters.some((one) => one.name === name && one.required));
}

/** Properties that tell apart rows without an id. */
const KEY = ['storeId', 'date', 'itemId', 'variantId', 'currency'];

export const keyOfRow = ({ id, ...row }: Fields): unknown => id ?? JSON.stringify(KEY.map((name) => row[name]));

/** True if the row's properties show that it satisfies a filter. */
function isSatisfied(name: string, query: URLSearchParams, row: Fields): boolean {
  const values = query.getAll(name).flatMap((text) => text.split(','));
  if (name === 'search') return String(row.name).toLowerCase().includes(String(values[0]).toLowerCase());
  if (name === 'from') return String(row.date) >= String(values[0]);
  if (name === 'to') return String(row.date) <= String(values[0]);
  if (name === 'updatedFrom') return Date.parse(String(row.updatedAt)) >= Date.parse(values[0] ?? '');
  if (name === 'updatedTo') return Date.parse(String(row.updatedAt)) < Date.parse(values[0] ?? '');
  return values.includes(String(row[name === 'ids' ? 'id' : name]));
}

export function ruleOfFilter(name: string, { query, families }: Requested): string | undefined {
  const text = query.get(name) ?? '';
  if (name === 'search') {
    if (/\d{12}/.test(text) && families.includes('items')) return 'items.search_gtin';
    if (/[^\0-\x7f]/.test(text)) return 'text.search';
    if (/\S\s+\S/.test(text)) return 'lists.search_words';
    if (/[%_\\]/.test(text)) return 'lists.search_literal';
  }
  if (query.getAll(name).length > 1) return 'http.csv_or_repeated';
  return ruleOfParameter(name, [...families, 'lists']);
}

/** Lists whose order has a rule with another name. */
const ORDERS: Readonly<Record<string, string>> = {
  getItemStock: 'items.ledger',
  listStockMovements: 'stock.movements_order',
  getDailySales: 'reports.rows',
  listSalesByItem: 'sales_by_item.sort',
};

/** The same rows in another order. */
export function ruleOfOrder(body: unknown, got: unknown, { operation, query, families }: Requested): string {
  const own = ORDERS[operation?.id ?? ''] ?? `${families[0]}.order`;
  if (isRule(own)) return own;
  const sort = query.get('sort');
  if (sort === null) return query.has('order') ? 'lists.order' : 'lists.default_sort';
  const [rows, others] = [rowsIn(body), rowsIn(got)];
  const index = rows.findIndex(({ id }, i) => id !== others[i]?.id);
  const other = others[index];
  if (other && other[sort] === rows[index]?.[sort]) return 'lists.ties';
  return sort === 'name' ? 'text.sort' : 'lists.sort';
}

export function rowsIn(body: unknown): readonly Fields[] {
  const rows = Array.isArray(body) ? body : (body as { data?: unknown } | undefined)?.data;
  return Array.isArray(rows) ? rows : [];
}
