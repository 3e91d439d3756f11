import { isOfHeaders } from '../checks/checks.ts';
import type { Finding } from '../checks/finding.ts';
import { shortened, toCurl } from '../http/curl.ts';
import type { Answer } from '../http/send.ts';
import { mainTextOf } from '../run/forms.ts';
import { grouped } from '../specification/grouped.ts';
import type { Cause, Shared } from './causes.ts';
import { requirementText } from './requirements.ts';

const MESSAGES_SHOWN = 8;
export const REQUIREMENTS_SHOWN = 5;
const CASES_SHOWN = 20;
const LONGEST_BODY = 1_000;

export const MAY_FOLLOW = 'Every case here had already failed: this may be a consequence.';

/** A cause as text: message, requirements, cases, and the request and response of its first finding. */
export function describeCause(
  { example, otherMessages, requirements, cases, findings, shared, mayFollow }: Cause,
  index: number,
): string {
  const names = [...grouped(cases, ({ caseId }) => caseId)].map(([id, { length }]) =>
    length > 1 ? `${id} (${length}×)` : id,
  );
  const texts = requirements.map((id) => [id, requirementText(id)].filter(Boolean).join(': '));
  const lines = [
    example.message,
    ...limited(otherMessages, MESSAGES_SHOWN),
    ...limited(texts, REQUIREMENTS_SHOWN),
    `${counted(findings, 'finding')} in ${counted(cases, 'case')}: ${limited(names, CASES_SHOWN).join(', ')}`,
    ...cases.slice(0, 1).map(({ caseId, title }) => `${caseId}: ${title}`),
    ...(shared ? [describeShared(shared)] : []),
    ...(mayFollow ? [MAY_FOLLOW] : []),
    ...new Set(cases.flatMap(({ reason }) => reason ?? [])),
    // The message of a divergence ends with its request.
    ...(example.answer && !example.message.includes('\ncurl ') ? [toCurl(example.answer.sent)] : []),
    ...stepsBefore(example),
    ...(example.answer ? responseOf(example.answer, isOfHeaders(requirements)) : []),
  ];
  return `${index + 1}. ${lines.join('\n').replaceAll('\n', '\n   ')}\n`;
}

/** The writes before a finding's request, which may have led to it. */
export const stepsBefore = ({ before = [] }: Pick<Finding, 'before'>): string[] =>
  before.length === 0 ? [] : ['Written before:', ...before.map((step) => `  ${step}`)];

/** Operations that a run called without a single success, as a sentence. */
export const describeNeverSucceeded = (ids: readonly string[]): string =>
  ids.length === 0 ? '' : `Operations that never succeeded: ${ids.join(', ')}.`;

/** Says which requests fail: `Failed: 12 of 12 requests with the parameter cursor`. */
export const describeShared = ({ trait, failed, requests }: Shared): string =>
  `Failed: ${failed} of ${requests} requests with ${trait}`;

/** The response, a page by what it says, or only the headers if the finding is about them. */
function responseOf({ status, headers, text }: Answer, headersAlone: boolean): string[] {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return headersAlone
    ? [`${status}`, ...lines]
    : [`${status} ${shortened(mainTextOf(text) ?? text, LONGEST_BODY)}`.trimEnd()];
}

/** The first lines, and how many more there are. */
const limited = (lines: readonly string[], most: number): readonly string[] =>
  lines.length > most ? [...lines.slice(0, most), `and ${lines.length - most} more`] : lines;

export const counted = ({ length }: readonly unknown[], name: string): string =>
  `${length} ${name}${length === 1 ? '' : 's'}`;
