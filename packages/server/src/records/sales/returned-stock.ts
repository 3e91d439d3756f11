import { statement } from '../../database/statement.ts';
import type { TenantTransaction } from '../../database/tenant.ts';
import { fromUnits, QUANTITY_DECIMALS, toUnits } from '../decimal.ts';
import type { Sale, SaleLine, StockPart } from './rules.ts';

/**
 * Stock that the sales `$2` took by each sold item or variant: `taken` in all, and `kept` of it that no refund has given
 * back. `sold` pieces, of which `left` are not refunded. Rows of a voided refund cancel each other.
 */
const TAKEN = statement(
  'sales.taken-stock',
  `with lines as (
     select sale_id as document_id, id, item_id, variant_id, quantity, sale_id, true as is_sale, true as counts
     from region.sale_lines where company_id = $1 and sale_id = any($2::bigint[])
     union all
     select r.id, l.id, l.item_id, l.variant_id, l.quantity, r.refund_of, false, r.voided_at is null
     from region.sales r join region.sale_lines l on l.company_id = $1 and l.sale_id = r.id
     where r.company_id = $1 and r.refund_of = any($2::bigint[])
   ), pieces as (
     select sale_id, item_id, variant_id, sum(quantity) filter (where is_sale) as sold,
       sum(case when is_sale then quantity when counts then -quantity else 0 end) as left
     from lines group by sale_id, item_id, variant_id
   ), moved as (
     select l.sale_id, l.item_id, l.variant_id, m.item_id as part_id, m.variant_id as part_variant_id,
       -sum(m.change) filter (where l.is_sale) as taken, -sum(m.change) as kept
     from lines l join region.stock_movements m on m.company_id = $1 and m.document_id = l.document_id
       and m.line_id = l.id and m.document_kind in ('sale', 'refund')
     group by l.sale_id, l.item_id, l.variant_id, m.item_id, m.variant_id
   )
   select p.sale_id as "saleId", p.item_id as "soldId", p.variant_id as "soldVariantId", p.sold::text, p.left::text,
     m.part_id as "itemId", m.part_variant_id as "variantId", m.taken::text, m.kept::text
   from pieces p join moved m on m.sale_id = p.sale_id and m.item_id = p.item_id
     and m.variant_id is not distinct from p.variant_id
   where m.taken > 0 order by p.sale_id, p.item_id, p.variant_id, m.part_id, m.part_variant_id`,
);

interface TakenRow extends Omit<StockPart, 'quantity'> {
  readonly saleId: number;
  readonly soldId: number;
  readonly soldVariantId: number | null;
  readonly sold: string;
  readonly left: string;
  readonly taken: string;
  readonly kept: string;
}

/** Quantities in thousandths. */
interface Taken {
  readonly sold: bigint;
  left: bigint;
  readonly parts: { itemId: number; variantId: number | null; taken: bigint; kept: bigint }[];
}

/** Stock that refunded sales took. Each refund reduces it. */
export class TakenStock {
  readonly #taken: Map<string, Taken>;

  private constructor(rows: readonly TakenRow[]) {
    const bySold = Map.groupBy(rows, ({ saleId, soldId, soldVariantId }) => keyOf(saleId, soldId, soldVariantId));
    this.#taken = new Map([...bySold].map(([key, of]) => [key, takenOf(of)]));
  }

  static async read(tx: TenantTransaction, sales: readonly Sale[]): Promise<TakenStock> {
    const saleIds = [...new Set(sales.flatMap(({ refundOf }) => refundOf ?? []))];
    return new TakenStock(saleIds.length === 0 ? [] : await tx.query<TakenRow>(TAKEN, [saleIds]));
  }

  /**
   * Gives back what the sale took, in the ratio of pieces and rounded down to thousandths; the refund of the last piece gets
   * the rest. Neither the item's present components nor whether it tracks stock matters.
   */
  giveBack(saleId: number, { itemId, variantId, quantity }: SaleLine): StockPart[] {
    const taken = this.#taken.get(keyOf(saleId, itemId, variantId));
    if (!taken) return [];
    const pieces = units(quantity);
    const isLast = pieces >= taken.left;
    taken.left -= pieces;
    return taken.parts.flatMap((part) => {
      const share = (part.taken * pieces) / taken.sold;
      const given = isLast || share > part.kept ? part.kept : share;
      part.kept -= given;
      if (given <= 0n) return [];
      return [{ itemId: part.itemId, variantId: part.variantId, quantity: fromUnits(given, QUANTITY_DECIMALS, 0) }];
    });
  }
}

const units = (quantity: string): bigint => toUnits(quantity, QUANTITY_DECIMALS);

const keyOf = (saleId: number, itemId: number, variantId: number | null): string => `${saleId} ${itemId} ${variantId}`;

function takenOf(rows: readonly TakenRow[]): Taken {
  const [{ sold, left }] = rows as readonly [TakenRow];
  const parts = rows.map(({ itemId, variantId, taken, kept }) => {
    return { itemId, variantId, taken: units(taken), kept: units(kept) };
  });
  return { sold: units(sold), left: units(left), parts };
}
