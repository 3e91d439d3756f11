import type { Case } from '../../engine/case.ts';
import { subject } from '../../engine/case.ts';
import { BRANDS } from './brands.ts';
import { CATEGORIES } from './categories.ts';
import { ITEMS } from './items.ts';
import { commandsOf, type Kind } from './kind.ts';
import { MENUS } from './menus.ts';
import { MODIFIERS } from './modifiers.ts';
import { RecordModel } from './record-model.ts';
import { checkSequences } from './sequence.ts';
import { STOCK_COMMAND, STOCK_EXAMPLES } from './stock-commands.ts';
import { newStockFixture } from './stock-fixture.ts';
import { StockModel } from './stock-model.ts';

const stateful = subject('stateful', 'stateful');

const LONGEST = 36;

/** Requirements of every resource without documents. */
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

/** Random sequences on one resource, compared with its model. */
const sequenceCase = <Draft, Fixture>(kind: Kind<Draft, Fixture>): Case =>
  stateful(
    `sequence.${kind.list}`,
    [...PROVES, ...kind.proves],
    `${kind.list}: any sequence of creates, changes, reads and lists`,
    async (t) => {
      const caller = t.as();
      await checkSequences(t, {
        command: commandsOf(kind.draft, kind.touch !== undefined),
        examples: kind.examples,
        longest: LONGEST,
        newModel: async () => new RecordModel(kind, caller, await kind.createFixture(caller, t), `${t.name('model')}q`),
      });
    },
  );

/** Documents that move stock: states, lines, totals, levels and costs. */
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
    await checkSequences(t, {
      command: STOCK_COMMAND,
      examples: STOCK_EXAMPLES,
      longest: LONGEST,
      newModel: async () => new StockModel(await newStockFixture(t, t.as())),
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
