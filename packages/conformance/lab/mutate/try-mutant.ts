import { CASES } from '../../src/cases/index.ts';
import type { Case } from '../../src/run/case.ts';
import type { Session } from '../../src/run/session.ts';
import { proofIn, runCase } from './judge.ts';
import type { Reached } from './mutant.ts';
import { changeOf, type Place, startTrial, type TrialServer } from './trial-server.ts';

/**
 * `caught`: a case compared a response and named a requirement, twice. `crashed`: cases failed, but only because the
 * service did. `at once`: the server does not start, or no run can begin. `timed out`: the server hangs.
 */
export type MutantVerdict = 'caught' | 'crashed' | 'survived' | 'at once' | 'timed out';

export interface MutantTrial {
  readonly verdict: MutantVerdict;
  /** The case that failed, the requirements that it names, and its message. */
  readonly by?: string | undefined;
  readonly names?: readonly string[] | undefined;
  readonly said?: string | undefined;
  /** Cases that failed, but passed when they ran again, each with its message. */
  readonly once?: readonly string[] | undefined;
  /** How many cases ran, of how many that try the mutant. */
  readonly cases: number;
  readonly of: number;
}

interface TrialOptions {
  /** Seconds of this process's time, with what the start of the server takes. */
  readonly seconds: number;
  /** Called before each case. */
  readonly begins: () => void;
}

/** Runs the cases that try the mutant until one proves it or the time is up. */
export async function tryMutant(
  { mutant, cases: ids }: Reached,
  place: Place,
  options: TrialOptions,
): Promise<MutantTrial> {
  const cases = ids.flatMap((id) => CASES.find((one) => one.id === id) ?? []);
  let server: TrialServer;
  try {
    server = await startTrial(place, changeOf(mutant));
  } catch (error) {
    return { verdict: 'at once', said: (error as Error).message, cases: 0, of: cases.length };
  }
  try {
    return { ...(await judge(server, cases, options)), of: cases.length };
  } finally {
    await server.stop();
  }
}

/** What is said of a survivor that changed nothing. */
export const UNSENT = 'No statement with it was sent.';

async function judge(
  { session, isUnsent }: TrialServer,
  cases: readonly Case[],
  { seconds, begins }: TrialOptions,
): Promise<Omit<MutantTrial, 'of'>> {
  let crashed: Pick<MutantTrial, 'by' | 'said'> | undefined;
  const once: string[] = [];
  let ran = 0;
  for (const one of cases) {
    if (usedSeconds() > seconds) break;
    begins();
    ran += 1;
    for (const outcome of await runCase(session, one)) {
      const proof = proofIn(outcome);
      const by = outcome.caseId;
      if (proof && (await failsAgain(session, one)))
        return { verdict: 'caught', by, names: proof.requirements, said: proof.message, once, cases: ran };
      if (proof) once.push(`${by} (${proof.message.split('\n', 1)[0]})`);
      else if (outcome.kind === 'failed') crashed ??= { by, said: outcome.findings[0]?.message };
    }
  }
  if (crashed) return { verdict: 'crashed', ...crashed, once, cases: ran };
  return { verdict: 'survived', ...(isUnsent() && { said: UNSENT }), once, cases: ran };
}

/** A failure that a slow machine caused does not repeat. A case that cannot run twice has shown what it can. */
async function failsAgain(session: Session, one: Case): Promise<boolean> {
  const outcomes = await runCase(session, one);
  return outcomes.some((outcome) => proofIn(outcome) || outcome.kind === 'could-not-run');
}

/** Processor time of this process so far. */
function usedSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000_000;
}
