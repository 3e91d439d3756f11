import type { Outcome } from '../engine/outcome.ts';
import type { RunResult } from '../engine/runner.ts';
import type { Target } from '../target/target.ts';
import { findingOf } from './json.ts';

/** JUnit XML with one suite for each plan. */
export function toJunit({ outcomes, took, startedAt }: RunResult, { name }: Target): string {
  const suites = [...Map.groupBy(outcomes, ({ plan }) => plan)].map(([plan, cases]) => suiteOf(plan, cases, startedAt));
  const attributes = `name="${escaped(name)}" tests="${outcomes.length}" time="${(took / 1000).toFixed(3)}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${attributes}>\n${suites.join('')}</testsuites>\n`;
}

function suiteOf(plan: string, outcomes: readonly Outcome[], startedAt: string): string {
  const failures = outcomes.filter(({ kind }) => kind === 'failed').length;
  const skipped = outcomes.filter(({ kind }) => kind !== 'failed' && kind !== 'passed').length;
  const counts = `tests="${outcomes.length}" failures="${failures}" skipped="${skipped}" timestamp="${startedAt}"`;
  return `  <testsuite name="${plan}" ${counts}>\n${outcomes.map(caseOf).join('')}  </testsuite>\n`;
}

function caseOf(outcome: Outcome): string {
  const name = `${outcome.caseId} (${outcome.variant})`;
  const time = (outcome.took / 1000).toFixed(3);
  return `    <testcase classname="${outcome.plan}" name="${escaped(name)}" time="${time}">${contentOf(outcome)}</testcase>\n`;
}

function contentOf({ kind, findings, reason, title }: Outcome): string {
  if (kind === 'passed') return '';
  if (kind !== 'failed') return `<skipped message="${escaped(`${kind}${reason ? `: ${reason}` : ''}`)}"/>`;
  const texts = findings
    .map(findingOf)
    .map(({ message, requirements, ...evidence }) =>
      [message, `requirements: ${requirements.join(', ')}`, JSON.stringify(evidence)].join('\n'),
    );
  return `<failure message="${escaped(title)}">${escaped(texts.join('\n\n'))}</failure>`;
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
