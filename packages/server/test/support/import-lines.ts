import { Readable } from 'node:stream';
import { readLines } from '../../src/back-office/import/lines.ts';
import { type ImportOptions, type ImportResult, importLines } from '../../src/back-office/import/run-import.ts';
import type { Merchant } from '../../src/control/merchants.ts';
import { Regions } from '../../src/database/regions.ts';
import { BACK_OFFICE } from '../../src/database/statement.ts';
import type { TenantStore } from '../../src/database/tenant.ts';
import type { Place } from './arrange.ts';

/** The merchant's store, as used by its back office. */
export const backOffice = ({ databases, clock }: Place, merchant: Merchant): TenantStore =>
  new Regions(databases, clock).tenant({ ...merchant, ...BACK_OFFICE });

/** Imports lines like `tillgate import`. Text is sent unchanged. */
export function importAll(
  place: Place,
  merchant: Merchant,
  lines: readonly (object | string)[],
  options: ImportOptions = {},
): Promise<ImportResult> {
  const text = lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('');
  return importLines(backOffice(place, merchant), readLines(Readable.from([Buffer.from(text)])), options);
}

/** Imports lines that must be valid; throws on a problem. */
export async function importValid(
  place: Place,
  merchant: Merchant,
  lines: readonly (object | string)[],
): Promise<ImportResult> {
  const result = await importAll(place, merchant, lines);
  if (result.problems.length > 0) throw new Error(JSON.stringify(result.problems));
  return result;
}

/** A digest of all rows of each table that are kept of a merchant. */
export async function keptOf({ databases }: Place, { companyId }: Merchant): Promise<Record<string, string>> {
  const { rows: tables } = await databases.regions.UK.query<{ name: string }>(
    `select table_name as name from information_schema.columns natural join information_schema.tables
     where table_schema = 'region_uk' and column_name = 'company_id' and table_type = 'BASE TABLE'`,
  );
  const digests = tables.map(({ name }) => {
    const text = 'md5(string_agg(to_json(t)::text, $2 order by to_json(t)::text))';
    return `(select ${text} from region_uk.${name} t where company_id = $1) as ${name}`;
  });
  const { rows } = await databases.regions.UK.query(`select ${digests.join(', ')}`, [companyId, '\n']);
  return rows[0];
}

export const storeLine = (externalId: string, timezone = 'Europe/London', more: object = {}) => ({
  type: 'store',
  externalId,
  name: `Store ${externalId}`,
  code: externalId,
  timezone,
  ...more,
});

export const itemLine = (externalId: string, more: object = {}) => ({
  type: 'item',
  externalId,
  name: `Item ${externalId}`,
  price: '3.50',
  ...more,
});

/** A sale of one item, by default paid by card. */
export const saleLine = (externalId: string, store: string | number, at: string, more: object = {}) => ({
  type: 'sale',
  externalId,
  store,
  number: externalId,
  at,
  lines: [{ item: 'A', quantity: '1', gross: '3.50', tax: '0.58' }],
  payments: [{ kind: 'card', amount: '3.50' }],
  ...more,
});

/** Selects daily sums, levels and item totals that differ from the sums of sales, lines and ledger. */
export const DISAGREEMENTS = `
  select 'daily' as what from region_uk.daily_sales d full join (
    select company_id, business_date as day, store_id, sum(case kind when 'sale' then gross else 0 end) as gross,
      count(*) filter (where kind = 'sale') as orders from region_uk.sales where voided_at is null group by 1, 2, 3) s using (company_id, day, store_id)
  where d.gross is distinct from s.gross or d.orders is distinct from s.orders
  union all
  select 'paid' from region_uk.daily_sales
  where paid_cash + paid_card + paid_online + paid_gift_card + paid_account + paid_other
    <> net + tax + rounding + change_given + tips
  union all
  select 'item' from (select company_id, sum(gross) as gross, sum(quantity) as quantity from region_uk.daily_item_sales group by 1) d
  full join (select l.company_id, sum(l.gross) filter (where s.kind = 'sale') as gross, sum(l.quantity) filter (where s.kind = 'sale') as quantity
    from region_uk.sale_lines l join region_uk.sales s on s.company_id = l.company_id and s.id = l.sale_id where s.voided_at is null group by 1) s using (company_id)
  where d.gross is distinct from coalesce(s.gross, 0) or d.quantity is distinct from coalesce(s.quantity, 0)
  union all
  select 'level' from region_uk.stock_levels l full join (
    select company_id, item_id, store_id, coalesce(variant_id, 0) as variant, sum(change) as moved from region_uk.stock_movements group by 1, 2, 3, 4) m
    on m.company_id = l.company_id and m.item_id = l.item_id and m.store_id = l.store_id and m.variant = coalesce(l.variant_id, 0)
  where l.on_hand is distinct from coalesce(m.moved, 0)
  union all
  select 'total' from region_uk.item_stock t where on_hand <> (select coalesce(sum(l.on_hand), 0) from region_uk.stock_levels l
    where l.company_id = t.company_id and l.item_id = t.item_id)`;
