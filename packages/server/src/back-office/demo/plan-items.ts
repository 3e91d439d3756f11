import { byDate, DAY, HOUR } from './dates.ts';
import type { Random } from './random.ts';
import type { ItemLine } from './read-catalogue.ts';

/** An item, or a later change to one, with its time. */
export interface PlannedItem {
  readonly at: number;
  readonly line: ItemLine;
}

/** Days before the day of the demo on which items are created: most in the first week, the others one by one. */
const FIRST_UPLOAD = { from: 143, to: 150 };
const LATER = { from: 2, to: 142 };

/** Longest time between a combo's last component and the combo. */
const COMBO_DELAY = 20 * DAY;

/** Dates the items, and sorts them by date. In `items`, components precede their combos. */
export function planItems(items: readonly ItemLine[], base: number, random: Random): PlannedItem[] {
  const dates = new Map<unknown, number>();
  for (const { externalId, components = [] } of items) {
    const latest = Math.max(...components.map(({ item }) => dates.get(item) as number));
    const isCombo = components.length > 0;
    dates.set(externalId, isCombo ? dateAfter(latest, base, random, COMBO_DELAY) : entryDate(base, random));
  }
  return items.map((line) => ({ at: dates.get(line.externalId) as number, line })).sort(byDate);
}

/** Dates the changes, each after its item was created, and sorts them by date. */
export function planChanges(
  changes: readonly ItemLine[],
  items: readonly PlannedItem[],
  base: number,
  random: Random,
): PlannedItem[] {
  const dates = new Map(items.map(({ at, line }) => [line.externalId, at]));
  return changes
    .map((line) => ({ at: dateAfter(dates.get(line.externalId) as number, base, random), line }))
    .sort(byDate);
}

/** A random time in the opening hours of a random day. */
function entryDate(base: number, random: Random): number {
  const { from, to } = random.chance(55) ? FIRST_UPLOAD : LATER;
  return base - random.between(from, to) * DAY + 7 * HOUR + random.below(12 * HOUR);
}

/** A random time between an earlier event and the day of the demo. */
function dateAfter(earlier: number, base: number, random: Random, within = Infinity): number {
  const room = Math.min(within, base - earlier - 2 * HOUR);
  return earlier + HOUR + random.below(room);
}
