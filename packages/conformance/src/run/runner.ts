import { randomBytes } from 'node:crypto';
import type { Finding } from '../checks/finding.ts';
import { EXIT, type ExitCode } from '../exit.ts';
import { shortened } from '../http/curl.ts';
import { withoutSecrets } from '../http/redact.ts';
import { type Answer, NoAnswer, type Sent } from '../http/send.ts';
import { readRequirements } from '../requirements/read-requirements.ts';
import type { Severity } from '../requirements/requirement.ts';
import type { Case, Plan } from './case.ts';
import { CaseContext } from './case-context.ts';
import { Coverage } from './coverage.ts';
import type { Deviation } from './deviations.ts';
import { Stopped } from './expectations.ts';
import type { Session } from './session.ts';
import { Unavailable, Unmet } from './unavailable.ts';
import { MAIN, nameOf, VARIANTS, type Variant } from './variants.ts';

export type OutcomeKind = 'passed' | 'failed' | 'could-not-run' | 'not-applicable' | 'expected-failure';

/** Result of a case in one variant. */
export interface Outcome {
  readonly caseId: string;
  readonly title: string;
  readonly plan: Plan;
  readonly variant: string;
  readonly proves: readonly string[];
  readonly kind: OutcomeKind;
  /** Why the case did not run, or why the deviation is expected. */
  readonly reason?: string | undefined;
  readonly findings: readonly Finding[];
  /** In milliseconds. */
  readonly took: number;
}

/** Effort unless a run asks for another, and of every fault that the lab tries. */
export const DEFAULT_RUNS = 6;

export interface RunOptions {
  readonly seed: number;
  /** Effort: how many requests of each kind a walk sends at least. */
  readonly runs: number;
  readonly deviations?: readonly Deviation[];
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

/** Runs every case in every variant of its plan, one after another. */
export async function runCases(session: Session, cases: readonly Case[], options: RunOptions): Promise<RunResult> {
  const started = Date.now();
  const coverage = new Coverage();
  const outcomes: Outcome[] = [];
  const planned = cases.flatMap((one) =>
    (one.plan === 'access' ? VARIANTS : [MAIN]).map((variant) => ({ one, variant })),
  );
  session.observeKept = (rules) => coverage.noteKept(rules);
  const mark = randomBytes(4).toString('hex');
  for (const { one, variant } of planned) {
    const outcome = await runCase(session, one, variant, { ...options, mark: `${mark}-${outcomes.length}` }, coverage);
    outcomes.push(outcome);
    options.onOutcome?.(outcome, outcomes.length, planned.length);
  }
  const provesLittle = whyProvesLittle(outcomes, coverage);
  const hasFailed = outcomes.some(({ kind }) => kind === 'failed');
  return {
    seed: options.seed,
    startedAt: new Date(started).toISOString(),
    took: Date.now() - started,
    outcomes,
    coverage,
    provesLittle,
    exitCode: hasFailed ? EXIT.failed : provesLittle === undefined ? EXIT.passed : EXIT.couldNotRun,
  };
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
    (error: Error) => noteError(error, t),
  );
  if (missing && t.findings.length === 0) return end('could-not-run', [], missing);
  const findings = t.findings.map((finding) => withSeverity(trail.addTo(finding)));
  const failed = findings.some(({ severity }) => severity !== 'should');
  const deviation = deviations.find((one) => one.case === id && (one.variant ?? base.variant) === base.variant);
  if (deviation === undefined) return end(failed ? 'failed' : 'passed', findings);
  const { reason, version } = deviation;
  if (version !== session.version) {
    const now = `was known for version ${version}, and this is ${session.version ?? 'unknown'}: ${reason}`;
    return end(failed ? 'failed' : 'passed', findings, now);
  }
  if (failed) return end('expected-failure', findings, reason);
  // A deviation that no longer occurs fails the run until it is removed from the list.
  const message = `passes now: remove ${id} from the list of known deviations`;
  return end('failed', [{ requirements: [], severity: 'must', message }], reason);
}

/** Returns why a case could not run; turns any other error into a finding. */
function noteError(error: Error, t: CaseContext): string | undefined {
  if (error instanceof Unavailable) return error.message;
  if (error instanceof Stopped && t.findings.length > 0) return undefined;
  if (error instanceof Unmet) {
    t.check(false, error.message, error.answer);
    return undefined;
  }
  const isFirst = t.findings.length === 0;
  const broke = isFirst ? 'the case broke off' : 'the case broke off after what it had found';
  const message = `${error instanceof NoAnswer ? 'no answer' : broke}: ${error.message}`;
  const requirements = isFirst || error instanceof NoAnswer ? t.proves : [];
  t.findings.push({ requirements, severity: 'must', message, brokeOff: true });
  return undefined;
}

const SEVERITIES = new Map(readRequirements().map(({ id, severity }) => [id, severity]));

/** The finding with the highest severity among its requirements. */
function withSeverity(finding: Finding): Finding {
  const severities = finding.requirements.map((id): Severity => SEVERITIES.get(id) ?? 'must');
  const severity = (['must', 'extension', 'should'] as const).find((one) => severities.includes(one)) ?? 'must';
  return { ...finding, severity };
}

const LONGEST_BODY = 200;
const STEPS = 5;

/** The writes of a case so far, so that a finding shows what led to it. */
class Trail {
  readonly #writes: string[] = [];
  readonly #lengths = new WeakMap<Sent, number>();

  note({ sent, status }: Answer): void {
    this.#lengths.set(sent, this.#writes.length);
    if (sent.method === 'GET' || status >= 400) return;
    const { pathname, search } = new URL(sent.url);
    const words = [sent.method, pathname + search, sent.body && shortened(sent.body, LONGEST_BODY), `→ ${status}`];
    this.#writes.push(words.filter(Boolean).join(' '));
  }

  addTo(finding: Finding): Finding {
    const length = (finding.answer && this.#lengths.get(finding.answer.sent)) ?? 0;
    return length === 0 ? finding : { ...finding, before: this.#writes.slice(Math.max(0, length - STEPS), length) };
  }
}

/** If more than this share of responses are rejections, a run says little about the operations. */
const MOST_TURNED_AWAY = 0.5;
const LEAST_REACHED = 0.5;

function whyProvesLittle(outcomes: readonly Outcome[], { answers, turnedAway }: Coverage): string | undefined {
  const ran = outcomes.filter(({ kind }) => kind === 'passed' || kind === 'failed' || kind === 'expected-failure');
  if (ran.length === 0) return 'no case ran';
  if (turnedAway > answers * MOST_TURNED_AWAY) return `${turnedAway} of ${answers} answers were 401, 404 or 429`;
  const applicable = outcomes.filter(({ kind }) => kind !== 'not-applicable');
  if (ran.length < applicable.length * LEAST_REACHED)
    return `only ${ran.length} of ${applicable.length} cases could run`;
  return undefined;
}
