import type { Case } from '../../run/case.ts';
import { INVARIANT_CASES } from './invariants.ts';
import { SCRIPTS_ACCESS } from './scripts/access.ts';
import { SCRIPTS_BATCHES } from './scripts/batches.ts';
import { SCRIPTS_FEED } from './scripts/changes-feed.ts';
import { SCRIPTS_WAITS } from './scripts/changes-wait.ts';
import { SCRIPTS_HTTP } from './scripts/http.ts';
import { SCRIPTS_ITEMS } from './scripts/items.ts';
import { SCRIPTS_OPEN_ORDERS } from './scripts/open-orders.ts';
import { SCRIPTS_RECEIPTS } from './scripts/receipts.ts';
import { SCRIPTS_REPORTS } from './scripts/reports.ts';
import { SCRIPTS_STOCK } from './scripts/stock.ts';
import { WALK_CASES } from './walks.ts';

/** Requests whose whole answers the specification predicts. */
export const SPECIFICATION_CASES: readonly Case[] = [
  ...SCRIPTS_ACCESS,
  ...SCRIPTS_HTTP,
  ...INVARIANT_CASES,
  ...SCRIPTS_ITEMS,
  ...SCRIPTS_BATCHES,
  ...SCRIPTS_REPORTS,
  ...SCRIPTS_OPEN_ORDERS,
  ...SCRIPTS_STOCK,
  ...SCRIPTS_RECEIPTS,
  ...SCRIPTS_FEED,
  ...SCRIPTS_WAITS,
  ...WALK_CASES,
];
