import type { Random } from './random.ts';

export const HOUR = 60 * 60 * 1000;
export const DAY = 24 * HOUR;

/** Days before the demo's own day: what every merchant has before its first item, and its items. */
export const REFERENCE_DAY = 170;
const FIRST_UPLOAD = { from: 143, to: 150 };
const LATER = { from: 2, to: 142 };

/** Longest time between the last component's arrival in the range and that of a combo made of it. */
const COMBO_DELAY = 20 * DAY;

const inOpeningHours = (base: number, daysBefore: number, random: Random): number =>
  base - daysBefore * DAY + 7 * HOUR + random.below(12 * HOUR);

/** Time at which a product came into the range: most in the merchant's first week, the others one by one since. */
export function entryDate(base: number, random: Random): number {
  const { from, to } = random.chance(55) ? FIRST_UPLOAD : LATER;
  return inOpeningHours(base, random.between(from, to), random);
}

/** Time of an event that refers to an earlier one, between that one and the demo's day. */
export function dateAfter(earlier: number, base: number, random: Random, within = Infinity): number {
  const room = Math.min(within, base - earlier - 2 * HOUR);
  return earlier + HOUR + random.below(room);
}

export const comboDate = (parts: readonly number[], base: number, random: Random): number =>
  dateAfter(Math.max(...parts), base, random, COMBO_DELAY);
