import { memoized } from './memoized.ts';

/** Calendar days, `YYYY-MM-DD`. */

const DAY = 24 * 60 * 60 * 1000;

const formatIn = memoized(
  (timeZone: string) =>
    new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }),
);

export function dayAt(instant: string, timeZone: string): string {
  const parts = Object.fromEntries(
    formatIn(timeZone)
      .formatToParts(Date.parse(instant))
      .map(({ type, value }) => [type, value]),
  );
  return `${parts.year}-${parts.month}-${parts.day}`;
}

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);

/** Number of days from one day to another; negative if the other is earlier. */
export const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY);

export const isDay = (day: string): boolean => !Number.isNaN(Date.parse(day)) && addDays(day, 0) === day;
