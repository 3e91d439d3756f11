import fc from 'fast-check';
import { which } from './kind.ts';
import { CHANGES, type Change, type DocumentDraft } from './rules.ts';

/** How much of a line to receive. */
export type Part = 'none' | 'some' | 'rest' | 'over';

type On = { readonly which: number; readonly stale?: boolean };

/** Content of one request. */
export interface Changed {
  readonly what: readonly Change[];
  readonly n: number;
  /** Omits optional properties of lines. */
  readonly sparse?: boolean;
}

export type StockCommand =
  | { readonly act: 'create'; readonly of: 0 | 1 | 2; readonly atOnce: boolean; readonly draft: DocumentDraft }
  | ({ readonly act: 'receive'; readonly parts: readonly Part[] } & On)
  | ({ readonly act: 'change' } & Changed & On)
  /** Posts an adjustment or voids any document, possibly together with other changes. */
  | ({ readonly act: 'post' | 'void' } & Changed & On)
  | { readonly act: 'read'; readonly which: number }
  | { readonly act: 'look'; readonly which: number };

const line = fc.record({
  product: fc.nat({ max: 3 }),
  quantity: fc.oneof(fc.integer({ min: 1, max: 20_000 }), fc.constantFrom(1_000, 3_000)),
  cost: fc.integer({ min: 10_000, max: 99_999 }),
  tax: fc.nat({ max: 3 }),
  discounted: fc.boolean(),
});

const draft: fc.Arbitrary<DocumentDraft> = fc.record({
  // Several lines may have the same product.
  lines: fc.array(line, { minLength: 1, maxLength: 3 }),
  store: fc.constantFrom<0 | 1>(0, 1),
  type: fc.constantFrom<0 | 1 | 2>(0, 1, 2),
});

const stale = fc.oneof({ weight: 7, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) });
const what = (most: number) =>
  fc.array(fc.constantFrom(...CHANGES), { minLength: most === 3 ? 1 : 0, maxLength: most });
const sparse = fc.boolean();
const n = fc.nat({ max: 20 });
const part = fc.constantFrom<Part>('none', 'some', 'some', 'rest', 'over');

export const STOCK_COMMAND: fc.Arbitrary<StockCommand> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      act: fc.constant('create' as const),
      of: fc.constantFrom<0 | 1 | 2>(0, 0, 1, 2),
      atOnce: fc.constantFrom(true, false, false),
      draft,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      act: fc.constant('receive' as const),
      which,
      parts: fc.array(part, { maxLength: 3 }),
      stale,
    }),
  },
  { weight: 6, arbitrary: fc.record({ act: fc.constant('change' as const), which, what: what(3), n, sparse, stale }) },
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constantFrom<'post' | 'void'>('post', 'void'),
      which,
      what: what(2),
      n,
      sparse,
      stale,
    }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('read' as const), which }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('look' as const), which }) },
);

const lineOf = (product: number, quantity: number, cost = 12_345) => ({
  product,
  quantity,
  cost,
  tax: product,
  discounted: product === 1,
});

const make = (of: 0 | 1 | 2, atOnce: boolean, lines: DocumentDraft['lines'], type: 0 | 1 | 2 = 1): StockCommand => ({
  act: 'create',
  of,
  atOnce,
  draft: { lines, store: 0, type },
});
const receive = (at: number, ...parts: Part[]): StockCommand => ({ act: 'receive', which: at, parts });
const change = (at: number, kind: Change, of: number, isStale = false): StockCommand => ({
  act: 'change',
  which: at,
  what: [kind],
  n: of,
  stale: isStale,
});
const changes = (at: number, of: number, ...kinds: Change[]): StockCommand => ({
  act: 'change',
  which: at,
  what: kinds,
  n: of,
});
const cancel = (at: number, ...kinds: Change[]): StockCommand => ({ act: 'void', which: at, what: kinds, n: 1 });
const post = (at: number, ...kinds: Change[]): StockCommand => ({ act: 'post', which: at, what: kinds, n: 1 });
const look = (at: number): StockCommand => ({ act: 'look', which: at });

/** An order from draft to fully received, and an order that is voided. */
const ORDER_EXAMPLE: readonly StockCommand[] = [
  make(0, false, [lineOf(0, 10_000), lineOf(1, 3_333), lineOf(2, 1_500)]),
  change(0, 'text', 3),
  change(0, 'party', 1),
  change(0, 'store', 0),
  change(0, 'quantity', 9),
  change(0, 'drop', 2),
  change(0, 'add', 5),
  receive(0, 'over'),
  receive(0, 'some', 'none'),
  cancel(0),
  receive(0, 'some', 'none'),
  look(0),
  change(0, 'party', 2),
  change(0, 'cost', 0),
  change(0, 'quantity', 0),
  change(0, 'same', 0),
  change(0, 'cost', 1),
  change(0, 'add', 4),
  change(0, 'date', 1, true),
  receive(0, 'none', 'over'),
  receive(0),
  receive(0),
  change(0, 'date', 2),
  change(0, 'same', 0),
  changes(0, 4, 'text', 'same'),
  make(0, true, [lineOf(0, 2_000, 20_000), lineOf(0, 1_000, 10_000)]),
  look(0),
  make(0, false, [lineOf(3, 500)]),
  cancel(2, 'text', 'party'),
  cancel(2),
  change(2, 'text', 1),
  receive(2),
];

const TRANSFER_EXAMPLE: readonly StockCommand[] = [
  make(1, false, [lineOf(0, 9_000), lineOf(3, 4_500)]),
  change(0, 'store', 0),
  change(0, 'quantity', 6),
  receive(0, 'over'),
  receive(0, 'some'),
  change(0, 'store', 0),
  cancel(0),
  receive(0, 'none', 'some'),
  look(0),
  look(3),
  change(0, 'item', 0),
  change(0, 'drop', 1),
  change(0, 'same', 0),
  change(0, 'add', 3),
  receive(0),
  receive(0),
  change(0, 'date', 0),
  change(0, 'text', 1),
  make(1, true, [lineOf(1, 2_000)]),
  make(1, false, [lineOf(2, 500)]),
  cancel(2),
  receive(2),
  change(2, 'text', 1),
];

const ADJUSTMENT_EXAMPLE: readonly StockCommand[] = [
  make(2, false, [lineOf(0, 7_000), lineOf(2, 1_250)], 0),
  make(2, true, [lineOf(0, 5_000)], 1),
  change(0, 'quantity', 12),
  change(0, 'add', 4),
  post(0, 'text', 'quantity'),
  look(0),
  change(0, 'text', 1),
  post(0),
  make(2, true, [lineOf(0, 2_000), lineOf(1, 100), lineOf(0, 1_500)], 2),
  cancel(0, 'text'),
  cancel(0),
  cancel(0),
  post(0),
  look(0),
  cancel(2),
  make(2, false, [lineOf(3, 1_000)], 2),
  change(3, 'store', 0),
  cancel(3, 'text', 'date'),
  post(3),
  make(1, true, [lineOf(0, 1_000)]),
  make(2, true, [lineOf(0, 3_000)], 0),
];

export const STOCK_EXAMPLES: readonly (readonly StockCommand[])[] = [
  ORDER_EXAMPLE,
  TRANSFER_EXAMPLE,
  ADJUSTMENT_EXAMPLE,
];
