import { statement } from '../database/statement.ts';
import type { TenantTransaction } from '../database/tenant.ts';
import { type FieldError, MOST_DETAILS, missingReference, notStockable, unusableReferences } from '../errors.ts';

interface StockedLine {
  readonly itemId: number;
  readonly variantId?: number | null;
}

/** Finds lines whose item or variant cannot be moved. */
const UNSTOCKABLE = statement(
  'stockable.wrong',
  `select n::integer - 1 as index, i.type, l.variant_id as "variantId"
   from unnest($2::bigint[], $3::bigint[]) with ordinality as l (item_id, variant_id, n)
   left join region.items i on i.company_id = $1 and i.id = l.item_id
   left join region.item_variants v on v.company_id = $1 and v.item_id = l.item_id and v.id = l.variant_id
   where i.id is null or i.type = 2 or (i.type = 1 and l.variant_id is null) or (l.variant_id is not null and v.id is null)
   order by n limit ${MOST_DETAILS}`,
);

interface Wrong {
  readonly index: number;
  readonly type: number | null;
  readonly variantId: number | null;
}

/** Rejects lines whose item or variant is unknown or has no stock. */
export async function requireStockable(tx: TenantTransaction, lines: readonly StockedLine[]): Promise<void> {
  if (lines.length === 0) return;
  const columns = [lines.map((line) => line.itemId), lines.map((line) => line.variantId ?? null)];
  const wrong = await tx.query<Wrong>(UNSTOCKABLE, columns);
  if (wrong.length > 0) throw unusableReferences(wrong.map(errorOf));
}

function errorOf({ index, type, variantId }: Wrong): FieldError {
  const line = `/lines/${index}`;
  if (type === null) return missingReference(`${line}/itemId`, 'item');
  if (type === 2) return notStockable(`${line}/itemId`, 'must not be a combo: a combo holds no stock of its own');
  if (variantId === null) return notStockable(`${line}/variantId`, 'must name a variant of the item');
  return missingReference(`${line}/variantId`, 'variant of this item');
}
