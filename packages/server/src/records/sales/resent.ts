import { statement } from '../../database/statement.ts';
import type { TenantTransaction } from '../../database/tenant.ts';
import { BEYOND_TOTAL, PAYMENT_KINDS, paidBy, type Sale } from './rules.ts';

const PAID: Readonly<Record<(typeof PAYMENT_KINDS)[number], string>> = {
  cash: 'paid_cash',
  card: 'paid_card',
  online: 'paid_online',
  giftCard: 'paid_gift_card',
  account: 'paid_account',
  other: 'paid_other',
};

/** First field in which a sale differs from the stored one, as a JSON Pointer. */
const DIFFERING = statement(
  'sales.differing',
  `select index, path from (
     select n.index, case
       when s.store_id <> n."storeId" then '/store'
       when s.number <> n.number then '/number'
       when s.sold_at <> n."soldAt" then '/at'
       when s.channel <> n.channel then '/channel'
       when s.refund_of is distinct from n."refundOf" then '/sale'
       when was.lines is distinct from now.lines then '/lines'
       when ${PAYMENT_KINDS.map((kind) => `s.${PAID[kind]} <> n."${kind}"`).join(' or ')} then '/payments'
       ${Object.entries(BEYOND_TOTAL)
         .map(([name, column]) => `when s.${column} <> n."${name}" then '/${name}'`)
         .join(' ')}
     end as path
     from json_to_recordset($2::json) as n (index integer, kind text, "externalId" text, "storeId" bigint, number text,
       "soldAt" timestamptz, channel text, "refundOf" bigint, lines json, ${[...PAYMENT_KINDS, ...Object.keys(BEYOND_TOTAL)].map((name) => `"${name}" numeric`)})
     join region.sales s on s.company_id = $1 and s.kind = n.kind and s.external_id = n."externalId"
     cross join lateral (select array_agg(row(item_id, variant_id, quantity, gross, discount, tax, components) order by id) as lines
       from region.sale_lines where company_id = $1 and sale_id = s.id) was
     cross join lateral (select array_agg(row("itemId", "variantId", quantity, gross, discount, tax, components) order by
         ordinality) as lines
       from rows from (json_to_recordset(n.lines) as ("itemId" bigint, "variantId" bigint, quantity numeric, gross numeric,
         discount numeric, tax numeric, components jsonb)) with ordinality as l) now
   ) compared where path is not null order by index`,
);

/** A known sale with different content, and the first field that differs. */
interface Differing {
  readonly sale: Sale;
  readonly path: string;
}

/** Finds known sales that differ from the stored ones. */
export async function findDiffering(tx: TenantTransaction, sales: readonly Sale[]): Promise<Differing[]> {
  if (sales.length === 0) return [];
  const sent = sales.map((sale, index) => ({
    ...sale,
    index,
    ...Object.fromEntries(PAYMENT_KINDS.map((kind) => [kind, paidBy(kind, sale.payments)])),
  }));
  const rows = await tx.query<{ index: number; path: string }>(DIFFERING, [JSON.stringify(sent)]);
  return rows.map(({ index, path }) => ({ sale: sales[index] as Sale, path }));
}
