import { CASES } from '../../src/cases/index.ts';
import type { Finding } from '../../src/checks/finding.ts';
import type { Case } from '../../src/engine/case.ts';
import type { Outcome } from '../../src/engine/runner.ts';
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
  /** Parts of the fault that never took effect. */
  readonly unmatched: readonly string[];
}

/**
 * `caught`: a case found a wrong value and names the violated requirement. `otherwise`: cases
 * failed, but for another requirement or by accident, which proves nothing. `survived`: no case
 * failed. `idle`: the fault changed no request, response or statement, so nothing was tested.
 */
export type Verdict = 'caught' | 'otherwise' | 'survived' | 'idle';

const SEED = 7;
const RUNS = 6;

/** Runs the cases that prove the violated requirement and a sample of the others, until one of them names it. */
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
  const proxy = laboratory.proxies[hostOf(fault) === 'web' ? 'web' : 'api'];
  const target = await laboratory.arrange();
  proxy.change(change);
  return { target, unmatched: () => (proxy.applied ? [] : [change]), close: async () => proxy.change(undefined) };
}

async function judge(fault: Fault, target: Target): Promise<Pick<Trial, 'verdict' | 'by' | 'said' | 'cases'>> {
  const session = new Session(target);
  await session.clock.read();
  let otherwise: Outcome | undefined;
  let cases = 0;
  for (const one of casesFor(fault)) {
    cases += 1;
    const { outcomes } = await runCases(session, [one], { seed: SEED, runs: RUNS, variants: variantsFor(one) });
    // An unmet recommendation does not fail a run, but it does catch a fault.
    for (const { caseId, findings } of outcomes) {
      const proof = findings.find((finding) => isProof(finding, fault.breaks));
      if (proof) return { verdict: 'caught', by: caseId, said: proof.message, cases };
    }
    otherwise ??= outcomes.find(({ kind }) => kind === 'failed');
  }
  if (!otherwise) return { verdict: 'survived', cases };
  return { verdict: 'otherwise', by: otherwise.caseId, said: otherwise.findings[0]?.message, cases };
}

/** Requirements violated when the service itself fails. */
const OF_FAILURES = new Set(['http.no_server_error', 'errors.503']);

/** True if the finding compares values and names the requirement; a crash of the service or the case proves nothing. */
export function isProof({ requirements, answer, brokeOff }: Finding, broken: string): boolean {
  const isFailure = (answer?.status ?? 0) >= 500 && !OF_FAILURES.has(broken);
  return requirements.includes(broken) && !brokeOff && !isFailure;
}

const variantsFor = ({ plan }: Case) => (plan === 'access' ? VARIANTS : []);

/** The cases that the fault names, the specification's with those of the rule's subject first, other proving ones, a sample. */
function casesFor({ breaks, by = [] }: Fault): Case[] {
  const named = CASES.filter(({ id }) => by.some((begin) => id.startsWith(begin)));
  const [about = ''] = breaks.split('.');
  const isNear = ({ id }: Case): boolean => id.toLowerCase().includes(about);
  const specified = CASES.filter(({ plan }) => plan === 'specification');
  const proving = CASES.filter(({ proves }) => proves.includes(breaks));
  const step = Math.floor(CASES.length / 12);
  const sample = CASES.filter(({ plan }, i) => i % step === 0 && plan !== 'time');
  return [...new Set([...named, ...specified.filter(isNear), ...proving, ...specified, ...sample])];
}

/** All cases tried on the faults, for the control run on the correct server. */
export const casesOfAll = (faults: readonly Fault[]): Case[] => [...new Set(faults.flatMap(casesFor))];
