import type { Reference } from '../import/format.ts';
import { fromUnits, toUnits } from '../resources/decimal.ts';
import { DAY, HOUR } from './plan-dates.ts';
import type { PlannedItem } from './plan-items.ts';
import { itemsInRange, type PlannedStockLine } from './plan-stock-documents.ts';
import type { Random } from './random.ts';
import type { Catalogue } from './read-catalogue.ts';

export interface PlannedLine extends PlannedStockLine {
  readonly tax: Reference | null;
  readonly unitCost: string;
  readonly discount: string;
}

type Fate = 'draft' | 'voided' | 'partial' | 'received' | 'atOnce';

/** An order. Its references are external ids. */
export interface PlannedOrder {
  readonly at: number;
  readonly fate: Fate;
  /** Time of the remaining steps. */
  readonly endedAt: number;
  readonly supplier: string;
  readonly store: string;
  readonly invoice: string | null;
  readonly narration: string | null;
  /** Ordered through an app rather than in the back office. */
  readonly byApp: boolean;
  readonly lines: readonly PlannedLine[];
  /** Time at which part of its first line was returned to the supplier, if it was. */
  readonly returnedAt: number | undefined;
}

const ORDERS = 28;
/** Days before the demo's own day: the first order, and from one to the next. */
const FIRST = 117;
const APART = 4;

/** Fates of the latest orders; nearly all earlier ones have been received. */
const LATEST: readonly Fate[] = ['partial', 'received', 'voided', 'partial', 'draft', 'partial', 'draft', 'draft'];
const VOIDED_EVERY = 9;
const AT_ONCE_EVERY = 4;
const RETURNED_EVERY = 6;
const BY_APP_EVERY = 3;

const NARRATIONS = ['Weekly delivery', 'Top-up before the weekend', 'Deliver to the back door', null, null];

/** Orders of a merchant, oldest first. `items` are those that it buys. */
export function planPurchasing(
  { suppliers, stores }: Catalogue,
  items: readonly PlannedItem[],
  base: number,
  random: Random,
): PlannedOrder[] {
  return Array.from({ length: ORDERS }, (_, i) => {
    const at = base - (FIRST - i * APART) * DAY + 8 * HOUR + random.below(8 * HOUR);
    const fate = fateOf(i);
    const endedAt = at + HOUR + random.below(DAY);
    const received = fate === 'received' || fate === 'atOnce';
    return {
      at,
      fate,
      endedAt,
      supplier: random.pick(suppliers).externalId,
      store: random.pick(stores).externalId,
      invoice: received ? `INV-${20_000 + random.below(9_999)}` : null,
      narration: random.pick(NARRATIONS),
      byApp: i % BY_APP_EVERY === 0,
      lines: linesOf(items, at, random),
      returnedAt: received && i % RETURNED_EVERY < 2 ? endedAt + HOUR + random.below(DAY) : undefined,
    };
  });
}

function fateOf(i: number): Fate {
  const latest = LATEST[i - (ORDERS - LATEST.length)];
  if (latest) return latest;
  if (i % VOIDED_EVERY === VOIDED_EVERY - 1) return 'voided';
  return i % AT_ONCE_EVERY === 1 ? 'atOnce' : 'received';
}

/** Items that were in the range by then, each once. */
function linesOf(items: readonly PlannedItem[], at: number, random: Random): PlannedLine[] {
  const range = itemsInRange(items, at);
  const chosen = new Set(Array.from({ length: random.between(2, 6) }, () => random.pick(range)));
  return [...chosen].map((item) => lineOf(item, random));
}

function lineOf({ line }: PlannedItem, random: Random): PlannedLine {
  const { externalId: item, cost, tax = null, variants = [], weighingScale } = line;
  const variant = variants.length > 0 ? random.pick(variants) : undefined;
  const percent = BigInt(random.between(95, 106));
  const unitCost = fromUnits((toUnits(variant?.cost ?? cost ?? '0', 2) * percent) / 100n, 2);
  return {
    ...{ item, variant: variant?.name ?? null, tax },
    quantity: weighingScale
      ? `${random.between(2, 20)}.${random.chance(50) ? '500' : '250'}`
      : String(6 * random.between(1, 8)),
    unitCost,
    discount: random.chance(20) && toUnits(unitCost, 2) > 50n ? '0.50' : '0',
  };
}
