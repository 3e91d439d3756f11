import { createHash } from 'node:crypto';
import { CATALOGUE, type Entry } from './catalogue.ts';
import { SURVIVORS } from './survivors.ts';

/** Number of consecutive samples that cover every subject. Sampling all subjects in each run would take too long. */
export const ROUND = 12;

/** The faults that a suite on the embedded database can catch. */
export const SAMPLED = CATALOGUE.filter(({ id, needs }) => !needs && !(id in SURVIVORS));

/** Selects one fault from every twelfth subject, by seed. */
export const sampleOf = (seed: number): Entry[] =>
  [...Map.groupBy(SAMPLED, ({ subject }) => subject)].flatMap(([subject, candidates], i) => {
    if ((i + seed) % ROUND !== 0) return [];
    const drawn = createHash('sha256').update(`${seed} ${subject}`).digest().readUInt32BE() % candidates.length;
    return candidates.slice(drawn, drawn + 1);
  });
