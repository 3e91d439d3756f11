import type { Databases } from '../../src/database/database.ts';
import type { Caller } from './api-caller.ts';
import type { Service } from './service.ts';

/** A merchant with three stores and a product of each type to keep in them. */
export interface Shop {
  readonly caller: Caller;
  readonly stores: readonly [number, number, number];
  readonly beans: number;
  readonly flour: number;
  readonly shirt: { readonly id: number; readonly small: number; readonly large: number };
  readonly combo: number;
}

export async function newShop(service: Service, caller: Caller): Promise<Shop> {
  const { merchant } = caller;
  const beans = (await caller.create('/items', { name: 'Beans' })).id;
  const shirt = await caller.create('/items', {
    name: 'T-shirt',
    type: 1,
    variants: [{ name: 'Small' }, { name: 'Large' }],
  });
  const [small, large] = shirt.variants.map(({ id }: { id: number }) => id);
  return {
    caller,
    stores: [
      await service.newStore(merchant, 'Harbour Street'),
      await service.newStore(merchant, 'Quay'),
      await service.newStore(merchant, 'Märkt'),
    ],
    beans,
    flour: (await caller.create('/items', { name: 'Flour', weighingScale: 1, unit: 'kg' })).id,
    shirt: { id: shirt.id, small, large },
    combo: (await caller.create('/items', { name: 'Set', type: 2, components: [{ itemId: beans, quantity: '1' }] })).id,
  };
}

/** Stock of an item or variant at a store. */
export async function onHand(
  { databases }: Service,
  storeId: number,
  itemId: number,
  variantId: number | null = null,
): Promise<string> {
  const { rows } = await databases.regions.UK.query<{ on_hand: string }>(
    `select trim_scale(on_hand)::text as on_hand from region_uk.stock_levels
     where store_id = $1 and item_id = $2 and variant_id is not distinct from $3::bigint`,
    [storeId, itemId, variantId],
  );
  return rows[0]?.on_hand ?? '0';
}

/**
 * Ledger rows of one document as `store item variant line change`, grouped by transaction, because
 * ids may decrease from one to the next.
 */
export async function movementsOf({ databases }: Service, kind: string, documentId: number): Promise<unknown[][]> {
  const { rows } = await databases.regions.UK.query(
    `select store_id, item_id, variant_id, line_id, trim_scale(change)::text as change
     from region_uk.stock_movements where document_kind = $1 and document_id = $2 order by age(xmin) desc, id`,
    [kind, documentId],
  );
  return rows.map((row) => [row.store_id, row.item_id, row.variant_id, row.line_id, row.change]);
}

/** Levels that differ from the sum of the ledger, and items whose total differs from the sum of their levels. */
export async function discrepancies({ regions }: Databases): Promise<unknown[]> {
  const levels = await regions.UK.query(
    `select company_id, item_id, store_id, variant_id, l.on_hand, m.moved
     from (select company_id, item_id, store_id, coalesce(variant_id, 0) as variant_id, on_hand
           from region_uk.stock_levels) l
     full join (select company_id, item_id, store_id, coalesce(variant_id, 0) as variant_id, sum(change) as moved
                from region_uk.stock_movements group by 1, 2, 3, 4) m using (company_id, item_id, store_id, variant_id)
     where coalesce(l.on_hand, 0) <> coalesce(m.moved, 0) or (m.moved is not null and l.on_hand is null)`,
  );
  const totals = await regions.UK.query(
    `select s.* from region_uk.item_stock s
     where s.on_hand <> (select coalesce(sum(l.on_hand), 0) from region_uk.stock_levels l
       where l.company_id = s.company_id and l.item_id = s.item_id)`,
  );
  return [...levels.rows, ...totals.rows];
}
