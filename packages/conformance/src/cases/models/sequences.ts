import type { Case } from '../../engine/case.ts';
import { subject } from '../../engine/case.ts';
import { BRANDS } from './brands.ts';
import { CATEGORIES } from './categories.ts';
import { ITEMS } from './items.ts';
import { type Kind, stepsOf } from './kind.ts';
import { MENUS } from './menus.ts';
import { MODIFIERS } from './modifiers.ts';
import { Catalogue } from './records.ts';
import { holdSequences } from './sequence.ts';
import { openScene } from './stock-fixture.ts';
import { STOCK_STEP, STOCK_TOURS } from './stock-steps.ts';
import { StockWorld } from './stock-world.ts';

const stateful = subject('stateful', 'stateful');

const LONGEST = 36;

/** What every resource that is a record by itself does. */
const PROVES = [
  'stateful.model',
  'http.nothing_written',
  'records.version',
  'records.merge',
  'records.null_clears',
  'records.external_id',
  'lists.pages',
  'lists.sort',
  'lists.status',
  'http.if_match',
  'http.if_none_match',
];

/** A resource held against its model over random sequences. */
const sequenceCase = <Draft, Around>(kind: Kind<Draft, Around>): Case =>
  stateful(
    `sequence.${kind.list}`,
    [...PROVES, ...kind.proves],
    `${kind.list}: any sequence of creates, changes, reads and lists`,
    async (t) => {
      const caller = t.as();
      await holdSequences(t, {
        step: stepsOf(kind.draft, kind.touch !== undefined),
        tours: kind.tours,
        longest: LONGEST,
        open: async () => new Catalogue(kind, caller, await kind.prepare(caller, t), `${t.name('model')}q`),
      });
    },
  );

/** Documents that move stock: their states, lines and totals, what is on hand, and what it cost. */
const stockCase: Case = stateful(
  'sequence.stock',
  [
    'stock.document_lines',
    'stateful.model',
    'http.nothing_written',
    'stock.ledger',
    'records.version',
    'http.if_match',
    'lines.keep_ids',
    'purchases.receive',
    'purchases.receive_all',
    'purchases.over_receipt',
    'purchases.void',
    'purchases.update_draft',
    'purchases.update_partial',
    'purchases.cost',
    'purchases.totals',
    'purchases.rounding',
    'purchases.lines_replaced',
    'purchases.update_received',
    'transfers.update_received',
    'adjustments.update_draft',
    'documents.changes_together',
    'documents.neighbours',
    'transfers.receive',
    'transfers.over_receipt',
    'transfers.void',
    'transfers.update_partial',
    'adjustments.draft_posted',
    'adjustments.posted_final',
    'adjustments.void_reverses',
    'adjustments.count',
    'adjustments.add_remove',
    'reports.stock_on_hand',
  ],
  'purchase orders, transfers and adjustments: any sequence of creates, receipts, changes, posts and voids',
  async (t) => {
    await holdSequences(t, {
      step: STOCK_STEP,
      tours: STOCK_TOURS,
      longest: LONGEST,
      open: async () => new StockWorld(await openScene(t, t.as())),
    });
  },
);

export const SEQUENCE_CASES: readonly Case[] = [
  sequenceCase(BRANDS),
  sequenceCase(CATEGORIES),
  sequenceCase(ITEMS),
  sequenceCase(MENUS),
  sequenceCase(MODIFIERS),
  stockCase,
];
