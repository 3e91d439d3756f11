// Copied from packages/conformance/src/specification: change that, then run `pnpm generate`.

import type { Handlers } from '../call.ts';
import { asApplied, isFrom, requireInstants } from '../instants.ts';
import { ledgerOf, type Ranked, withIds } from '../ledger.ts';
import { type ListKind, listed } from '../lists.ts';

/** The stock ledger as a list. */

const HAPPENED = ['from', 'to'] as const;

const MOVEMENTS: ListKind<Ranked> = {
  rows: (merchant) => ledgerOf(merchant),
  filters: {
    storeId: ({ movement }, ids) => (ids as readonly number[]).includes(movement.storeId),
    itemId: ({ movement }, id) => movement.itemId === id,
    documentKind: ({ movement }, kind) => movement.documentKind === kind,
    documentId: ({ movement }, id) => movement.documentId === id,
    from: ({ movement }, from) => isFrom(movement.at, from),
    to: ({ movement }, to) => !isFrom(movement.at, to),
  },
  // lists.total_counted
  isCounted: () => false,
  bound: (query) => asApplied(HAPPENED, query),
  // stock.movements_order
  sort: 'at',
  sorts: { at: ({ rank }) => rank },
  key: ({ rank }) => rank,
  show: (row) => row,
};

export const MOVEMENT_HANDLERS: Handlers = {
  listStockMovements: (call, merchant) => {
    requireInstants(HAPPENED, call);
    const outcome = listed(MOVEMENTS, call, merchant);
    const rows = (outcome.body.data as readonly Ranked[]).map(({ movement }) => movement);
    const { data, next } = withIds(outcome.merchant, rows, call);
    return { ...outcome, body: { ...outcome.body, data }, merchant: next, rule: 'stock.movements' };
  },
};
