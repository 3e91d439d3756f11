import { createHash } from 'node:crypto';
import manifest from '../../../package.json' with { type: 'json' };
import { document } from '../../contract/bundle.ts';
import type { Outcome, OutcomeKind } from '../../engine/outcome.ts';
import type { RunResult } from '../../engine/runner.ts';
import { redact } from '../../http/redact.ts';
import type { Target } from '../../target/target.ts';
import { suiteDigest } from './suite-digest.ts';

/** Type of a signed report in its header (RFC 8725 §3.11). */
export const TYPE = 'tillgate-conformance+jwt';

/** Seconds for which a signed report is valid. A deployment changes; the claim is to run the suite again. */
export const LIFETIME = 90 * 24 * 60 * 60;

/** How the suite was run, without what depends on the machine. */
export interface Selection {
  readonly seed: number;
  readonly runs: number;
  readonly plan?: string | undefined;
  readonly only?: string | undefined;
}

/** A contract, with the digest of its JSON text. */
interface DatedContract {
  readonly version: string;
  readonly sha256: string;
}

interface Named {
  readonly case: string;
  readonly variant: string;
  readonly reason?: string | undefined;
}

/** What a signed report states, in addition to the registered claims. */
export interface ReportClaims {
  readonly suite: { readonly version: string; readonly sha256: string };
  /** The contract that the suite tests. */
  readonly contract: DatedContract;
  readonly target: { readonly name: string; readonly baseUrl: string; readonly contract: DatedContract };
  readonly run: Selection & { readonly startedAt: string; readonly milliseconds: number };
  readonly passed: boolean;
  readonly outcomes: { readonly [Kind in OutcomeKind]: number };
  readonly failed: readonly Named[];
  /** Cases that could not run or do not apply, with the reason. */
  readonly skipped: readonly Named[];
  /** Known deviations of the deployment that occurred. */
  readonly deviations: readonly Named[];
  readonly provesLittle: string | null;
  /** Digest of report.json. */
  readonly report: { readonly sha256: string };
}

/** What a report is signed about, other than the run itself. */
export interface Signing {
  readonly selection: Selection;
  /** The contract that the deployment serves. */
  readonly served: DatedContract;
  /** Text of report.json. */
  readonly report: string;
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

export function claimsOf(
  result: RunResult,
  { name, baseUrl }: Target,
  { selection, served, report }: Signing,
): ReportClaims {
  const { outcomes, startedAt, took, exitCode, provesLittle } = result;
  const named = (...kinds: readonly OutcomeKind[]) => outcomes.filter(({ kind }) => kinds.includes(kind)).map(nameOf);
  const count = (kind: OutcomeKind) => outcomes.filter((outcome) => outcome.kind === kind).length;
  return {
    suite: { version: manifest.version, sha256: suiteDigest() },
    contract: { version: document.info.version, sha256: sha256(JSON.stringify(document)) },
    target: { name: redact(name), baseUrl: redact(baseUrl), contract: served },
    run: { ...selection, startedAt, milliseconds: took },
    passed: exitCode === 0,
    outcomes: {
      passed: count('passed'),
      failed: count('failed'),
      'could-not-run': count('could-not-run'),
      'not-applicable': count('not-applicable'),
      'expected-failure': count('expected-failure'),
    },
    failed: named('failed'),
    skipped: named('could-not-run', 'not-applicable'),
    deviations: named('expected-failure'),
    provesLittle: provesLittle ?? null,
    report: { sha256: sha256(report) },
  };
}

const nameOf = ({ caseId, variant, reason }: Outcome): Named => ({
  case: caseId,
  variant,
  ...(reason !== undefined && { reason: redact(reason) }),
});
