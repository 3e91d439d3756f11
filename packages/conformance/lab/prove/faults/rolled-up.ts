/** Daily sales of a server that aggregates differently, as SQL over the UK region's sales. */

const SUMS = {
  orders: "count(*) filter (where kind = 'sale')",
  refund_orders: "count(*) filter (where kind = 'refund')",
  gross: "coalesce(sum(gross) filter (where kind = 'sale'), 0)",
  discounts: "coalesce(sum(discounts) filter (where kind = 'sale'), 0)",
  tax: 'sum(sign * tax)',
  refunds: "coalesce(sum(gross - discounts) filter (where kind = 'refund'), 0)",
  paid_cash: 'sum(sign * paid_cash)',
  paid_card: 'sum(sign * paid_card)',
  paid_online: 'sum(sign * paid_online)',
  paid_gift_card: 'sum(sign * paid_gift_card)',
  paid_account: 'sum(sign * paid_account)',
  paid_other: 'sum(sign * paid_other)',
  rounding: 'sum(sign * rounding)',
  change_given: 'sum(sign * change_given)',
  tips: 'sum(sign * tips)',
};

type Changes = Partial<typeof SUMS> & { readonly day?: string; readonly from?: string };

/**
 * Replaces the table of daily sales with another definition of the day and the sums. `s` is the sale, `z` its store.
 */
export function rolledUp({ day = 's.business_date', from = 'region_uk.sales', ...changes }: Changes): string {
  const sums = Object.entries({ ...SUMS, ...changes }).map(([name, sum]) => `${sum} as ${name}`);
  return `(select *, gross - discounts - refunds - tax as net from (
    select company_id, day, store_id, currency, ${sums.join(', ')}
    from (select s.*, ${day} as day, case s.kind when 'sale' then 1 else -1 end as sign
      from ${from} s join region_uk.stores z on z.company_id = s.company_id and z.id = s.store_id) signed
    where company_id = $1 group by company_id, day, store_id, currency) summed)`;
}
