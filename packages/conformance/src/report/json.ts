import type { Finding } from '../checks/finding.ts';
import type { Outcome } from '../engine/outcome.ts';
import type { RunResult } from '../engine/runner.ts';
import { shortened, toCurl } from '../http/curl.ts';
import type { Target } from '../target/target.ts';

/** The whole run in machine-readable form. */
export function toJson(result: RunResult, { name, baseUrl }: Target): string {
  const { seed, startedAt, took, outcomes, provesLittle, exitCode, coverage } = result;
  const statuses = Object.fromEntries([...coverage.statuses].map(([id, row]) => [id, Object.fromEntries(row)]));
  const summary = { target: { name, baseUrl }, seed, startedAt, took, exitCode, provesLittle: provesLittle ?? null };
  return `${JSON.stringify({ ...summary, answers: coverage.answers, statuses, outcomes: outcomes.map(outcomeOf) }, null, 2)}\n`;
}

const outcomeOf = ({ findings, ...outcome }: Outcome) => ({ ...outcome, findings: findings.map(findingOf) });

/** A finding with its evidence: the request as a curl command, and the response. */
export function findingOf({ answer, message, requirements, severity }: Finding) {
  const evidence = answer && {
    curl: toCurl(answer.sent),
    status: answer.status,
    headers: answer.headers,
    body: shortened(answer.text),
  };
  return { requirements, severity, message, ...evidence };
}
