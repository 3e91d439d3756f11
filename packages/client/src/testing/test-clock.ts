import type { Clock } from '../clock.ts';

/** A clock that only its sleepers and `advance` move: no test waits for a retry or for a rate limit. */
export interface TestClock extends Clock {
  /** Moves the clock forward by that many milliseconds. */
  advance(milliseconds: number): void;
}

export function testClock(start: number): TestClock {
  let now = start;
  return {
    now: () => now,
    random: () => 0.5,
    advance: (milliseconds) => {
      now += milliseconds;
    },
    async sleep(milliseconds, signal) {
      const end = now + milliseconds;
      // Lets concurrent sleepers start at the same time.
      await new Promise((resolve) => setTimeout(resolve));
      signal?.throwIfAborted();
      now = Math.max(now, end);
    },
  };
}
