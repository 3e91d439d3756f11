const SECOND = 1000;
const HOUR = 60 * 60 * SECOND;

/** Pause after the first failure. Each further one is three times as long, up to the longest. */
const FIRST_PAUSE = 5 * SECOND;
const FACTOR = 3;
const LONGEST_PAUSE = 4 * HOUR;

/** Milliseconds after the first failure at which the last attempt is made. */
export const TRIED_FOR = 72 * HOUR;

/** Failures of one page up to now. */
export interface Failures {
  readonly count: number;
  /** Instants in milliseconds since 1970. */
  readonly first: number;
  readonly last: number;
}

/**
 * Instant of the attempt after the last failure; undefined if that was the last attempt. `random`, from 0 to 1, spreads
 * the attempts of pages that failed together.
 */
export function nextAttempt({ count, first, last }: Failures, random: number): number | undefined {
  const end = first + TRIED_FOR;
  if (last >= end) return undefined;
  const pause = Math.min(FIRST_PAUSE * FACTOR ** (count - 1), LONGEST_PAUSE);
  return Math.min(last + Math.ceil(pause * (0.75 + random / 2)), end);
}
