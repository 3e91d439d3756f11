import { isRule, ruleOfParameter } from '../../requirements/named-rules.ts';
import type { Answer, Fields } from '../../specification/answer.ts';
import type { Requested } from './requested.ts';

/** The rule of the rows of a list, by the parameters of the request. */

/** Parameters of every list that are no filters. */
const OF_PAGES = new Set(['order', 'sort', 'page', 'limit', 'cursor', 'companyId', 'includeLines']);

/** Rules of all filters of a list together. */
const TOGETHER = ['items.filters_together', 'documents.filters_together', 'lists.filters_together'];

/** Other rows, or another number of them. */
export function ruleOfRows({ rule, body }: Answer, got: unknown, request: Requested): string {
  const { query, families } = request;
  if (/^(streams|changes)\.|approved_stores$/.test(rule)) return rule;
  const [filter, ...others] = suspects(rowsIn(body), rowsIn(got), query);
  if (filter !== undefined && others.length === 0) return ruleOfFilter(filter, request) ?? rule;
  if (filter !== undefined && !families.includes('reports'))
    return TOGETHER.find((id) => [...families, 'lists'].includes(id.split('.')[0] ?? '')) ?? rule;
  if (rule === 'lists.cursor_while_growing') return rule;
  if (query.has('cursor')) return 'lists.cursor';
  if (Number(query.get('page') ?? 1) > 1) return rowsIn(body).length === 0 ? 'lists.beyond_the_end' : 'lists.pages';
  if (rowsIn(body).length !== rowsIn(got).length && query.has('limit')) return 'lists.limit';
  return rule === 'stateful.model' && (query.has('sort') || query.has('order'))
    ? ruleOfOrder(body, got, request)
    : rule;
}

/** Filters that may be wrong: those that a row too many does not satisfy, as far as its properties show. */
function suspects(expected: readonly Fields[], got: readonly Fields[], query: URLSearchParams): string[] {
  const filters = [...new Set(query.keys())].filter((name) => !OF_PAGES.has(name));
  const extra = got.find((row) => !expected.some(({ id }) => id === row.id));
  return filters.filter((name) => extra === undefined || !isSatisfied(name, query, extra));
}

/** True if the row's properties show that it satisfies a filter. */
function isSatisfied(name: string, query: URLSearchParams, row: Fields): boolean {
  const values = query.getAll(name).flatMap((text) => text.split(','));
  if (name === 'updatedFrom') return Date.parse(String(row.updatedAt)) >= Date.parse(values[0] ?? '');
  if (name === 'updatedTo') return Date.parse(String(row.updatedAt)) < Date.parse(values[0] ?? '');
  return values.includes(String(row[name === 'ids' ? 'id' : name]));
}

export function ruleOfFilter(name: string, { query, families }: Requested): string | undefined {
  const text = query.get(name) ?? '';
  if (name === 'search') {
    if (/\d{12}/.test(text) && families.includes('items')) return 'items.search_gtin';
    if (/\S\s+\S/.test(text)) return 'lists.search_words';
    if (/[%_\\]/.test(text)) return 'lists.search_literal';
    if (/[^\0-\x7f]/.test(text)) return 'text.search';
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
