import { decimal, halfUp, MONEY, minorUnits, QUANTITY, units } from '../../../decimals.ts';
import type { Fields } from '../../answer.ts';
import { entriesIn } from '../../entries.ts';
import { grouped } from '../../grouped.ts';
import { isSame } from '../../read-only.ts';
import { type Received, receivedIn } from '../../receipts.ts';
import type { Draft } from '../../records.ts';
import { type Merchant, withRow } from '../../state.ts';
import { canonical } from '../../text.ts';

/** The item or variant of a line. */
export const partOf = ({ itemId, variantId }: Received['line']): string => `${itemId} ${variantId}`;

/** Cost per unit of each item or variant in a receipt, net of discounts. purchases.net_cost */
export function netCosts(lines: readonly Received[], currency: string): ReadonlyMap<string, string> {
  const parts = grouped(lines, ({ line }) => partOf(line));
  const costs = [...parts].map(([part, of]) => [part, canonical(decimal(meanCost(of), MONEY), minorUnits(currency))]);
  return new Map(costs as [string, string][]);
}

/** Mean of (quantity × cost − discount) / quantity, weighted by what was received and rounded half up once. */
function meanCost(lines: readonly Received[]): bigint {
  const shares = lines.map(({ line, received }) => {
    const ordered = units(line.quantity, QUANTITY);
    const gross = ordered * units(String(line.unitCost), MONEY);
    const net = gross - units(String(line.discount), MONEY) * 10n ** BigInt(QUANTITY);
    return { ordered, worth: (net < 0n ? 0n : net) * received };
  });
  const divisor = shares.reduce((product, { ordered }) => product * ordered, 1n);
  const sum = shares.reduce((total, { ordered, worth }) => total + (worth * divisor) / ordered, 0n);
  return halfUp(sum, divisor * lines.reduce((total, { received }) => total + received, 0n));
}

/** The net cost of the latest receipt becomes the cost of the item, with a new version if it changes. purchases.cost */
export function withCosts(merchant: Merchant, draft: Draft): Merchant {
  let next = merchant;
  const lines = receivedIn(draft);
  const costs = netCosts(lines, String(draft.row.currency));
  for (const itemId of new Set(lines.map(({ line }) => line.itemId))) {
    const item = next.tables.items.get(itemId);
    if (!item) continue;
    const costed = (part: Fields, variantId: number | null): Fields => {
      const cost = costs.get(`${itemId} ${variantId}`);
      return cost === undefined ? part : { ...part, cost };
    };
    const variants = entriesIn(item, 'variants').map((variant) => costed(variant, Number(variant.id)));
    const changed = { ...item, ...costed(item, null), variants };
    if (isSame(changed, item)) continue;
    next = withRow(next, 'items', { ...changed, version: item.version + 1, updatedAt: draft.row.updatedAt });
  }
  return next;
}
