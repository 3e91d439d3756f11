import { CASES } from '../../src/cases/index.ts';
import type { Case } from '../../src/engine/case.ts';
import type { Finding, Outcome } from '../../src/engine/outcome.ts';
import { runCases } from '../../src/engine/runner.ts';
import { Session } from '../../src/engine/session.ts';
import { VARIANTS } from '../../src/engine/variants.ts';
import type { Target } from '../../src/target/target.ts';
import type { Fault } from './fault.ts';
import type { Faulty } from './faulty-server.ts';
import type { Laboratory } from './laboratory.ts';

/** What became of one fault. */
export interface Trial {
  readonly fault: string;
  readonly text: string;
  readonly level: Fault['level'];
  readonly breaks: string;
  readonly verdict: Verdict;
  /** The case that failed and its message. */
  readonly by?: string | undefined;
  readonly said?: string | undefined;
  readonly cases: number;
  /** Whether the fault changed any request, answer or statement at all. */
  readonly applied: boolean;
}

/**
 * `caught`: a case compared something, found it wrong, and names the requirement that the fault breaks. `otherwise`: cases
 * failed, but for another requirement or by an accident, which proves nothing about the fault. `survived`: no case failed.
 */
export type Verdict = 'caught' | 'otherwise' | 'survived';

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
  let otherwise: Outcome | undefined;
  let cases = 0;
  const end = (verdict: Verdict, by?: Outcome, finding?: Finding): Trial => ({
    ...base,
    verdict,
    by: by?.caseId,
    said: finding?.message,
    cases,
    applied: applied() > 0,
  });
  for (const one of casesFor(fault)) {
    cases += 1;
    const { outcomes } = await runCases(session, [one], { seed: SEED, runs: RUNS, variants: variantsFor(one) });
    // A finding against what should be, but need not, does not fail the run; it catches a fault all the same.
    for (const outcome of outcomes) {
      const proof = outcome.findings.find((finding) => isProof(finding, fault.breaks));
      if (proof) return end('caught', outcome, proof);
    }
    otherwise ??= outcomes.find(({ kind }) => kind === 'failed');
  }
  return otherwise ? end('otherwise', otherwise, otherwise.findings[0]) : end('survived');
}

/** Requirements that a failure of the service itself breaks. */
const OF_FAILURES = new Set(['http.no_server_error', 'errors.503']);

/** Names the requirement by a comparison. A fault that makes the service or the case fail says nothing about the rule. */
export function isProof({ requirements, answer, brokeOff }: Finding, broken: string): boolean {
  const isFailure = (answer?.status ?? 0) >= 500 && !OF_FAILURES.has(broken);
  return requirements.includes(broken) && !brokeOff && !isFailure;
}

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
