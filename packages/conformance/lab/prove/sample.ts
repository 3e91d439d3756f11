import { createHash } from 'node:crypto';
import { CATALOGUE, type Entry } from './catalogue.ts';
import { SURVIVORS } from './survivors.ts';

/** One fault of each subject, chosen by a seed; known survivors are left out. */
export const sampleOf = (seed: number): Entry[] =>
  [...Map.groupBy(CATALOGUE, ({ subject }) => subject)].flatMap(([subject, faults]) => {
    const candidates = faults.filter(({ id }) => !(id in SURVIVORS));
    const drawn = createHash('sha256').update(`${seed} ${subject}`).digest().readUInt32BE() % candidates.length;
    return candidates.slice(drawn, drawn + 1);
  });

/** TEST_SEED, or the day: every run of a day tries the same faults, and those of other days others. */
export const seedOf = ({ TEST_SEED }: NodeJS.ProcessEnv, now: number): number =>
  TEST_SEED === undefined ? Math.floor(now / 86_400_000) : Number(TEST_SEED);
