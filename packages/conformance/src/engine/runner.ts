import { randomBytes } from 'node:crypto';
import type { Finding } from '../checks/finding.ts';
import { EXIT, type ExitCode } from '../exit.ts';
import { withoutSecrets } from '../http/redact.ts';
import { NoAnswer } from '../http/send.ts';
import type { Case } from './case.ts';
import { CaseContext } from './case-context.ts';
import { Coverage } from './coverage.ts';
import type { Deviation } from './deviations.ts';
import { Stopped } from './expectations.ts';
import type { Outcome, OutcomeKind } from './outcome.ts';
import type { Session } from './session.ts';
import { withSeverity } from './severity.ts';
import { Trail } from './trail.ts';
import { Unavailable, Unmet } from './unavailable.ts';
import { MAIN, nameOf, VARIANTS, type Variant } from './variants.ts';

export interface RunOptions {
  readonly seed: number;
  /** Number of random requests of a `random` case. */
  readonly runs: number;
  readonly deviations?: readonly Deviation[];
  readonly variants?: readonly Variant[];
  readonly onOutcome?: (outcome: Outcome, done: number, of: number) => void;
}

export interface RunResult {
  readonly seed: number;
  readonly startedAt: string;
  readonly took: number;
  readonly outcomes: readonly Outcome[];
  readonly coverage: Coverage;
  /** Why a run without failures does not count as passed. */
  readonly provesLittle: string | undefined;
  readonly exitCode: ExitCode;
}

const variantsOf = ({ plan }: Case, chosen: readonly Variant[]): readonly Variant[] =>
  plan === 'access' ? chosen : [MAIN];

/** Runs every case in every variant of its plan, one after another. */
export async function runCases(session: Session, cases: readonly Case[], options: RunOptions): Promise<RunResult> {
  const started = Date.now();
  const coverage = new Coverage();
  const outcomes: Outcome[] = [];
  const planned = cases.flatMap((one) =>
    variantsOf(one, options.variants ?? VARIANTS).map((variant) => ({ one, variant })),
  );
  session.observeKept = (requirements) => coverage.noteKept(requirements);
  const mark = randomBytes(4).toString('hex');
  for (const { one, variant } of planned) {
    const outcome = await runCase(session, one, variant, { ...options, mark: `${mark}-${outcomes.length}` }, coverage);
    outcomes.push(outcome);
    options.onOutcome?.(outcome, outcomes.length, planned.length);
  }
  const provesLittle = whyProvesLittle(outcomes, coverage);
  const took = Date.now() - started;
  const startedAt = new Date(started).toISOString();
  const exitCode = exitCodeOf(outcomes, provesLittle);
  return { seed: options.seed, startedAt, took, outcomes, coverage, provesLittle, exitCode };
}

async function runCase(
  session: Session,
  one: Case,
  variant: Variant,
  { seed, runs, mark, deviations = [] }: RunOptions & { mark: string },
  coverage: Coverage,
): Promise<Outcome> {
  const started = performance.now();
  const { id, plan, title, proves } = one;
  const base = { caseId: id, plan, title, proves, variant: nameOf(variant) };
  // Outcomes are shown in many places, so they never contain credentials.
  const end = (kind: OutcomeKind, findings: readonly Finding[], reason?: string): Outcome => ({
    ...base,
    ...withoutSecrets({ kind, findings, reason }, session.memory.redacted),
    took: performance.now() - started,
  });
  if (one.applies?.(variant) === false) return end('not-applicable', []);
  if (one.clock && !session.clock.movable) return end('could-not-run', [], 'the target offers no test clock');
  const t = new CaseContext(session, variant, { seed, runs, mark, proves });
  const trail = new Trail();
  session.observe = (answer, findings) => {
    coverage.note(answer);
    trail.note(answer);
    t.findings.push(...findings);
  };
  const missing = await one.run(t).then(
    () => undefined,
    (error: Error) => noteError(error, t, proves),
  );
  if (missing && t.findings.length === 0) return end('could-not-run', [], missing);
  const findings = t.findings.map((finding) => withSeverity(trail.addTo(finding)));
  const failing = findings.filter(({ severity }) => severity !== 'should');
  const failed = failing.length > 0;
  const deviation = deviations.find((one) => one.case === id && (one.variant ?? base.variant) === base.variant);
  if (deviation && deviation.version === session.version) return judgeDeviation(end, deviation, findings, failed);
  return end(failed ? 'failed' : 'passed', findings, deviation && outdated(deviation, session.version));
}

/** Returns why a case could not run; turns any other error into a finding. */
function noteError(error: Error, t: CaseContext, proves: readonly string[]): string | undefined {
  if (error instanceof Unavailable) return error.message;
  if (error instanceof Stopped && t.findings.length > 0) return undefined;
  if (error instanceof Unmet) {
    t.check(false, error.message, error.answer);
    return undefined;
  }
  const isFirst = t.findings.length === 0;
  const broke = isFirst ? 'the case broke off' : 'the case broke off after what it had found';
  const message = `${error instanceof NoAnswer ? 'no answer' : broke}: ${error.message}`;
  const requirements = isFirst || error instanceof NoAnswer ? proves : [];
  t.findings.push({ requirements, severity: 'must', message, brokeOff: true });
  return undefined;
}

const outdated = ({ reason, version }: Deviation, now: string | undefined): string =>
  `was known for version ${version}, and this is ${now ?? 'unknown'}: ${reason}`;

/** A deviation that no longer occurs fails the run until it is removed from the list. */
function judgeDeviation(
  end: (kind: OutcomeKind, findings: readonly Finding[], reason?: string) => Outcome,
  { reason, case: id }: Deviation,
  findings: readonly Finding[],
  failed: boolean,
): Outcome {
  if (failed) return end('expected-failure', findings, reason);
  const message = `passes now: remove ${id} from the list of known deviations`;
  return end('failed', [{ requirements: [], severity: 'must', message }], reason);
}

/** If more than this share of responses are rejections, a run says little about the operations. */
const MOST_TURNED_AWAY = 0.5;
const LEAST_REACHED = 0.5;

function whyProvesLittle(outcomes: readonly Outcome[], coverage: Coverage): string | undefined {
  const ran = outcomes.filter(({ kind }) => kind === 'passed' || kind === 'failed' || kind === 'expected-failure');
  if (ran.length === 0) return 'no case ran';
  const { answers, refused: turnedAway } = coverage;
  if (turnedAway > answers * MOST_TURNED_AWAY) return `${turnedAway} of ${answers} answers were 401, 404 or 429`;
  const applicable = outcomes.filter(({ kind }) => kind !== 'not-applicable');
  if (ran.length < applicable.length * LEAST_REACHED)
    return `only ${ran.length} of ${applicable.length} cases could run`;
  return undefined;
}

function exitCodeOf(outcomes: readonly Outcome[], provesLittle: string | undefined): ExitCode {
  if (outcomes.some(({ kind }) => kind === 'failed')) return EXIT.failed;
  return provesLittle === undefined ? EXIT.passed : EXIT.couldNotRun;
}
