import { OPERATIONS, type Operation } from '../../contract/bundle.ts';
import type { RunResult } from '../../engine/runner.ts';
import { escaped } from '../junit.ts';

/** Coverage of the run as tables. */

const STATUSES = [...new Set(OPERATIONS.flatMap(({ statuses }) => statuses))].toSorted((a, b) => a - b);

const LEGEND =
  '<p class="legend"><span class="seen">seen in this run</span> <span class="unseen">in the contract, but not seen</span></p>';

export function statusPicture({ coverage }: RunResult): string {
  const rows = OPERATIONS.map((op) => {
    const seen = coverage.statuses.get(op.id);
    const cells = STATUSES.map((status) => cell(op.statuses.includes(status), seen?.get(status), `${op.id} ${status}`));
    return `<tr>${nameOf(op)}${cells.join('')}</tr>`;
  });
  const head = STATUSES.map((status) => `<th scope="col">${status}</th>`).join('');
  return `${LEGEND}<div class="wide"><table class="picture"><thead><tr><td></td>${head}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}

/** Filled if such responses were seen, empty if the contract documents a status that never occurred. */
function cell(documented: boolean, count: number | undefined, title: string): string {
  if (count) return `<td class="seen" title="${escaped(`${title}: ${count} answers`)}">${count}</td>`;
  return documented ? `<td class="unseen" title="${escaped(`${title}: no answer`)}">0</td>` : '<td></td>';
}

export function parameterPicture({ coverage }: RunResult): string {
  const rows = OPERATIONS.filter(({ parameters }) => parameters.length > 0).map((op) => {
    const seen = coverage.parameters.get(op.id);
    const all = [...(coverage.statuses.get(op.id)?.values() ?? [])].reduce((a, b) => a + b, 0);
    const names = op.parameters.map(({ name, in: part }) => {
      const count = part === 'path' ? all : (seen?.get(name) ?? 0);
      return `<li class="${count ? 'seen' : 'unseen'}" title="${count} requests">${escaped(name)}</li>`;
    });
    return `<tr>${nameOf(op)}<td><ul class="tags">${names.join('')}</ul></td></tr>`;
  });
  return `<table><tbody>${rows.join('')}</tbody></table>`;
}

const nameOf = ({ method, path }: Operation): string => `<th scope="row">${method} ${escaped(path)}</th>`;
