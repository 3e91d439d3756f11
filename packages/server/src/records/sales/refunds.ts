import { statement } from '../../database/statement.ts';
import type { TenantTransaction } from '../../database/tenant.ts';
import { COST_DECIMALS, fromUnits, isMore, minus, toUnits } from '../decimal.ts';
import type { Sale, SaleLine, Wrong } from './rules.ts';

export interface LockedSale {
  readonly id: number;
  readonly voided: boolean;
  readonly soldAt: string;
  readonly currency: string;
}

/** Locked until the transaction ends, so that no other writer can refund or void the same sale. */
const LOCK_SALES = statement(
  'sales.lock',
  `select id, external_id as "externalId", voided_at is not null as voided, region.rfc3339(sold_at) as "soldAt", currency
   from region.sales
   where company_id = $1 and kind = 'sale' and external_id = any($2::text[]) order by id for no key update`,
);

const KNOWN_REFUNDS = statement(
  'sales.known-refunds',
  `select external_id as "externalId" from region.sales
   where company_id = $1 and kind = 'refund' and external_id = any($2::text[])`,
);

const REMAINING = statement(
  'sales.remaining',
  `select sale_id as "saleId", item_id as "itemId", variant_id as "variantId", sum(quantity)::text as quantity,
     sum(amount)::text as amount from (
     select sale_id, item_id, variant_id, quantity, gross - discount as amount from region.sale_lines
     where company_id = $1 and sale_id = any($2::bigint[])
     union all
     select r.refund_of, l.item_id, l.variant_id, -l.quantity, l.discount - l.gross from region.sales r
     join region.sale_lines l on l.company_id = $1 and l.sale_id = r.id
     where r.company_id = $1 and r.refund_of = any($2::bigint[]) and r.voided_at is null
   ) moved group by sale_id, item_id, variant_id`,
);

/** Locks sales and returns them by external id. Unknown ones are left out. */
export async function lockSales(
  tx: TenantTransaction,
  externalIds: readonly string[],
): Promise<Map<string, LockedSale>> {
  if (externalIds.length === 0) return new Map();
  const rows = await tx.query<LockedSale & { externalId: string }>(LOCK_SALES, [externalIds]);
  return new Map(rows.map(({ externalId, ...sale }) => [externalId, sale]));
}

/** Finds which external ids belong to existing refunds. */
export async function knownRefunds(tx: TenantTransaction, externalIds: readonly string[]): Promise<Set<string>> {
  const rows = await tx.query<{ externalId: string }>(KNOWN_REFUNDS, [externalIds]);
  return new Set(rows.map(({ externalId }) => externalId));
}

export const readRemaining = (tx: TenantTransaction, saleIds: readonly number[]): Promise<RemainingLine[]> =>
  tx.query<RemainingLine>(REMAINING, [saleIds]);

export interface RemainingLine {
  readonly saleId: number;
  readonly itemId: number;
  readonly variantId: number | null;
  readonly quantity: string;
  /** Gross less discount. */
  readonly amount: string;
}

/** Pieces and money of sales that can still be refunded, of each item or variant. Each refund reduces them. */
export class Remaining {
  readonly #left: Map<string, { quantity: string; amount: bigint }>;

  constructor(lines: readonly RemainingLine[]) {
    const left = lines.map((line) => ({ quantity: minus(line.quantity, '0'), amount: units(line.amount) }));
    this.#left = new Map(lines.map((line, i) => [keyOf(line), left[i] as (typeof left)[number]]));
  }

  /** Subtracts the lines of a refund. Returns those that exceed what is left. */
  take({ refundOf, lines }: Pick<Sale, 'refundOf' | 'lines'>): Wrong[] {
    return lines.flatMap((line, i) => this.#takeLine(refundOf ?? 0, line, `/lines/${i}`));
  }

  #takeLine(saleId: number, { itemId, variantId, quantity, gross, discount }: SaleLine, path: string): Wrong[] {
    const left = this.#left.get(keyOf({ saleId, itemId, variantId })) ?? { quantity: '0', amount: 0n };
    const amount = units(gross) - units(discount);
    if (isMore(quantity, left.quantity))
      return [{ path: `${path}/quantity`, message: `is more than the ${left.quantity} left to refund` }];
    if (amount > left.amount) {
      const most = fromUnits(left.amount > 0n ? left.amount : 0n, COST_DECIMALS, 2);
      return [{ path: `${path}/gross`, message: `less discount is more than the ${most} left to refund` }];
    }
    left.quantity = minus(left.quantity, quantity);
    left.amount -= amount;
    return [];
  }
}

const units = (amount: string): bigint => toUnits(amount, COST_DECIMALS);

const keyOf = ({ saleId, itemId, variantId }: Pick<RemainingLine, 'saleId' | 'itemId' | 'variantId'>): string =>
  `${saleId} ${itemId} ${variantId}`;
