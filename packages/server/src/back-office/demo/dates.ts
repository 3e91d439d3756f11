export const HOUR = 60 * 60 * 1000;
export const DAY = 24 * HOUR;

/** Days from the opening of the demo's merchants to the day of the demo. */
const OPENING_DAY = 170;

export const openedAt = (base: number): number => base - OPENING_DAY * DAY;

export const byDate = (a: { readonly at: number }, b: { readonly at: number }): number => a.at - b.at;
