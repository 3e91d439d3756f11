import type { Finding } from '../checks/finding.ts';
import type { Outcome } from '../engine/outcome.ts';
import type { RunResult } from '../engine/runner.ts';
import { shortened, toCurl } from '../http/curl.ts';
import { redact } from '../http/redact.ts';
import type { Target } from '../target/target.ts';
import { type Cause, causesOfFailures } from './causes/causes.ts';
import { requirementText } from './requirement-text.ts';

/** The whole run in machine-readable form: every finding under its case, and the causes of the failures. */
export function toJson(result: RunResult, { name, baseUrl }: Target): string {
  const { seed, startedAt, took, outcomes, provesLittle, exitCode, coverage } = result;
  const statuses = Object.fromEntries([...coverage.statuses].map(([id, row]) => [id, Object.fromEntries(row)]));
  const summary = {
    target: { name: redact(name), baseUrl: redact(baseUrl) },
    seed,
    startedAt,
    took,
    exitCode,
    provesLittle: provesLittle ?? null,
  };
  const causes = causesOfFailures(result).map(causeOf);
  const report = { ...summary, answers: coverage.answers, statuses, causes, outcomes: outcomes.map(outcomeOf) };
  return `${JSON.stringify(report, null, 2)}\n`;
}

const causeOf = ({ example, otherMessages, requirements, findings, cases, shared, mayFollow }: Cause) => ({
  ...findingOf(example),
  otherMessages,
  requirements: requirements.map((id) => ({ id, text: requirementText(id) })),
  findings,
  cases,
  shared,
  mayFollow,
});

const outcomeOf = ({ findings, ...outcome }: Outcome) => ({ ...outcome, findings: findings.map(findingOf) });

/** A finding with its evidence: the request as a curl command, and the response. */
export function findingOf({ answer, before, message, requirements, severity }: Finding) {
  const evidence = answer && {
    before,
    curl: toCurl(answer.sent),
    status: answer.status,
    headers: answer.headers,
    body: shortened(answer.text),
  };
  return { requirements, severity, message, ...evidence };
}
