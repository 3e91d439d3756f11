/** Milliseconds since 1970. Every rule about time reads a clock, so that tests can move it. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();

export class TestClock {
  #advanced = 0;
  readonly #advances = new Set<() => void>();

  readonly now: Clock = () => Date.now() + this.#advanced;

  advance(seconds: number): void {
    this.#advanced += seconds * 1000;
    for (const then of this.#advances) then();
  }

  onAdvance(then: () => void): void {
    this.#advances.add(then);
  }
}

export const toSeconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);

/** RFC 3339 in UTC with milliseconds. */
export const toTimestamp = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** Patterns of days and instants. `Date.parse` alone reads 30 February as 2 March, and 24:00 as the next day. */

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^(\d{4}-\d{2}-\d{2})T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** The later of two RFC 3339 instants. */
export const laterOf = (one: string, other: string): string => (Date.parse(one) < Date.parse(other) ? other : one);

/** True if an instant has a fraction that milliseconds cannot express. */
export const isFinerThanMilliseconds = (text: string): boolean => /\.\d{3}\d*[1-9]/.test(text);

export function isDay(text: string): boolean {
  const time = DAY.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Milliseconds since 1970 of an RFC 3339 instant, rounded down; undefined for any other text. */
export function parseInstant(text: string): number | undefined {
  const upper = text.toUpperCase();
  const [, day] = INSTANT.exec(upper) ?? [];
  return day !== undefined && isDay(day) ? Date.parse(upper) : undefined;
}
