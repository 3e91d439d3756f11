import { CASES } from '../cases/index.ts';
import type { Case } from '../run/case.ts';
import type { Outcome } from '../run/outcome.ts';
import { runCases } from '../run/runner.ts';
import { Session } from '../run/session.ts';
import { VARIANTS } from '../run/variants.ts';
import type { Target } from '../target/target.ts';
import type { Fault } from './fault.ts';
import type { Faulty } from './faulty-server.ts';
import type { Laboratory } from './laboratory.ts';

/** What became of one fault. */
export interface Trial {
  readonly fault: string;
  readonly text: string;
  readonly level: Fault['level'];
  readonly breaks: string;
  /** `caught` by a case that names the requirement, `elsewhere` by one that names others only, `unused` when it never came into play. */
  readonly verdict: 'caught' | 'elsewhere' | 'survived' | 'unused';
  /** The case that caught it and what it said. */
  readonly by?: string | undefined;
  readonly said?: string | undefined;
  readonly cases: number;
}

/** Most cases that are tried on one fault. */
const MOST_CASES = 60;
const SEED = 7;
const RUNS = 6;

/** Runs those cases that prove the broken requirement, and a sample of the others, until one names it. */
export async function tryFault(fault: Fault, laboratory: Laboratory): Promise<Trial> {
  const { target, applied, close } = await faulty(fault, laboratory);
  try {
    return await judge(fault, target, applied);
  } finally {
    await close();
  }
}

async function faulty(fault: Fault, laboratory: Laboratory): Promise<Faulty> {
  if (fault.level === 'server') return laboratory.startFaulty(fault);
  const { target, proxies } = laboratory;
  const proxy = proxies[fault.host ?? 'api'];
  proxy.seed(fault);
  const close = async () => proxy.seed(undefined);
  return { target: { ...target, name: fault.id }, applied: () => proxy.applied, close };
}

async function judge(fault: Fault, target: Target, applied: () => number): Promise<Trial> {
  const session = new Session(target);
  await session.clock.read();
  const base = { fault: fault.id, text: fault.text, level: fault.level, breaks: fault.breaks };
  let elsewhere: Outcome | undefined;
  let cases = 0;
  for (const one of casesFor(fault)) {
    cases += 1;
    const { outcomes } = await runCases(session, [one], { seed: SEED, runs: RUNS, variants: variantsFor(one) });
    const failed = outcomes.filter(({ kind }) => kind === 'failed');
    // What should be, but need not, is told without failing the run.
    const naming = outcomes.find((outcome) => findingOf(outcome, fault.breaks));
    if (naming)
      return { ...base, verdict: 'caught', by: naming.caseId, said: findingOf(naming, fault.breaks)?.message, cases };
    elsewhere ??= failed[0];
  }
  if (elsewhere)
    return { ...base, verdict: 'elsewhere', by: elsewhere.caseId, said: elsewhere.findings[0]?.message, cases };
  return { ...base, verdict: applied() === 0 ? 'unused' : 'survived', cases };
}

const findingOf = ({ findings }: Outcome, requirement: string) =>
  findings.find(({ requirements }) => requirements.includes(requirement));

const variantsFor = ({ plan }: Case) => (plan === 'access' ? VARIANTS : []);

/** The cases named by the fault, those that prove the requirement, and every so many of all others. */
function casesFor({ breaks, by = [] }: Fault): Case[] {
  const named = CASES.filter(({ id }) => by.some((begin) => id.startsWith(begin)));
  const proving = CASES.filter(({ proves }) => proves.includes(breaks));
  const step = Math.floor(CASES.length / 12);
  const sample = CASES.filter(({ plan }, i) => i % step === 0 && plan !== 'time');
  return [...new Set([...named, ...proving, ...sample])].slice(0, MOST_CASES);
}

/** The cases that all the faults are tried with, to be run on the sound server too. */
export const casesOfAll = (faults: readonly Fault[]): Case[] => [...new Set(faults.flatMap(casesFor))];
