// Copied from packages/conformance/src/specification: change that, then run `pnpm generate`.

import type { Fields } from '../../answer.ts';
import { entriesIn } from '../../entries.ts';
import { isSame } from '../../read-only.ts';
import { receivedBy } from '../../receipts.ts';
import type { Draft } from '../../records.ts';
import { type Merchant, withRow } from '../../state.ts';

/**
 * The cost of the latest receipt becomes the cost of the item or variant: of several lines, the last one's. An item whose
 * cost changes has a new version. purchases.cost
 */
export function withCosts(merchant: Merchant, draft: Draft): Merchant {
  let next = merchant;
  const lines = receivedBy(draft);
  for (const itemId of new Set(lines.map((line) => line.itemId))) {
    const item = next.tables.items.get(itemId);
    if (!item) continue;
    const costs = new Map(
      lines.filter((line) => line.itemId === itemId).map((line) => [line.variantId, line.unitCost]),
    );
    const costed = (part: Fields, id: number | null): Fields =>
      costs.has(id) ? { ...part, cost: costs.get(id) } : part;
    const variants = entriesIn(item, 'variants').map((variant) => costed(variant, Number(variant.id)));
    const changed = { ...item, ...costed(item, null), variants };
    if (isSame(changed, item)) continue;
    next = withRow(next, 'items', { ...changed, version: item.version + 1, updatedAt: draft.row.updatedAt });
  }
  return next;
}
