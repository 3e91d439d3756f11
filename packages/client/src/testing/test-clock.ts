import type { Clock } from '../clock.ts';

/** A clock moved only by its sleepers and by `advance`, so that tests never wait for retries or rate limits. */
export interface TestClock extends Clock {
  /** Moves the clock forward by this many milliseconds. */
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
