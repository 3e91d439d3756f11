import { createHash } from 'node:crypto';
import { CATALOGUE, type Entry } from './catalogue.ts';
import { SURVIVORS } from './survivors.ts';

/** Samples in a row that try a fault of every subject: one sample of them all would take too long for each run. */
export const ROUND = 3;

/** One fault of each third subject, chosen by a seed; known survivors are left out. */
export const sampleOf = (seed: number): Entry[] =>
  [...Map.groupBy(CATALOGUE, ({ subject }) => subject)].flatMap(([subject, faults], i) => {
    if ((i + seed) % ROUND !== 0) return [];
    const candidates = faults.filter(({ id }) => !(id in SURVIVORS));
    const drawn = createHash('sha256').update(`${seed} ${subject}`).digest().readUInt32BE() % candidates.length;
    return candidates.slice(drawn, drawn + 1);
  });

/** TEST_SEED, or the day: every run of a day tries the same faults, and those of other days others. */
export const seedOf = ({ TEST_SEED }: NodeJS.ProcessEnv, now: number): number =>
  TEST_SEED === undefined ? Math.floor(now / 86_400_000) : Number(TEST_SEED);
