import { CASES } from '../../src/cases/index.ts';
import type { Finding } from '../../src/checks/finding.ts';
import type { Case } from '../../src/engine/case.ts';
import type { Outcome } from '../../src/engine/outcome.ts';
import { runCases } from '../../src/engine/runner.ts';
import { Session } from '../../src/engine/session.ts';
import { VARIANTS } from '../../src/engine/variants.ts';
import type { Target } from '../../src/target/target.ts';
import { changeInProxy, hostOf } from './apply.ts';
import type { Entry } from './catalogue.ts';
import type { Fault } from './fault.ts';
import type { Faulty } from './faulty-server.ts';
import type { Laboratory } from './laboratory.ts';

/** The outcome of trying one fault. */
export interface Trial {
  readonly fault: string;
  readonly subject: string;
  readonly text: string;
  readonly breaks: string;
  readonly verdict: Verdict;
  /** The case that failed and its message. */
  readonly by?: string | undefined;
  readonly said?: string | undefined;
  readonly cases: number;
  /** The parts of the fault that never came into play. */
  readonly unmatched: readonly string[];
}

/**
 * `caught`: a case compared something, found it wrong, and names the requirement that the fault breaks. `otherwise`: cases
 * failed, but for another requirement or by an accident, which proves nothing about the fault. `survived`: no case failed.
 * `idle`: the fault changed no request, answer or statement, so that nothing was tried at all.
 */
export type Verdict = 'caught' | 'otherwise' | 'survived' | 'idle';

/** Most cases that are tried on one fault. */
const MOST_CASES = 60;
const SEED = 7;
const RUNS = 6;

/** Runs those cases that prove the broken requirement, and a sample of the others, until one names it. */
export async function tryFault(fault: Entry, laboratory: Laboratory): Promise<Trial> {
  const { target, unmatched, close } = await faulty(fault, laboratory);
  try {
    const judged = await judge(fault, { ...target, name: fault.id });
    const idle = unmatched().map((part) => ('from' in part ? String(part.from) : 'its change'));
    const { id, subject, text, breaks } = fault;
    return {
      fault: id,
      subject,
      text,
      breaks,
      ...judged,
      ...(idle.length > 0 && { verdict: 'idle' }),
      unmatched: idle,
    };
  } finally {
    await close();
  }
}

async function faulty(fault: Entry, laboratory: Laboratory): Promise<Faulty> {
  const change = changeInProxy(fault);
  if (!change) return laboratory.startFaulty(fault);
  const proxy = laboratory.proxies[hostOf(fault)];
  proxy.change(change);
  return {
    target: laboratory.target,
    unmatched: () => (proxy.applied ? [] : [change]),
    close: async () => proxy.change(undefined),
  };
}

async function judge(fault: Fault, target: Target): Promise<Pick<Trial, 'verdict' | 'by' | 'said' | 'cases'>> {
  const session = new Session(target);
  await session.clock.read();
  let otherwise: Outcome | undefined;
  let cases = 0;
  for (const one of casesFor(fault)) {
    cases += 1;
    const { outcomes } = await runCases(session, [one], { seed: SEED, runs: RUNS, variants: variantsFor(one) });
    // A finding against what should be, but need not, does not fail the run; it catches a fault all the same.
    for (const { caseId, findings } of outcomes) {
      const proof = findings.find((finding) => isProof(finding, fault.breaks));
      if (proof) return { verdict: 'caught', by: caseId, said: proof.message, cases };
    }
    otherwise ??= outcomes.find(({ kind }) => kind === 'failed');
  }
  if (!otherwise) return { verdict: 'survived', cases };
  return { verdict: 'otherwise', by: otherwise.caseId, said: otherwise.findings[0]?.message, cases };
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
