import type { PurchaseOrderLine, Variant } from '../../contract/generated/types.gen.ts';
import { nextVersion, statement } from '../../database/statement.ts';
import type { TenantTransaction } from '../../database/tenant.ts';
import { COST_DECIMALS, divideHalfUp, fromUnits, minorUnits, QUANTITY_DECIMALS, toUnits } from '../decimal.ts';
import type { Received } from '../documents/rules.ts';
import { columnsOf } from '../record-table.ts';

type ReceivedLine = Received<Pick<PurchaseOrderLine, 'itemId' | 'variantId' | 'quantity' | 'unitCost' | 'discount'>>;

/** Cost per unit of each received line, net of discounts. Lines of one item or variant share their mean. */
export function netCosts(received: readonly ReceivedLine[], currency: string): string[] {
  const placeOf = ({ line }: ReceivedLine): string => `${line.itemId} ${line.variantId}`;
  const means = new Map([...Map.groupBy(received, placeOf)].map(([place, lines]) => [place, meanCost(lines)]));
  return received.map((one) => fromUnits(means.get(placeOf(one)) ?? 0n, COST_DECIMALS, minorUnits(currency)));
}

/** Mean weighted by received quantity, kept as a fraction so that it is rounded once. */
function meanCost(received: readonly ReceivedLine[]): bigint {
  let [paid, divisor, units] = [0n, 1n, 0n];
  for (const { line, quantity } of received) {
    const [ordered, came] = [toUnits(line.quantity, QUANTITY_DECIMALS), toUnits(quantity, QUANTITY_DECIMALS)];
    const discount = toUnits(line.discount, COST_DECIMALS) * 10n ** BigInt(QUANTITY_DECIMALS);
    const net = ordered * toUnits(line.unitCost, COST_DECIMALS) - discount;
    // Rounding can make the subtotal, which bounds the discount, exceed the exact value.
    const due = net < 0n ? 0n : net;
    [paid, divisor, units] = [paid * ordered + due * came * divisor, divisor * ordered, units + came];
  }
  return divideHalfUp(paid, divisor * units);
}

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
    .map(({ id, cost, variants }) => {
      const last = byItem.get(id) ?? [];
      const costOf = (variantId: number | null) => last.findLast((one) => one.variantId === variantId)?.unitCost;
      const costed = variants.map((one) => ({ ...one, cost: costOf(one.id) ?? one.cost }));
      const properties = [
        ...(differs(cost, costOf(null) ?? null) ? ['cost'] : []),
        ...(costed.some((one, i) => differs(variants[i]?.cost ?? null, one.cost)) ? ['variants'] : []),
      ];
      return { id, cost: costOf(null) ?? cost, variants: costed, properties };
    })
    .filter(({ properties }) => properties.length > 0);
  if (written.length === 0) return;
  const variants = written.map((item) => JSON.stringify(item.variants));
  const values = [tx.timestamp, ...columnsOf(written, 'id', 'cost'), variants];
  const versions = await tx.query<{ id: number; version: number }>(UPDATE, values);
  const properties = new Map(written.map((item) => [item.id, item.properties]));
  for (const { id, version } of versions)
    tx.changed({ resource: 'items', id, kind: 'updated', version, properties: properties.get(id) });
}

const differs = (before: string | null, after: string | null): boolean =>
  after !== null && (before === null || toUnits(before, COST_DECIMALS) !== toUnits(after, COST_DECIMALS));
