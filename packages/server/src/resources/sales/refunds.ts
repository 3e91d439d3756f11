import { statement } from '../../storage/statement.ts';
import type { TenantTransaction } from '../../storage/tenant.ts';
import { isMore, minus } from '../decimal.ts';
import type { Sale, Wrong } from './rules.ts';

export interface LockedSale {
  readonly id: number;
  readonly voided: boolean;
}

/** Locked until the transaction ends, so that no other writer can refund or void the same sale. */
const LOCK_SALES = statement(
  'sales.lock',
  `select id, external_id as "externalId", voided_at is not null as voided from region.sales
   where company_id = $1 and kind = 'sale' and external_id = any($2::text[]) order by id for no key update`,
);

const KNOWN_REFUNDS = statement(
  'sales.known-refunds',
  `select external_id as "externalId" from region.sales
   where company_id = $1 and kind = 'refund' and external_id = any($2::text[])`,
);

const REMAINING = statement(
  'sales.remaining',
  `select sale_id as "saleId", item_id as "itemId", variant_id as "variantId", sum(quantity)::text as quantity from (
     select sale_id, item_id, variant_id, quantity from region.sale_lines
     where company_id = $1 and sale_id = any($2::bigint[])
     union all
     select r.refund_of, l.item_id, l.variant_id, -l.quantity from region.sales r
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
}

/** Quantities of sales that can still be refunded. Each refund reduces them. */
export class Remaining {
  readonly #quantities: Map<string, string>;

  constructor(lines: readonly RemainingLine[]) {
    this.#quantities = new Map(lines.map((line) => [keyOf(line), minus(line.quantity, '0')]));
  }

  /** Subtracts the lines of a refund. Returns those that exceed what is left. */
  take({ refundOf, lines }: Pick<Sale, 'refundOf' | 'lines'>): Wrong[] {
    return lines.flatMap(({ itemId, variantId, quantity }, i) => {
      const key = keyOf({ saleId: refundOf ?? 0, itemId, variantId });
      const left = this.#quantities.get(key) ?? '0';
      if (isMore(quantity, left)) {
        return [{ path: `/lines/${i}/quantity`, message: `is more than the ${left} left to refund` }];
      }
      this.#quantities.set(key, minus(left, quantity));
      return [];
    });
  }
}

const keyOf = ({ saleId, itemId, variantId }: Omit<RemainingLine, 'quantity'>): string =>
  `${saleId} ${itemId} ${variantId}`;
