import manifest from '../../package.json' with { type: 'json' };
import type { Finding } from '../checks/finding.ts';
import { EXIT, type ExitCode } from '../exit.ts';
import { shortened, toCurl } from '../http/curl.ts';
import { redact } from '../http/redact.ts';
import type { Outcome, OutcomeKind, RunResult } from '../run/runner.ts';
import type { Target } from '../target/target.ts';
import { type Cause, causesOfFailures, firstLine } from './causes.ts';
import { idsIn, requirementResults, requirementText } from './requirements.ts';

/** Statuses of the Common Test Report Format. */
const STATUSES = {
  passed: 'passed',
  failed: 'failed',
  'could-not-run': 'skipped',
  'not-applicable': 'skipped',
  'expected-failure': 'other',
} as const satisfies Record<OutcomeKind, string>;

const VERDICTS: Readonly<Record<ExitCode, string>> = {
  [EXIT.passed]: 'keeps the contract',
  [EXIT.failed]: 'departs from the contract',
  [EXIT.couldNotRun]: 'was not tested enough',
};

/** Characters of a message in a comment on a pull request (comment.hbs), whose length GitHub limits. */
const EXCERPT = 600;

/**
 * The run in the Common Test Report Format (CTRF, https://ctrf.io): every case in every variant, its findings in `extra`, and
 * the causes of the failures in the `extra` of the results.
 */
export function toJson(result: RunResult, { name, baseUrl }: Target): string {
  const { seed, startedAt, took, outcomes, provesLittle, exitCode, coverage } = result;
  const count = (status: string) => outcomes.filter(({ kind }) => STATUSES[kind] === status).length;
  const requirements = requirementResults(result);
  const start = Date.parse(startedAt);
  return `${JSON.stringify(
    {
      reportFormat: 'CTRF',
      specVersion: '0.0.0',
      results: {
        tool: { name: manifest.name, version: manifest.version },
        summary: {
          tests: outcomes.length,
          passed: count('passed'),
          failed: count('failed'),
          skipped: count('skipped'),
          pending: 0,
          other: count('other'),
          start,
          stop: start + took,
        },
        tests: outcomes.map(testOf),
        environment: { appName: redact(name) },
        extra: {
          baseUrl: redact(baseUrl),
          seed,
          exitCode,
          verdict: `${redact(name)} ${VERDICTS[exitCode]}`,
          provesLittle: provesLittle ?? null,
          answers: coverage.answers,
          statuses: Object.fromEntries([...coverage.statuses].map(([id, row]) => [id, Object.fromEntries(row)])),
          requirements: {
            kept: idsIn(requirements, 'kept'),
            broken: idsIn(requirements, 'broken'),
            notReached: idsIn(requirements, 'not reached'),
          },
          causes: causesOfFailures(result).map(causeOf),
        },
      },
    },
    null,
    2,
  )}\n`;
}

function testOf({ caseId, title, plan, variant, kind, reason, proves, findings, took }: Outcome) {
  const described = findings.map(findingOf);
  const { curl, status, body } = described.find((one) => one.curl !== undefined) ?? {};
  const messages = new Set(findings.map(({ message }) => message));
  return {
    name: `${caseId} (${variant})`,
    status: STATUSES[kind],
    rawStatus: kind,
    duration: Math.round(took),
    suite: [plan],
    message: [...messages, ...(reason === undefined ? [] : [reason])].join('\n') || undefined,
    trace: curl && `${curl}\n${status} ${body}`,
    extra: { caseId, title, variant, reason, proves, findings: described },
  };
}

const causeOf = ({ example, otherMessages, requirements, findings, cases, shared, mayFollow }: Cause) => ({
  ...findingOf(example),
  headline: shortened(firstLine(example.message), EXCERPT / 4),
  excerpt: shortened(example.message, EXCERPT),
  otherMessages,
  requirements: requirements.map((id) => ({ id, text: requirementText(id) })),
  findings: findings.length,
  cases,
  shared,
  mayFollow,
});

const findingOf = (finding: Finding) => {
  const { requirements, severity, message, before } = finding;
  return { requirements, severity, message, before, ...evidenceOf(finding) };
};

/** The request of a finding as a curl command, and the response. */
export const evidenceOf = ({ answer }: Finding) =>
  answer && { curl: toCurl(answer.sent), status: answer.status, headers: answer.headers, body: shortened(answer.text) };
