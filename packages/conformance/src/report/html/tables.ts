import { OPERATIONS, type Operation } from '../../contract/bundle.ts';
import type { Coverage } from '../../run/coverage.ts';
import { grouped } from '../../specification/grouped.ts';
import { escaped } from '../junit.ts';
import { idsIn, type RequirementResult } from '../requirements.ts';

const STATUSES = [...new Set(OPERATIONS.flatMap(({ statuses }) => statuses))].toSorted((a, b) => a - b);

const LEGEND =
  '<p class="legend"><span class="seen">seen in this run</span> <span class="unseen">in the contract, but not seen</span></p>';

/** Operations by status: how many such responses there were, where the contract has the status. */
export function statusTable({ statuses }: Coverage): string {
  const rows = OPERATIONS.map((op) => {
    const cells = STATUSES.map((status) => {
      const count = statuses.get(op.id)?.get(status) ?? 0;
      if (count === 0 && !op.statuses.includes(status)) return '<td></td>';
      const title = escaped(`${op.id} ${status}: ${count === 0 ? 'no answer' : `${count} answers`}`);
      return `<td class="${count === 0 ? 'unseen' : 'seen'}" title="${title}">${count}</td>`;
    });
    return `<tr>${nameOf(op)}${cells.join('')}</tr>`;
  });
  const head = STATUSES.map((status) => `<th scope="col">${status}</th>`).join('');
  return `${LEGEND}<div class="wide"><table class="picture"><thead><tr><td></td>${head}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}

/** Operations by parameter. */
export function parameterTable({ statuses, parameters }: Coverage): string {
  const rows = OPERATIONS.filter((op) => op.parameters.length > 0).map((op) => {
    const all = [...(statuses.get(op.id)?.values() ?? [])].reduce((a, b) => a + b, 0);
    const names = op.parameters.map(({ name, in: part }) => {
      const count = part === 'path' ? all : (parameters.get(op.id)?.get(name) ?? 0);
      return `<li class="${count ? 'seen' : 'unseen'}" title="${count} requests">${escaped(name)}</li>`;
    });
    return `<tr>${nameOf(op)}<td><ul class="tags">${names.join('')}</ul></td></tr>`;
  });
  return `<table><tbody>${rows.join('')}</tbody></table>`;
}

const nameOf = ({ method, path }: Operation): string => `<th scope="row">${method} ${escaped(path)}</th>`;

/** One square per requirement, in rows by subject. */
export function requirementSquares(results: readonly RequirementResult[]): string {
  const rows = [...grouped(results, ({ subject }) => subject)].map(([subject, all]) => {
    const squares = all.map(
      ({ id, state, text }) =>
        `<a class="${classOf(state)}" href="#${escaped(id)}" title="${escaped(`${id}: ${text}`)}"><span>${escaped(id)}</span></a>`,
    );
    return `<tr><th scope="row">${escaped(subject)}</th><td><div class="squares">${squares.join('')}</div></td></tr>`;
  });
  return `<p>${idsIn(results, 'kept').length} of ${results.length} were kept, ${idsIn(results, 'broken').length} broken, ${idsIn(results, 'not reached').length} not reached.</p>
<table><tbody>${rows.join('')}</tbody></table>`;
}

const MOST_NAMED = 3;

/** Every requirement with its text, and what shows its state. */
export function requirementTable(results: readonly RequirementResult[]): string {
  const rows = results.map(({ id, subject, text, severity, state, shownBy }) => {
    const names = escaped(shownBy.join(', '));
    const shown =
      shownBy.length > MOST_NAMED ? `<details><summary>${shownBy.length} cases</summary>${names}</details>` : names;
    return `<tr class="${classOf(state)}" id="${escaped(id)}"><td><code>${escaped(id)}</code></td><td>${escaped(subject)}</td><td>${escaped(text)}</td><td>${severity}</td><td>${state}</td><td>${shown}</td></tr>`;
  });
  return `<div class="wide"><table class="requirements"><thead><tr><th>Id</th><th>Subject</th><th>Requirement</th><th>Severity</th><th>State</th><th>Shown by</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}

const classOf = (state: RequirementResult['state']): string => state.replace(' ', '-');
