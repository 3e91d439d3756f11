import type { Variant } from '../../contract/generated/types.gen.ts';
import { statement } from '../../database/statement.ts';
import type { TenantTransaction } from '../../database/tenant.ts';
import { nextVersion } from '../../database/versions.ts';
import { columnsOf } from '../columns.ts';
import { toUnits } from '../decimal.ts';
import { COST_DECIMALS } from '../money.ts';

interface LastCost {
  readonly itemId: number;
  readonly variantId: number | null;
  readonly unitCost: string;
}

/** Ordered by id, so that two receipts never deadlock. */
const LOCK = statement(
  'item-costs.lock',
  `select id, cost::text as cost, variants from region.items where company_id = $1 and id = any($2::bigint[])
   order by id for no key update`,
);

const UPDATE = statement(
  'item-costs.update',
  `update region.items i set cost = c.cost, variants = c.variants, version = ${nextVersion('i.version')}, updated_at = $2
   from unnest($3::bigint[], $4::numeric[], $5::json[]) as c (id, cost, variants)
   where i.company_id = $1 and i.id = c.id returning i.id, i.version`,
);

interface Costed {
  readonly id: number;
  readonly cost: string | null;
  readonly variants: readonly Variant[];
}

/** Sets the costs of items and variants. Unchanged costs are not written. */
export async function takeCosts(tx: TenantTransaction, costs: readonly LastCost[]): Promise<void> {
  const byItem = Map.groupBy(costs, (cost) => cost.itemId);
  const items = await tx.query<Costed>(LOCK, [[...byItem.keys()]]);
  const written = items
    .map((item) => ({ item, costed: (byItem.get(item.id) ?? []).reduce(withCost, item) }))
    .map(({ item, costed }) => ({ ...costed, properties: changedIn(item, costed) }))
    .filter(({ properties }) => properties.length > 0);
  if (written.length === 0) return;
  const variants = written.map((item) => JSON.stringify(item.variants));
  const values = [tx.timestamp, ...columnsOf(written, 'id', 'cost'), variants];
  const versions = await tx.query<{ id: number; version: number }>(UPDATE, values);
  const properties = new Map(written.map((item) => [item.id, item.properties]));
  for (const { id, version } of versions)
    tx.changed({ resource: 'items', id, kind: 'updated', version, properties: properties.get(id) });
}

function withCost(item: Costed, { variantId, unitCost }: LastCost): Costed {
  if (variantId === null) return { ...item, cost: unitCost };
  const variants = item.variants.map((variant) =>
    variant.id === variantId ? { ...variant, cost: unitCost } : variant,
  );
  return { ...item, variants };
}

const changedIn = (before: Costed, after: Costed): string[] => [
  ...(differs(before.cost, after.cost) ? ['cost'] : []),
  ...(after.variants.some(({ cost }, i) => differs(before.variants[i]?.cost ?? null, cost)) ? ['variants'] : []),
];

const differs = (before: string | null, after: string | null): boolean =>
  after !== null && (before === null || toUnits(before, COST_DECIMALS) !== toUnits(after, COST_DECIMALS));
