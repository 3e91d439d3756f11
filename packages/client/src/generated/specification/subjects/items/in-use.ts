// Copied from packages/conformance/src/specification: change that, then run `pnpm generate`.

import { type Fields, inBody, Rejection } from '../../answer.ts';
import type { Rule } from '../../records.ts';
import { type Merchant, rowsOf, type Table } from '../../state.ts';
import { variantsOf } from './codes.ts';

/** Where lines or components name a variant. Voided documents count, and combos that are inactive. */
const NAMED: readonly (readonly [table: Table, list: string])[] = [
  ['items', 'components'],
  ['purchaseOrders', 'lines'],
  ['stockTransfers', 'lines'],
  ['stockAdjustments', 'lines'],
];

const isNamed = (merchant: Merchant, variant: unknown): boolean =>
  NAMED.some(([table, list]) =>
    rowsOf(merchant, table).some((row) =>
      ((row[list] ?? []) as readonly Fields[]).some(({ variantId }) => variantId === variant),
    ),
  );

/** True if a variant has, or has had, stock at any store. */
const hasStock = ({ levels }: Merchant, item: number, variant: unknown): boolean =>
  [...levels.keys()].some((place) => place.endsWith(` ${item} ${variant}`));

/** items.variant_in_use */
export const variantsInUse: Rule = ({ row, before, sent }, merchant) => {
  if (!before || !sent.variants) return;
  const kept = variantsOf(row).map(({ id }) => id);
  const removed = variantsOf(before).filter(({ id }) => !kept.includes(id));
  if (removed.some(({ id }) => isNamed(merchant, id) || hasStock(merchant, row.id, id)))
    throw new Rejection('partner.state_conflict', 'items.variant_in_use', [inBody('/variants', 'state')]);
};
