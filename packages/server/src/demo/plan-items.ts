import { comboDate, dateAfter, entryDate } from './plan-dates.ts';
import type { Random } from './random.ts';
import type { ItemLine } from './read-catalogue.ts';

/** An item, or a later change of one, at its time. */
export interface PlannedItem {
  readonly at: number;
  readonly line: ItemLine;
}

/** The items in the order in which they came into the range. Components come before their combos. */
export function planItems(items: readonly ItemLine[], base: number, random: Random): PlannedItem[] {
  const dates = new Map<unknown, number>();
  for (const { externalId, components = [] } of items) {
    const parts = components.map(({ item }) => dates.get(item) as number);
    dates.set(externalId, parts.length > 0 ? comboDate(parts, base, random) : entryDate(base, random));
  }
  return items.map((line) => ({ at: dates.get(line.externalId) as number, line })).sort(byDate);
}

/** The changes of items in their order, each after its item came into the range. */
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

export const byDate = (a: { readonly at: number }, b: { readonly at: number }): number => a.at - b.at;
