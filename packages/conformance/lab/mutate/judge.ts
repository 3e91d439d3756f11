import { CASES } from '../../src/cases/index.ts';
import { isOfHeaders } from '../../src/checks/checks.ts';
import type { Finding } from '../../src/checks/finding.ts';
import type { Case, Plan } from '../../src/run/case.ts';
import { DEFAULT_RUNS, type Outcome, runCases } from '../../src/run/runner.ts';
import type { Session } from '../../src/run/session.ts';

/** The suite as the judge of mutants: what it runs, and in which order. */

const SEED = 7;

/** The specification comes first, and what moves the clock last. */
const RANKS: Partial<Record<Plan, number>> = { specification: 0, time: 2 };

export const rankOf = ({ plan }: Case): number => RANKS[plan] ?? 1;

/** The cases of these plans, or all, in the order in which they are tried. */
export const judges = (plans?: readonly Plan[]): Case[] =>
  CASES.filter(({ plan }) => !plans || plans.includes(plan)).sort((one, other) => rankOf(one) - rankOf(other));

/** Runs one case, in all its variants. */
export async function runCase(session: Session, one: Case): Promise<readonly Outcome[]> {
  const { outcomes } = await runCases(session, [one], { seed: SEED, runs: DEFAULT_RUNS });
  return outcomes;
}

/** The finding that names a requirement because it compared a response with it; one of headers only if there is no other. */
export function proofIn({ findings }: Outcome): Finding | undefined {
  const hasCrashed = findings.some(isOfCrash);
  const proofs = findings.filter(({ requirements, answer, brokeOff }) => {
    const isCompared = answer ? answer.status < 500 : !hasCrashed;
    return requirements.length > 0 && !brokeOff && isCompared;
  });
  return proofs.find(({ requirements }) => !isOfHeaders(requirements)) ?? proofs[0];
}

const isOfCrash = ({ answer, brokeOff }: Finding): boolean => brokeOff === true || (answer?.status ?? 0) >= 500;
