/** Milliseconds since 1970. Every rule about time reads a clock, so that tests can move it. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();

/** A running clock that tests can advance. */
export class TestClock {
  #advanced = 0;
  readonly #advances = new Set<() => void>();

  readonly now: Clock = () => Date.now() + this.#advanced;

  advance(seconds: number): void {
    this.#advanced += seconds * 1000;
    for (const then of this.#advances) then();
  }

  /** Calls `then` each time the clock was advanced. */
  onAdvance(then: () => void): void {
    this.#advances.add(then);
  }
}

export const toSeconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);

/** RFC 3339 in UTC with milliseconds. */
export const toTimestamp = (milliseconds: number): string => new Date(milliseconds).toISOString();
