import type { Clock } from '../clock.ts';

/** Length of every window, in milliseconds; windows begin on the minute (service.md "Limits"). */
export const WINDOW = 60_000;

/** Counts hits in fixed windows; shared by all instances that share it. */
export interface Counters {
  /** Counts one hit and gives how many there were in the present window, this one included. */
  hit(key: string): Promise<number> | number;
  close(): Promise<void>;
}

export const windowOf = (now: number): number => Math.floor(now / WINDOW);

/** Counters of one process. */
export class MemoryCounters implements Counters {
  readonly #clock: Clock;
  #window = -1;
  #counts = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  hit(key: string): number {
    const window = windowOf(this.#clock());
    if (window !== this.#window) {
      this.#window = window;
      this.#counts = new Map();
    }
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    return count;
  }

  async close(): Promise<void> {}
}
