import { decimal, QUANTITY } from '../../decimals.ts';
import { DAY } from '../fixtures/stock.ts';
import type { Fields } from './compare.ts';
import { type Levels, opposite } from './levels.ts';
import { isZero, minus, plus } from './quantities.ts';
import { differs, type Line, linesOf, type Moved, type Rules } from './rules.ts';

/** Stock adjustments in the model: types 0 count, 1 add, 2 remove; states 0 draft, 1 posted, 2 voided. */

const COUNT = 0;

export const DRAFT = 0;
export const POSTED = 1;
export const VOIDED = 2;

export const ADJUSTMENTS: Rules = {
  name: 'stock adjustment',
  family: 'adjustments',
  path: '/stock-adjustments',
  kind: 'stockAdjustment',
  query: (atOnce) => `post=${atOnce}`,
  body: ({ store, type, lines }, fixture) => ({
    storeId: fixture.stores[store],
    date: DAY,
    type,
    narration: fixture.mark,
    lines: lines.map((line) => ADJUSTMENTS.line(line, fixture)),
  }),
  fresh: (body, { adjustmentNo }) => ({ status: DRAFT, reason: null, externalId: null, adjustmentNo, ...body }),
  line: ({ product, quantity }, { products }) => ({
    ...products[product],
    quantity: decimal(BigInt(quantity), QUANTITY),
  }),
  sent: ({ id, itemId, variantId, quantity }) => ({ id, itemId, variantId, quantity }),
  optional: { variantId: null },
  complete: (fields) => ({
    ...fields,
    lines: linesOf(fields).map(({ received: _received, ...line }) => ({ before: null, after: null, ...line })),
  }),
  header: (what, n, { id, storeId }, { mark, stores }) => {
    if (what === 'text') return { narration: `${mark} ${n}` };
    if (what === 'date') return { date: `2026-03-0${(n % 5) + 3}` };
    if (what === 'party') return { reason: n % 2 ? 'damage' : null };
    if (what === 'number') return { adjustmentNo: `${mark} no ${n} ${id}` };
    if (what === 'external') return { externalId: n % 3 ? `${mark} ${n} ${id}` : null };
    if (what === 'type') return { type: n % 3 };
    return what === 'store' ? { storeId: stores.find((id) => id !== storeId) } : undefined;
  },
  allowed: ({ status }) => ({ update: status === DRAFT, post: status === DRAFT, void: status !== VOIDED }),
  // A posted adjustment can only be voided; the request's other values must equal the stored ones.
  forbids: (before, after, { status: _, ...others }) =>
    before.status === VOIDED ||
    (before.status === POSTED && (after.status !== VOIDED || differs(before, after, Object.keys(others)))),
  isInvalid: ({ type, lines }) => type === COUNT && isRepeated(lines as Line[]),
  moves: () => [],
  filters: [
    { query: 'order=asc', matches: () => true },
    ...[0, 1, 2].map((state) => ({ query: `status=${state}`, matches: ({ status }: Fields) => status === state })),
  ],
};

const productOf = ({ itemId, variantId }: Line): string => `${itemId} ${variantId}`;

const isRepeated = (lines: readonly Line[]): boolean => new Set(lines.map(productOf)).size < lines.length;

/** Lines after posting, with the level before and after each, in sequence. */
export function postedLines(fields: Fields, levels: Levels): Line[] {
  const left = new Map<string, string>();
  return linesOf(fields).map((line) => {
    const before = left.get(productOf(line)) ?? levels.at({ ...line, storeId: Number(fields.storeId) });
    const change =
      fields.type === COUNT
        ? minus(line.quantity, before)
        : fields.type === 1
          ? line.quantity
          : opposite(line.quantity);
    const after = plus(before, change);
    left.set(productOf(line), after);
    return { ...line, before, after };
  });
}

/** Movements of posted lines, or their reversal. */
export const movesOf = (fields: Fields, way: 'there' | 'back'): Moved[] =>
  linesOf(fields).flatMap(({ itemId, variantId, id, before, after }) => {
    const change = minus(String(after ?? '0'), String(before ?? '0'));
    const move = { itemId, variantId, storeId: Number(fields.storeId), lineId: id };
    return isZero(change) ? [] : [{ ...move, change: way === 'there' ? change : opposite(change) }];
  });
