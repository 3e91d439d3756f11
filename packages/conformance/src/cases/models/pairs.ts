import { type Case, subject } from '../../engine/case.ts';
import type { CaseContext } from '../../engine/case-context.ts';
import { CHANGES, type Change, type Rules } from './rules.ts';
import { Mismatch, noteMismatch } from './sequence.ts';
import type { Part, StockCommand } from './stock-commands.ts';
import { newStockFixture } from './stock-fixture.ts';
import { RULES, StockModel } from './stock-model.ts';

/**
 * Every pair of changes to a stock document in one request, in each state, and each change together
 * with a post or void.
 */

const stateful = subject('stateful', 'stateful.pairs');

type Kind = 0 | 1 | 2;

const product = (n: number, quantity: number, discounted = false) => ({
  product: n,
  quantity,
  cost: 12_500 + n * 1_111,
  tax: n,
  discounted,
});

/** Lines with three products, one of them twice. */
const LINES = [product(0, 9_000, true), product(2, 4_500), product(0, 2_000), product(1, 3_333)];

const make = (of: Kind, atOnce = false): StockCommand => ({
  act: 'create',
  of,
  atOnce,
  draft: { lines: LINES, store: 0, type: of === 2 ? 1 : 0 },
});

const receive = (which: number, ...parts: Part[]): StockCommand => ({ act: 'receive', which, parts });

const pairs: readonly (readonly Change[])[] = CHANGES.flatMap((one, i) =>
  CHANGES.slice(i + 1).map((other) => [one, other] as const),
);

const OF_LINES = new Set<Change>(['quantity', 'cost', 'tax', 'discount', 'item', 'drop', 'add', 'turn', 'same']);

/** Pairs of changes to lines, whose result depends on the line and the values sent. */
const linePairs = pairs.filter((what) => what.every((one) => OF_LINES.has(one)));

/** Applies pairs in sequence to one document. `n` varies, so that values differ from earlier ones. */
const change = (which: number, of: readonly (readonly Change[])[], from: number): StockCommand[] =>
  of.map((what, i) => ({ act: 'change', which, what, n: from + (i % 7), sparse: i % 3 === 0 }));

/** All pairs for a draft. Pairs of line changes run once for each line, with all and with some values. */
const all = [...pairs, ...linePairs, ...linePairs, ...linePairs];

/**
 * Pairs for a received document, which mostly rejects them: all pairs that include a text, which
 * may always change, and a third of the others.
 */
const thirdOf = (third: number) => pairs.filter((what, i) => what.includes('text') || i % 3 === third);

/** Each change together with a post or a void, on a separate document. */
const withStatus = (act: 'post' | 'void', from: number, documents: (n: number) => StockCommand[]): StockCommand[] =>
  CHANGES.flatMap((what, i) => [
    ...documents(i),
    { act, which: from + i, what: [what], n: 1 + i, sparse: i % 2 === 0 },
  ]);

/**
 * Changes to orders and transfers that are drafts, partly received or fully received, and changes
 * together with voiding the first two.
 */
const received = (of: Kind): StockCommand[] => [
  make(of),
  ...change(0, all, 1),
  receive(0, 'some', 'none'),
  ...change(0, thirdOf(0), 3),
  ...CHANGES.map((what, n): StockCommand => ({ act: 'void', which: 0, what: [what], n })),
  receive(0),
  ...change(0, thirdOf(1), 5),
  ...withStatus('void', 1, () => [make(of)]),
  ...CHANGES.map((what, n): StockCommand => ({ act: 'change', which: 1, what: [what], n })),
];

/** Changes to adjustments: drafts, drafts being posted or voided, and posted ones, which reject every change. */
const posted = (of: Kind): StockCommand[] => [
  make(of),
  ...change(0, all, 1),
  ...withStatus('post', 1, () => [make(of)]),
  ...CHANGES.map((what, i): StockCommand => ({ act: 'void', which: 1 + i, what: [what], n: i })),
  ...withStatus('void', 1 + CHANGES.length, () => [make(of)]),
  { act: 'void', which: 1, what: [], n: 0 },
];

const HISTORY_SHOWN = 6;

/** Runs all commands on one model, up to the first mismatch. */
async function runAll(t: CaseContext, commands: readonly StockCommand[]): Promise<void> {
  const model = new StockModel(await newStockFixture(t, t.as()));
  try {
    for (const command of commands) await model.run(command);
    await model.checkInvariants();
  } catch (error) {
    if (!(error instanceof Mismatch)) throw error;
    noteMismatch(t, error, ` after\n  ${model.history.slice(-HISTORY_SHOWN).join('\n  ')}`);
  }
}

const pairCase = (rules: Rules, commands: readonly StockCommand[], proves: readonly string[]): Case =>
  stateful(
    rules.family,
    [
      'documents.changes_together',
      'documents.neighbours',
      'http.nothing_written',
      'records.merge',
      'records.version',
      ...proves,
    ],
    `${rules.path}: any two changes in one request, in every state, and any with a post or a void`,
    (t) => runAll(t, commands),
  );

const [ORDERS, TRANSFERS, ADJUSTMENTS] = RULES as [Rules, Rules, Rules];

export const PAIR_CASES: readonly Case[] = [
  pairCase(ORDERS, received(0), [
    'purchases.update_draft',
    'purchases.update_partial',
    'purchases.update_received',
    'purchases.void',
    'purchases.lines_replaced',
    'purchases.totals',
    'stock.ledger',
  ]),
  pairCase(TRANSFERS, received(1), [
    'transfers.update_draft',
    'transfers.update_partial',
    'transfers.update_received',
    'transfers.void',
    'transfers.lines_replaced',
    'stock.ledger',
  ]),
  pairCase(ADJUSTMENTS, posted(2), [
    'adjustments.update_draft',
    'adjustments.posted_final',
    'adjustments.draft_posted',
    'adjustments.void_reverses',
    'adjustments.add_remove',
    'adjustments.count',
    'stock.ledger',
  ]),
];
