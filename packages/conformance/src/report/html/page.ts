import type { Outcome, OutcomeKind } from '../../engine/outcome.ts';
import type { RunResult } from '../../engine/runner.ts';
import { redact } from '../../http/redact.ts';
import type { Target } from '../../target/target.ts';
import { escaped } from '../junit.ts';
import { parameterPicture, statusPicture } from './coverage.ts';
import { failures } from './failures.ts';
import { proofsOf, requirementPicture, requirementTable } from './requirements.ts';
import { STYLE } from './style.ts';

const KINDS: readonly OutcomeKind[] = ['passed', 'failed', 'could-not-run', 'not-applicable', 'expected-failure'];

/** A self-contained page: results, coverage, and each failure with its evidence. */
export function toHtml(result: RunResult, target: Target): string {
  const proofs = proofsOf(result);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Conformance of ${escaped(target.name)}</title><style>${STYLE}</style></head><body><main>
${heading(result, target)}
<h2>Failures</h2>${failures(result)}
<h2>Requirements</h2>${requirementPicture(proofs)}
<h2>Operations by status</h2>${statusPicture(result)}
<h2>Operations by parameter</h2>${parameterPicture(result)}
${notRun(result.outcomes)}
<h2>Each requirement</h2>${requirementTable(proofs)}
</main></body></html>
`;
}

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

function notRun(outcomes: readonly Outcome[]): string {
  const rows = outcomes
    .filter(({ kind }) => kind === 'could-not-run')
    .map(
      ({ caseId, variant, reason }) =>
        `<tr><td><code>${escaped(caseId)}</code></td><td>${escaped(variant)}</td><td>${escaped(reason ?? '')}</td></tr>`,
    );
  return rows.length === 0 ? '' : `<h2>Not run</h2><table><tbody>${rows.join('')}</tbody></table>`;
}
