import type { Finding } from '../checks/finding.ts';
import type { Outcome, RunResult } from '../run/runner.ts';
import { grouped } from '../specification/grouped.ts';
import type { Target } from '../target/target.ts';
import { type Affected, type Cause, causesOfFailures } from './causes.ts';
import { describeCause } from './describe-cause.ts';
import { evidenceOf } from './json.ts';
import { requirementText } from './requirements.ts';

/** JUnit XML with one suite for each plan. A failure that several cases share is shown in the first of them. */
export function toJunit({ outcomes, coverage, took, startedAt }: RunResult, { name }: Target): string {
  const causes = causesOfFailures({ outcomes, coverage });
  const suites = [...grouped(outcomes, ({ plan }) => plan)].map(([plan, cases]) => {
    const failures = cases.filter(({ kind }) => kind === 'failed').length;
    const skipped = cases.filter(({ kind }) => kind !== 'failed' && kind !== 'passed').length;
    const counts = `tests="${cases.length}" failures="${failures}" skipped="${skipped}" timestamp="${startedAt}"`;
    const own = causesOfFailures({ outcomes: cases, coverage }).map(describeCause);
    const summary = own.length === 0 ? '' : `    <system-out>${escaped(own.join('\n'))}</system-out>\n`;
    return `  <testsuite name="${plan}" ${counts}>\n${cases.map((one) => testCase(one, causes)).join('')}${summary}  </testsuite>\n`;
  });
  const attributes = `name="${escaped(name)}" tests="${outcomes.length}" time="${(took / 1000).toFixed(3)}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${attributes}>\n${suites.join('')}</testsuites>\n`;
}

const nameOf = ({ caseId, variant }: Pick<Affected, 'caseId' | 'variant'>): string => `${caseId} (${variant})`;

function testCase(outcome: Outcome, causes: readonly Cause[]): string {
  const time = (outcome.took / 1000).toFixed(3);
  return `    <testcase classname="${outcome.plan}" name="${escaped(nameOf(outcome))}" time="${time}">${contentOf(outcome, causes)}</testcase>\n`;
}

function contentOf(outcome: Outcome, causes: readonly Cause[]): string {
  const { kind, findings, reason, title } = outcome;
  if (kind === 'passed') return '';
  if (kind !== 'failed') return `<skipped message="${escaped(`${kind}${reason ? `: ${reason}` : ''}`)}"/>`;
  const byCause = grouped(findings, (finding) => causes.findIndex((cause) => cause.findings.includes(finding)));
  const texts = [...byCause].map(([index, equal]) => textOf(equal, nameOf(outcome), index, causes[index]));
  return `<failure message="${escaped(title)}">${escaped(texts.join('\n\n'))}</failure>`;
}

/** Findings of a case with one cause: the messages, the requirements, and one request and response. */
function textOf(equal: readonly Finding[], caseName: string, index: number, cause: Cause | undefined): string {
  const [first] = equal;
  const shownBy = cause?.cases[0] ? nameOf(cause.cases[0]) : caseName;
  const evidence = first && { before: first.before, ...evidenceOf(first) };
  return [
    ...(cause ? [`cause ${index + 1}`] : []),
    ...new Set(equal.map(({ message }) => message)),
    ...[...new Set(equal.flatMap(({ requirements }) => requirements))].map((id) => `${id}: ${requirementText(id)}`),
    shownBy === caseName ? JSON.stringify(evidence) : `request and response: see ${shownBy}`,
  ].join('\n');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Escapes text for XML and removes characters that XML 1.0 cannot contain. */
export const escaped = (text: string): string =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to take out
    .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '\uFFFD')
    .replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
