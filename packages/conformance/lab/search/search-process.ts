import { CASES } from '../../src/cases/index.ts';
import { runCases } from '../../src/run/runner.ts';
import { Session } from '../../src/run/session.ts';
import type { OpenTarget } from '../../src/target/target.ts';
import { loadFrom } from '../mutate/hook.ts';
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

const SEED = 7;
const RUNS = 6;

const DOUBLE = new URL('../../../client/test/support/double-target.ts', import.meta.url);

process.on('message', async ({ build, cases, mutant }: SearchJob) => {
  loadFrom(build, SPECIFICATION);
  // Imported only now: it reads the specification.
  const { serveDouble } = (await import(DOUBLE.href)) as { serveDouble: () => Promise<OpenTarget> };
  const passed: CaseReach[] = [];
  const failed: string[] = [];
  if (mutant) switchOn(mutant);
  for (const one of CASES.filter(({ id }) => cases.includes(id))) {
    process.send?.({ begins: true });
    if (!mutant) countFor(one.id);
    const { target, stop } = await serveDouble();
    const session = new Session(target, []);
    const { outcomes } = await runCases(session, [one], { seed: SEED, runs: RUNS });
    await stop();
    if (outcomes.every(({ kind }) => kind === 'passed')) {
      const took = outcomes.reduce((sum, outcome) => sum + outcome.took, 0);
      passed.push({ id: one.id, took, reaches: reachedMutants().byCase[one.id] ?? [] });
    } else failed.push(one.id);
  }
  process.send?.({ result: mutant ? failed : passed }, () => process.exit());
});

// Exits together with the process that started it.
process.on('disconnect', () => process.exit());
