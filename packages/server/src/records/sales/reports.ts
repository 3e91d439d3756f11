import { setImmediate as nextTurn } from 'node:timers/promises';
import { visibleStores } from '../../changes/cursor.ts';
import { type Statement, statement } from '../../database/statement.ts';
import { validationFailed } from '../../errors.ts';
import { openStream } from '../../lists/stream.ts';
import type { Current } from '../feed.ts';
import { type Handlers, streamReply } from '../handlers.ts';
import { columnsOf } from '../record-table.ts';
import { BEYOND_TOTAL, PAYMENTS } from './rules.ts';

const MOST_DAYS = 366;

/** Rejects a period of business days, both included, that is reversed or longer than a leap year. */
function checkPeriod({ from, to }: { readonly from: string; readonly to: string }): void {
  const refused = (rule: string, message: string) => validationFailed([{ in: 'query', path: 'to', rule, message }]);
  const days = (Date.parse(to) - Date.parse(from)) / (24 * 60 * 60 * 1000) + 1;
  if (days < 1) throw refused('fromAfterTo', `must not be before from, which is ${from}`);
  if (days > MOST_DAYS) throw refused('maxDays', `must be within ${MOST_DAYS} days of from; these are ${days}`);
}

/** Rows of the business days `$2` to `$3`, at the stores `$4`, or at all stores if null. */
const ASKED = `r.company_id = $1 and r.day between $2::date and $3::date
      and ($4::bigint[] is null or r.store_id = any($4::bigint[]))`;

const money = (row: string, column: string, name = column): string =>
  `region.money_text(${row}.${column}, ${row}.currency) as "${name}"`;

const SUMS = ['gross', 'discounts', 'tax', 'refunds', 'net'];

/** Columns of a row: its sums, then its payments. */
const amountsOf = (row: string): string => {
  const moneyIn = (columns: Readonly<Record<string, string>>): string[] =>
    Object.entries(columns).map(([name, column]) => money(row, column, name));
  const payments = `(select row_to_json(p) from (select ${moneyIn(PAYMENTS)}) p) as payments`;
  return `${SUMS.map((name) => money(row, name))},
          ${payments}, ${moneyIn(BEYOND_TOTAL)}`;
};

/** JSON text of a day's sales, row `a`. */
const DAY = `(select row_to_json(d)::text from (select a.store_id as "storeId", a.name as "storeName",
          a.day as date, a.currency, a.orders, a.refund_orders as "refundOrders", ${amountsOf('a')}) d)`;

/** Days per part of a report: about a quarter of a megabyte. */
const DAYS_PER_PART = 400;

const DAILY_SALES = statement(
  'reports.daily-sales',
  `with asked as materialized (
      select r.*, s.name from region.daily_sales r
      join region.stores s on s.company_id = r.company_id and s.id = r.store_id
      where ${ASKED}
    ), totals as (
      select currency, sum(orders)::bigint as orders, sum(refund_orders)::bigint as refund_orders,
        ${[...SUMS, ...Object.values(PAYMENTS), ...Object.values(BEYOND_TOTAL)].map((column) => `sum(${column}) as ${column}`)}
      from asked group by currency
    )
    select string_agg(doc, ',' order by n) as data, hashtextextended(string_agg(doc, ',' order by n), 0)::text as mark,
      (select string_agg((select row_to_json(d)::text from (select t.currency, t.orders,
          t.refund_orders as "refundOrders", ${amountsOf('t')}) d), ',' order by t.currency) from totals t) as totals
    from (select ${DAY} as doc, row_number() over (order by a.day, a.store_id, a.currency) as n from asked a) days
    group by (n - 1) / ${DAYS_PER_PART} order by min(n)`,
);

const FIND_DAYS = statement(
  'reports.find-days',
  `select a.store_id as "storeId", a.day, '[' || string_agg(${DAY}, ',' order by a.currency) || ']' as doc
   from (
     select r.*, s.name from (select distinct store_id, day from unnest($2::bigint[], $3::date[]) as u (store_id, day)) asked
     join region.daily_sales r on r.company_id = $1 and r.store_id = asked.store_id and r.day = asked.day
     join region.stores s on s.company_id = $1 and s.id = r.store_id
   ) a group by a.store_id, a.day`,
);

export const currentSales: Current = async (tenant, changed) => {
  const rows = await tenant.read<{ storeId: number; day: string; doc: string }>(
    FIND_DAYS,
    columnsOf(changed, 'id', 'day'),
  );
  const docs = new Map(rows.map(({ storeId, day, doc }) => [`${storeId} ${day}`, doc]));
  return ({ id, day }) => docs.get(`${id} ${day}`);
};

const SUMS_BY_ITEM = `select r.item_id, r.variant_id, r.currency, sum(r.quantity) as quantity,
        sum(r.refunded_quantity) as refunded_quantity, ${SUMS.map((column) => `sum(r.${column}) as ${column}`)}
      from region.daily_item_sales r where ${ASKED}
      group by r.item_id, r.variant_id, r.currency`;

const inOrder = (sort: string, order: string): string => `order by ${sort} ${order}, item_id, variant_id, currency`;

/** JSON text of an item `i` with its sums `p`. */
const ITEM_SALES = `(select row_to_json(d)::text from (select p.item_id as "itemId", p.variant_id as "variantId",
          i.item_code as "itemCode", i.name, (select v->>'name' from json_array_elements(i.variants) v
            where (v->>'id')::bigint = p.variant_id) as "variantName", p.currency, region.quantity_text(p.quantity) as quantity,
          region.quantity_text(p.refunded_quantity) as "refundedQuantity", ${SUMS.map((name) => money('p', name))}) d)`;

/** A page of sums by item. Reads names only for that page. */
const salesByItem = (sort: string, order: string): Statement =>
  statement(
    `reports.sales-by-item.${sort}.${order}`,
    `with sums as materialized (
      ${SUMS_BY_ITEM}
    ), page as (
      select * from (select *, row_number() over (${inOrder(sort, order)}) as n from sums) numbered
      where n > $5::bigint and n <= $5::bigint + $6::bigint
    )
    select (select count(*) from sums) as total,
      (select coalesce(string_agg(${ITEM_SALES}, ',' order by p.n), '')
        from page p join region.items i on i.company_id = $1 and i.id = p.item_id) as data`,
  );

const ofSort = (sort: string) => ({ asc: salesByItem(sort, 'asc'), desc: salesByItem(sort, 'desc') });
const SALES_BY_ITEM = { net: ofSort('net'), gross: ofSort('gross'), quantity: ofSort('quantity') };

const COUNT_BY_ITEM = statement('reports.count-by-item', `select count(*) as total from (${SUMS_BY_ITEM}) sums`);

const reportBegin = (companyId: number, from: string, to: string): string =>
  `{"companyId":${companyId},"from":"${from}","to":"${to}","data":[`;

export const reportHandlers = {
  // A year of many stores is megabytes. They are read at once, so that days and totals agree, and sent in parts.
  async getDailySales({ query, tenant }) {
    checkPeriod(query);
    const { from, to } = query;
    const values = [from, to, visibleStores(tenant.scope, query.storeId)];
    // The totals are the same in all parts.
    const [first, ...others] = await tenant.read<Record<'data' | 'mark' | 'totals', string>>(DAILY_SALES, values);
    const begin = reportBegin(tenant.scope.companyId, from, to) + (first?.data ?? '');
    const end = `],"totals":[${first?.totals ?? ''}]}`;
    if (others.length === 0) return { status: 200, body: begin + end };
    const bytes = others.reduce((sum, { data }) => sum + data.length, begin.length + end.length);
    const mark = others.map((part) => part.mark).join() + end;
    async function* parts(): AsyncGenerator<string> {
      for (const { data } of others) {
        await nextTurn();
        yield `,${data}`;
      }
      yield end;
    }
    return { status: 200, body: begin, more: { bytes, mark, parts } };
  },
  async listSalesByItem({ query, tenant, streamed }) {
    checkPeriod(query);
    const { from, to, sort, order, page, limit } = query;
    const values = [from, to, visibleStores(tenant.scope, query.storeId)];
    if (streamed) {
      // The sums are computed, so no cursor can resume in them.
      const stream = await openStream(tenant, async (snapshot) => {
        const [row] = await snapshot.query<{ total: number }>(COUNT_BY_ITEM, values);
        const text = `select ${ITEM_SALES} as doc, 0 as id
      from (${SUMS_BY_ITEM} ${inOrder(sort, order)}) p join region.items i on i.company_id = $1 and i.id = p.item_id
      order by p.${sort} ${order}, p.item_id, p.variant_id, p.currency`;
        return { total: row?.total ?? 0, changesAfter: undefined, rows: { text, values } };
      });
      return streamReply(stream);
    }
    const before = (page - 1) * limit;
    const sql = SALES_BY_ITEM[sort][order];
    const [row] = await tenant.read<{ total: number; data: string }>(sql, [...values, before, limit]);
    const { total, data } = row ?? { total: 0, data: '' };
    const pagination = JSON.stringify({ page, limit, total, hasMore: before + limit < total });
    const begin = reportBegin(tenant.scope.companyId, from, to);
    return { status: 200, body: `${begin}${data}],"pagination":${pagination}}` };
  },
} satisfies Partial<Handlers>;
