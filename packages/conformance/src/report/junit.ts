import type { Finding } from '../checks/finding.ts';
import type { Outcome } from '../engine/outcome.ts';
import type { RunResult } from '../engine/runner.ts';
import type { Target } from '../target/target.ts';
import { type Affected, causesOfFailures, type Run } from './causes/causes.ts';
import { describeCause } from './causes/describe-cause.ts';
import { signatureOf } from './causes/signature.ts';
import { findingOf } from './json.ts';
import { requirementText } from './requirement-text.ts';

/** Number of the cause of a finding, from 1, and the case that shows it. */
interface CauseName {
  readonly number: number;
  readonly shownBy: string;
}

/** By signature. */
type CauseNames = ReadonlyMap<string, CauseName>;

interface Suite extends Run {
  readonly plan: string;
  readonly startedAt: string;
}

/** JUnit XML with one suite for each plan. A failure that several cases share is shown in the first of them. */
export function toJunit({ outcomes, coverage, took, startedAt }: RunResult, { name }: Target): string {
  const causes = causesOfFailures({ outcomes, coverage });
  const names = new Map(
    causes.flatMap(({ signatures, cases }, index) =>
      signatures.map((signature) => [signature, { number: index + 1, shownBy: nameOf(cases[0]) }]),
    ),
  );
  const suites = [...Map.groupBy(outcomes, ({ plan }) => plan)].map(([plan, cases]) =>
    suiteOf({ plan, outcomes: cases, coverage, startedAt }, names),
  );
  const attributes = `name="${escaped(name)}" tests="${outcomes.length}" time="${(took / 1000).toFixed(3)}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${attributes}>\n${suites.join('')}</testsuites>\n`;
}

const nameOf = (one: Affected | undefined): string => (one ? `${one.caseId} (${one.variant})` : '');

function suiteOf({ plan, outcomes, coverage, startedAt }: Suite, names: CauseNames): string {
  const failures = outcomes.filter(({ kind }) => kind === 'failed').length;
  const skipped = outcomes.filter(({ kind }) => kind !== 'failed' && kind !== 'passed').length;
  const counts = `tests="${outcomes.length}" failures="${failures}" skipped="${skipped}" timestamp="${startedAt}"`;
  const cases = outcomes.map((outcome) => caseOf(outcome, names));
  return `  <testsuite name="${plan}" ${counts}>\n${cases.join('')}${causesIn({ outcomes, coverage })}  </testsuite>\n`;
}

/** Summary of a suite's failures. */
function causesIn(run: Run): string {
  const causes = causesOfFailures(run).map(describeCause);
  return causes.length === 0 ? '' : `    <system-out>${escaped(causes.join('\n'))}</system-out>\n`;
}

function caseOf(outcome: Outcome, names: CauseNames): string {
  const name = nameOf(outcome);
  const time = (outcome.took / 1000).toFixed(3);
  return `    <testcase classname="${outcome.plan}" name="${escaped(name)}" time="${time}">${contentOf(outcome, names)}</testcase>\n`;
}

function contentOf(outcome: Outcome, names: CauseNames): string {
  const { kind, findings, reason, title } = outcome;
  if (kind === 'passed') return '';
  if (kind !== 'failed') return `<skipped message="${escaped(`${kind}${reason ? `: ${reason}` : ''}`)}"/>`;
  const texts = [...Map.groupBy(findings, (finding) => signatureOf(finding, outcome))].map(([signature, equal]) =>
    textOf(equal, nameOf(outcome), names.get(signature)),
  );
  return `<failure message="${escaped(title)}">${escaped(texts.join('\n\n'))}</failure>`;
}

/** Findings of a case with one cause: the messages, the requirements, and one request and response. */
function textOf(equal: readonly Finding[], caseName: string, cause: CauseName | undefined): string {
  const [first] = equal;
  if (!first) return '';
  const { message: _, requirements: __, ...evidence } = findingOf(first);
  const { number, shownBy = caseName } = cause ?? {};
  const shown = shownBy === caseName ? JSON.stringify(evidence) : `request and response: see ${shownBy}`;
  const messages = new Set(equal.map(({ message }) => message));
  const requirements = new Set(equal.flatMap((finding) => finding.requirements));
  return [
    ...(number === undefined ? [] : [`cause ${number}`]),
    ...messages,
    ...[...requirements].map((id) => `${id}: ${requirementText(id)}`),
    shown,
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
