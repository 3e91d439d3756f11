import { redact } from '../../http/redact.ts';
import type { Outcome, OutcomeKind, RunResult } from '../../run/runner.ts';
import type { Target } from '../../target/target.ts';
import { type Cause, causesOf, causesOfFailures, causesOfRecommendations, firstLine, type Run } from '../causes.ts';
import {
  counted,
  describeNeverSucceeded,
  describeShared,
  MAY_FOLLOW,
  REQUIREMENTS_SHOWN,
  stepsBefore,
} from '../describe-cause.ts';
import { evidenceOf } from '../json.ts';
import { escaped } from '../junit.ts';
import { requirementResults, requirementText } from '../requirements.ts';
import { STYLE } from './style.ts';
import { parameterTable, requirementSquares, requirementTable, statusTable } from './tables.ts';

/** A self-contained page: results, each failure with its evidence, requirements and coverage. */
export function toHtml(result: RunResult, target: Target): string {
  const requirements = requirementResults(result);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Conformance of ${escaped(target.name)}</title><style>${STYLE}</style></head><body><main>
${heading(result, target)}
<h2>Failures</h2>${failures(result)}
<h2>Requirements</h2>${requirementSquares(requirements)}
<h2>Operations by status</h2>${statusTable(result.coverage)}
<h2>Operations by parameter</h2>${parameterTable(result.coverage)}
${notRun(result.outcomes)}
<h2>Each requirement</h2>${requirementTable(requirements)}
</main></body></html>
`;
}

const KINDS: readonly OutcomeKind[] = ['passed', 'failed', 'could-not-run', 'not-applicable', 'expected-failure'];

function heading(
  { outcomes, seed, startedAt, took, coverage, provesLittle, exitCode }: RunResult,
  { name, baseUrl }: Target,
): string {
  const verdict = ['passed', 'failed', 'could not run'][exitCode] ?? 'failed';
  const counts = KINDS.map((kind) => {
    const count = outcomes.filter((one) => one.kind === kind).length;
    return `<li class="${kind}"><b>${count}</b> ${kind.replaceAll('-', ' ')}</li>`;
  });
  const details = `${startedAt}, ${(took / 1000).toFixed(0)} s, ${coverage.answers} answers checked, seed ${seed}`;
  const little = provesLittle ? `<p><b>This run proves little: ${escaped(provesLittle)}.</b></p>` : '';
  const where = name === redact(baseUrl) ? '' : `<p>${escaped(redact(baseUrl))}</p>`;
  return `<header class="verdict-${exitCode}"><h1>${escaped(name)}: ${verdict}</h1>
${where}<p>${details}</p>${little}<ul class="counts">${counts.join('')}</ul></header>`;
}

/** Each cause once: its message, requirements, one request and response, and the cases. */
function failures({ outcomes, coverage }: Run): string {
  const expected = outcomes.filter(({ kind }) => kind === 'expected-failure');
  const texts = [
    ...causesOfFailures({ outcomes, coverage }).map((cause) => failure(cause, 'failed')),
    ...causesOf({ outcomes: expected, coverage }).map((cause) => failure(cause, 'expected-failure')),
    ...causesOfRecommendations({ outcomes, coverage }).map((cause) => failure(cause, 'recommendation')),
  ];
  const never = describeNeverSucceeded(coverage.neverSucceeded);
  return (texts.length === 0 ? '<p>None.</p>' : texts.join('')) + (never && `<p>${escaped(never)}</p>`);
}

function failure(
  { example, otherMessages, requirements, findings, cases, shared, mayFollow }: Cause,
  kind: string,
): string {
  const { message } = example;
  const count = `${counted(findings, 'finding')} in ${counted(cases, 'case')}${mayFollow ? ` ${MAY_FOLLOW}` : ''}`;
  const lines = cases.map(
    ({ caseId, title, variant, reason = '' }) =>
      `<li><code>${escaped(caseId)}</code> ${escaped(title)} <small>${escaped(variant)}</small> ${escaped(reason)}</li>`,
  );
  return `<details class="${kind}"><summary>${escaped(firstLine(message))} <small>${count}</small></summary>
<pre>${escaped([message, ...otherMessages, ...(shared ? [describeShared(shared)] : [])].join('\n'))}</pre><ul>${requirementLines(requirements)}</ul>${evidence(example)}
<details><summary>${counted(cases, 'case')}</summary><ul>${lines.join('')}</ul></details></details>`;
}

/** The first requirements with their texts, the others by id. */
function requirementLines(ids: readonly string[]): string {
  const linkTo = (id: string): string => `<a href="#${escaped(id)}"><code>${escaped(id)}</code></a>`;
  const [first, others] = [ids.slice(0, REQUIREMENTS_SHOWN), ids.slice(REQUIREMENTS_SHOWN)];
  const lines = first.map((id) => `<li>${linkTo(id)} ${escaped(requirementText(id))}</li>`);
  return [...lines, ...(others.length > 0 ? [`<li>also ${others.map(linkTo).join(', ')}</li>`] : [])].join('');
}

function evidence(example: Cause['example']): string {
  const shown = evidenceOf(example);
  if (!shown) return '';
  const { curl, status, headers, body } = shown;
  return `<pre>${escaped([...stepsBefore(example), curl].join('\n'))}</pre><pre>${status}\n${escaped(JSON.stringify(headers, null, 1))}\n\n${escaped(body)}</pre>`;
}

function notRun(outcomes: readonly Outcome[]): string {
  const rows = outcomes
    .filter(({ kind }) => kind === 'could-not-run')
    .map(
      ({ caseId, variant, reason = '' }) =>
        `<tr><td><code>${escaped(caseId)}</code></td><td>${escaped(variant)}</td><td>${escaped(reason)}</td></tr>`,
    );
  return rows.length === 0 ? '' : `<h2>Not run</h2><table><tbody>${rows.join('')}</tbody></table>`;
}
