import { CASES } from '../../src/cases/index.ts';
import { Session } from '../../src/run/session.ts';
import type { OpenTarget } from '../../src/target/target.ts';
import { loadFrom } from '../mutate/hook.ts';
import { doJob } from '../mutate/jobs.ts';
import { runCase } from '../mutate/judge.ts';
import { SPECIFICATION } from '../mutate/sources.ts';
import { countFor, reachedMutants, switchOn } from '../mutate/switch.ts';

/** What a process has to do: try a mutant or, without one, note what each case reaches. */
export interface SearchJob {
  /** Folder with the mutated specification. */
  readonly build: string;
  readonly cases: readonly string[];
  readonly mutant?: string | undefined;
}

/** A case that passes on the double, with the mutants that it reaches. */
export interface CaseReach {
  readonly id: string;
  /** In milliseconds. */
  readonly took: number;
  readonly reaches: readonly string[];
}

const DOUBLE = new URL('../../../client/test/support/double-target.ts', import.meta.url);

doJob<SearchJob, object>(async ({ build, cases, mutant }, begins) => {
  loadFrom(build, SPECIFICATION);
  // Imported only now: it reads the specification.
  const { serveDouble } = (await import(DOUBLE.href)) as { serveDouble: () => Promise<OpenTarget> };
  const passed: CaseReach[] = [];
  const failed: string[] = [];
  if (mutant) switchOn(mutant);
  for (const one of CASES.filter(({ id }) => cases.includes(id))) {
    begins();
    if (!mutant) countFor(one.id);
    const { target, stop } = await serveDouble();
    const outcomes = await runCase(new Session(target, []), one);
    await stop();
    if (outcomes.every(({ kind }) => kind === 'passed')) {
      const took = outcomes.reduce((sum, outcome) => sum + outcome.took, 0);
      passed.push({ id: one.id, took, reaches: reachedMutants().byCase[one.id] ?? [] });
    } else failed.push(one.id);
  }
  return mutant ? failed : passed;
});
