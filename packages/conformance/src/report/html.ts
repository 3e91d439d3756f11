import { OPERATIONS } from '../contract/bundle.ts';
import { readRequirements, readSkips } from '../requirements/read-requirements.ts';
import type { Requirement } from '../requirements/requirement.ts';
import type { Outcome, OutcomeKind } from '../run/outcome.ts';
import type { RunResult } from '../run/runner.ts';
import type { Target } from '../target/target.ts';
import { findingOf } from './json.ts';
import { escaped } from './junit.ts';
import { STYLE } from './style.ts';

const KINDS: readonly OutcomeKind[] = ['passed', 'failed', 'could-not-run', 'not-applicable', 'expected-failure'];

/** One page that needs nothing else: what came out, what was covered, each failure with its evidence. */
export function toHtml(result: RunResult, target: Target): string {
  const requirements = new Map(readRequirements().map((one) => [one.id, one]));
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Conformance of ${escaped(target.name)}</title><style>${STYLE}</style></head><body><main>
${heading(result, target)}
${failures(result.outcomes, requirements)}
<h2>Operations by status</h2>${statusPicture(result)}
<h2>Operations by parameter</h2>${parameterPicture(result)}
<h2>Requirements</h2>${requirementTable(result.outcomes, [...requirements.values()])}
${notRun(result.outcomes)}
</main></body></html>
`;
}

function heading(
  { outcomes, seed, startedAt, took, coverage, provesLittle, exitCode }: RunResult,
  target: Target,
): string {
  const verdict = ['passed', 'failed', 'could not run'][exitCode] ?? 'failed';
  const counts = KINDS.map((kind) => {
    const count = outcomes.filter((one) => one.kind === kind).length;
    return `<li class="${kind}"><b>${count}</b> ${kind.replaceAll('-', ' ')}</li>`;
  });
  const told = `${startedAt}, ${(took / 1000).toFixed(0)} s, ${coverage.answers} answers checked, seed ${seed}`;
  return `<header class="verdict-${exitCode}"><h1>${escaped(target.name)}: ${verdict}</h1>
<p>${escaped(target.baseUrl)}</p><p>${told}</p>${provesLittle ? `<p><b>This run proves little: ${escaped(provesLittle)}.</b></p>` : ''}
<ul class="counts">${counts.join('')}</ul></header>`;
}

function failures(outcomes: readonly Outcome[], requirements: ReadonlyMap<string, Requirement>): string {
  const failed = outcomes.filter(({ kind }) => kind === 'failed' || kind === 'expected-failure');
  if (failed.length === 0) return '<h2>Failures</h2><p>None.</p>';
  return `<h2>Failures</h2>${failed.map((one) => failure(one, requirements)).join('')}`;
}

function failure(
  { caseId, title, variant, kind, reason, findings }: Outcome,
  requirements: ReadonlyMap<string, Requirement>,
): string {
  const told = findings.map(findingOf).map(({ message, requirements: ids, ...evidence }) => {
    const texts = ids.map(
      (id) =>
        `<li><code>${escaped(id)}</code> ${escaped(requirements.get(id)?.text ?? '')} <i>${escaped(requirements.get(id)?.source ?? '')}</i></li>`,
    );
    const { curl, status, headers, body } = evidence as {
      curl?: string;
      status?: number;
      headers?: object;
      body?: string;
    };
    const answer = curl
      ? `<pre>${escaped(curl)}</pre><pre>${status}\n${escaped(JSON.stringify(headers, null, 1))}\n\n${escaped(body ?? '')}</pre>`
      : '';
    return `<li><p>${escaped(message)}</p><ul>${texts.join('')}</ul>${answer}</li>`;
  });
  return `<details class="${kind}"><summary><code>${escaped(caseId)}</code> ${escaped(title)} <small>${escaped(variant)}</small></summary>
${reason ? `<p>${escaped(reason)}</p>` : ''}<ol>${told.join('')}</ol></details>`;
}

const STATUSES = [...new Set(OPERATIONS.flatMap(({ statuses }) => statuses))].toSorted((a, b) => a - b);

function statusPicture({ coverage }: RunResult): string {
  const rows = OPERATIONS.map((one) => {
    const seen = coverage.statuses.get(one.id);
    const cells = STATUSES.map((status) =>
      cell(one.statuses.includes(status), seen?.get(status), `${one.id} ${status}`),
    );
    return `<tr><th scope="row">${one.method} ${escaped(one.path)}</th>${cells.join('')}</tr>`;
  });
  return `<table class="picture"><thead><tr><td></td>${STATUSES.map((status) => `<th>${status}</th>`).join('')}</tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

/** Filled where answers came, empty where the contract has what no answer showed. */
function cell(documented: boolean, count: number | undefined, title: string): string {
  if (count) return `<td class="seen" title="${escaped(`${title}: ${count} answers`)}">${count}</td>`;
  return documented ? `<td class="unseen" title="${escaped(`${title}: no answer`)}">0</td>` : '<td></td>';
}

function parameterPicture({ coverage }: RunResult): string {
  const rows = OPERATIONS.filter(({ parameters }) => parameters.length > 0).map((one) => {
    const seen = coverage.parameters.get(one.id);
    const names = one.parameters.map(({ name, in: part }) => {
      const count =
        part === 'path'
          ? [...(coverage.statuses.get(one.id)?.values() ?? [])].reduce((a, b) => a + b, 0)
          : seen?.get(name);
      return `<li class="${count ? 'seen' : 'unseen'}" title="${count ?? 0} requests">${escaped(name)}</li>`;
    });
    return `<tr><th scope="row">${one.method} ${escaped(one.path)}</th><td><ul class="tags">${names.join('')}</ul></td></tr>`;
  });
  return `<table><tbody>${rows.join('')}</tbody></table>`;
}

function requirementTable(outcomes: readonly Outcome[], requirements: readonly Requirement[]): string {
  const skips = new Map(readSkips().map(({ requirement, reason }) => [requirement, reason]));
  const byRequirement = new Map<string, Outcome[]>();
  for (const outcome of outcomes) {
    const broken = outcome.findings.flatMap((finding) => finding.requirements);
    for (const id of new Set([...outcome.proves, ...broken]))
      byRequirement.set(id, [...(byRequirement.get(id) ?? []), outcome]);
  }
  const rows = requirements.map(({ id, text, source, severity }) => {
    const state = stateOf(id, byRequirement.get(id) ?? []);
    const cases = (byRequirement.get(id) ?? []).filter(({ kind }) => kind === 'passed' || kind === 'failed').length;
    const note = skips.get(id) ?? (cases > 0 ? `${cases} runs` : 'by the checks on every answer, or not in this run');
    return `<tr class="${state}"><td><code>${escaped(id)}</code></td><td>${escaped(text)}</td><td>${escaped(source)}</td><td>${severity}</td><td>${escaped(note)}</td></tr>`;
  });
  return `<table class="requirements"><thead><tr><th>Id</th><th>Requirement</th><th>Source</th><th>Severity</th><th>Proof</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

/** Failed where a finding names the requirement, or a case that has no finding of its own proves it. */
function stateOf(id: string, outcomes: readonly Outcome[]): OutcomeKind | 'unproved' {
  if (outcomes.some(({ findings }) => findings.some((finding) => finding.requirements.includes(id)))) return 'failed';
  return outcomes.some(({ kind }) => kind === 'passed') ? 'passed' : 'unproved';
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
