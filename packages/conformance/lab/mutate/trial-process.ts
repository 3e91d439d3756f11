import type { Plan } from '../../src/run/case.ts';
import { isOfSource, mutatedSource } from './given-text.ts';
import { loadFrom, loadInstead } from './hook.ts';
import { doJob } from './jobs.ts';
import type { Reached } from './mutant.ts';
import { switchOn } from './switch.ts';
import type { Place } from './trial-server.ts';

/** What a process has to do: try a mutant or, without one, run the whole suite and note what it reaches. */
export interface Job extends Place {
  /** Folder with the mutated sources; undefined if every mutant has its own text. */
  readonly build?: string | undefined;
  readonly plans?: readonly Plan[] | undefined;
  /** True to note the responses that a run without a mutant reaches, too. */
  readonly wire: boolean;
  readonly reached?: Reached | undefined;
  /** Seconds of processor time for the trial, so that a busy machine gives the same verdicts. */
  readonly seconds: number;
}

doJob<Job, object>(async ({ build, plans, wire, reached, seconds, ...place }, begins) => {
  const { mutant } = reached ?? {};
  if (build) loadFrom(build);
  if (mutant?.kind === 'text' && isOfSource(mutant))
    loadInstead((path) => (path === mutant.place ? mutatedSource(mutant) : undefined));
  if (mutant) switchOn(mutant.id);
  // Imported only now: both read the server's sources.
  const { tryMutant } = await import('./try-mutant.ts');
  const { survey } = await import('./survey.ts');
  return reached ? tryMutant(reached, place, { seconds, begins }) : survey(place, { plans, wire, begins });
});
