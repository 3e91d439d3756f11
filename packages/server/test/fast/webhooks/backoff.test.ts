import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nextAttempt, TRIED_FOR } from '../../../src/webhooks/delivery.ts';

const random = fc.double({ min: 0, max: 1, noNaN: true });

/** Instants of the failed attempts of a page whose first attempt is at 0; each takes up to 20 seconds. */
function attempts(randoms: readonly number[]): number[] {
  const made = [0];
  for (let count = 1; ; count += 1) {
    const drawn = randoms[count % randoms.length] ?? 0;
    const next = nextAttempt({ count, first: 0, last: made.at(-1) ?? 0 }, drawn);
    if (next === undefined) return made;
    made.push(next + Math.round(drawn * 20_000));
  }
}

describe('A page that an endpoint does not accept', () => {
  test('is tried for 72 hours, with pauses that become longer, and with a last attempt at their end', () => {
    fc.assert(
      fc.property(fc.array(random, { minLength: 1, maxLength: 40 }), (randoms) => {
        const made = attempts(randoms);
        expect(made.at(-1)).toBeGreaterThanOrEqual(TRIED_FOR);
        expect(made.at(-1)).toBeLessThanOrEqual(TRIED_FOR + 20_000);
        expect(made.at(-2)).toBeLessThan(TRIED_FOR);
        const pauses = made.slice(1, -1).map((at, i) => at - (made[i] ?? 0));
        for (const [i, pause] of pauses.entries()) {
          expect(pause).toBeGreaterThanOrEqual(3_750);
          expect(pause).toBeLessThanOrEqual(5 * 60 * 60 * 1000 + 20_000);
          // Three times as long on average: even the shortest draw after the longest is not shorter.
          if (i > 0 && i < 8) expect(pause).toBeGreaterThanOrEqual((pauses[i - 1] ?? 0) - 20_000);
        }
        expect(made.length).toBeGreaterThan(15);
        expect(made.length).toBeLessThan(50);
      }),
    );
  });

  test('is tried at other instants than one that failed at the same time', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), random, random, (count, one, another) => {
        const at = (drawn: number) => nextAttempt({ count, first: 0, last: 1000 }, drawn) ?? 0;
        if (Math.abs(one - another) > 0.01) expect(at(one)).not.toBe(at(another));
      }),
    );
  });

  test('is not tried again after an attempt that came later than 72 hours', () => {
    expect(nextAttempt({ count: 2, first: 0, last: TRIED_FOR }, 0)).toBeUndefined();
    expect(nextAttempt({ count: 9, first: 0, last: TRIED_FOR - 1 }, 1)).toBe(TRIED_FOR);
  });
});
