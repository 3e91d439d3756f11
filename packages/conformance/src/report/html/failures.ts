import type { Outcome } from '../../engine/outcome.ts';
import { readRequirements } from '../../requirements/read-requirements.ts';
import { findingOf } from '../json.ts';
import { escaped } from '../junit.ts';

const REQUIREMENTS = new Map(readRequirements().map((one) => [one.id, one]));

/** Each failure with its request, its response and the violated requirements. */
export function failures(outcomes: readonly Outcome[]): string {
  const failed = outcomes.filter(({ kind }) => kind === 'failed' || kind === 'expected-failure');
  return failed.length === 0 ? '<p>None.</p>' : failed.map(failure).join('');
}

function failure({ caseId, title, variant, kind, reason, findings }: Outcome): string {
  const items = findings.map((finding) => {
    const { message, requirements, ...evidence } = findingOf(finding);
    return `<li><p>${escaped(message)}</p><ul>${requirements.map(requirementLine).join('')}</ul>${shown(evidence)}</li>`;
  });
  return `<details class="${kind}"><summary><code>${escaped(caseId)}</code> ${escaped(title)} <small>${escaped(variant)}</small></summary>
${reason ? `<p>${escaped(reason)}</p>` : ''}<ol>${items.join('')}</ol></details>`;
}

function requirementLine(id: string): string {
  const { text = '' } = REQUIREMENTS.get(id) ?? {};
  return `<li><a href="#${escaped(id)}"><code>${escaped(id)}</code></a> ${escaped(text)}</li>`;
}

type Evidence = Omit<ReturnType<typeof findingOf>, 'message' | 'requirements'>;

const shown = ({ curl, status, headers, body }: Evidence): string =>
  curl
    ? `<pre>${escaped(curl)}</pre><pre>${status}\n${escaped(JSON.stringify(headers, null, 1))}\n\n${escaped(body ?? '')}</pre>`
    : '';
