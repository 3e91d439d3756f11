import { statement } from '../../database/statement.ts';
import type { TenantTransaction } from '../../database/tenant.ts';
import { inOrder } from '../record.ts';
import { BEYOND_TOTAL } from './rules.ts';

/** Refunds are subtracted from these. */
const PAID = [
  ...['paid_cash', 'paid_card', 'paid_online', 'paid_gift_card', 'paid_account', 'paid_other'],
  ...Object.values(BEYOND_TOTAL),
];

/** Adds the sales `$2`, multiplied by `$3`, to the sums of their days. All writers lock days in the same order. */
const ADD_TO_DAYS = statement(
  'sales.add-to-days',
  `insert into region.daily_sales as d (company_id, day, store_id, currency, orders, refund_orders, gross, discounts, tax,
     refunds, ${PAID})
   select $1, business_date, store_id, currency, $3::integer * count(*) filter (where sign > 0),
     $3::integer * count(*) filter (where sign < 0), $3::integer * coalesce(sum(gross) filter (where sign > 0), 0),
     $3::integer * coalesce(sum(discounts) filter (where sign > 0), 0), $3::integer * sum(sign * tax),
     $3::integer * coalesce(sum(gross - discounts) filter (where sign < 0), 0),
     ${PAID.map((column) => `$3::integer * sum(sign * ${column})`)}
   from (select *, case kind when 'sale' then 1 else -1 end as sign from region.sales
     where company_id = $1 and id = any($2::bigint[])) s
   group by business_date, store_id, currency order by business_date, store_id, currency
   on conflict (company_id, day, store_id, currency) do update set orders = d.orders + excluded.orders,
     ${['refund_orders', 'gross', 'discounts', 'tax', 'refunds', ...PAID].map((c) => `${c} = d.${c} + excluded.${c}`)}
   returning store_id as "storeId", day`,
);

const ADD_TO_ITEM_DAYS = statement(
  'sales.add-to-item-days',
  `insert into region.daily_item_sales as d (company_id, day, store_id, item_id, variant_id, currency, quantity,
     refunded_quantity, gross, discounts, tax, refunds)
   select $1, s.business_date, s.store_id, l.item_id, l.variant_id, s.currency,
     $3::integer * coalesce(sum(l.quantity) filter (where s.kind = 'sale'), 0),
     $3::integer * coalesce(sum(l.quantity) filter (where s.kind = 'refund'), 0),
     $3::integer * coalesce(sum(l.gross) filter (where s.kind = 'sale'), 0),
     $3::integer * coalesce(sum(l.discount) filter (where s.kind = 'sale'), 0),
     $3::integer * sum(case s.kind when 'sale' then l.tax else -l.tax end),
     $3::integer * coalesce(sum(l.gross - l.discount) filter (where s.kind = 'refund'), 0)
   from region.sales s join region.sale_lines l on l.company_id = $1 and l.sale_id = s.id
   where s.company_id = $1 and s.id = any($2::bigint[])
   group by s.business_date, s.store_id, l.item_id, l.variant_id, s.currency
   order by s.business_date, s.store_id, l.item_id, l.variant_id, s.currency
   on conflict (company_id, day, store_id, item_id, variant_id, currency) do update set
     ${['quantity', 'refunded_quantity', 'gross', 'discounts', 'tax', 'refunds'].map((c) => `${c} = d.${c} + excluded.${c}`)}`,
);

/** Days without sales have no row in a report. */
const DROP_EMPTY_DAYS = statement(
  'sales.drop-empty-days',
  `delete from region.daily_sales d where d.company_id = $1 and d.orders = 0 and d.refund_orders = 0
     and (d.day, d.store_id) in (select business_date, store_id from region.sales
       where company_id = $1 and id = any($2::bigint[]))`,
);

const DROP_EMPTY_ITEM_DAYS = statement(
  'sales.drop-empty-item-days',
  `delete from region.daily_item_sales d where d.company_id = $1 and d.quantity = 0 and d.refunded_quantity = 0
     and (d.day, d.store_id, d.item_id) in (select s.business_date, s.store_id, l.item_id
       from region.sales s join region.sale_lines l on l.company_id = $1 and l.sale_id = s.id
       where s.company_id = $1 and s.id = any($2::bigint[]))`,
);

export const addToDays = (tx: TenantTransaction, ids: readonly number[]): Promise<unknown>[] => [
  addTo(tx, ids, 1),
  tx.query(ADD_TO_ITEM_DAYS, [ids, 1]),
];

export async function takeFromDays(tx: TenantTransaction, ids: readonly number[]): Promise<void> {
  await inOrder(addTo(tx, ids, -1), [
    tx.query(ADD_TO_ITEM_DAYS, [ids, -1]),
    tx.query(DROP_EMPTY_DAYS, [ids]),
    tx.query(DROP_EMPTY_ITEM_DAYS, [ids]),
  ]);
}

async function addTo(tx: TenantTransaction, ids: readonly number[], times: 1 | -1): Promise<void> {
  const days = await tx.query<{ storeId: number; day: string }>(ADD_TO_DAYS, [ids, times]);
  for (const { storeId, day } of days)
    tx.changed({ resource: 'dailySales', id: storeId, kind: 'updated', storeIds: [storeId], day });
}
