import { CHECKED } from '../../checks/checks.ts';
import type { Outcome } from '../../engine/outcome.ts';
import type { RunResult } from '../../engine/runner.ts';
import { readRequirements, readSkips } from '../../requirements/read-requirements.ts';
import type { Requirement } from '../../requirements/requirement.ts';
import { escaped } from '../junit.ts';

type State = 'passed' | 'failed' | 'unproved';

/** A requirement with its result in the run. */
export interface Proof extends Requirement {
  readonly state: State;
  /** Cases that prove or violate it, or the reason why there are none. */
  readonly by: readonly string[];
}

export function proofsOf({ outcomes, coverage }: RunResult): readonly Proof[] {
  const ran = outcomes.filter(({ kind }) => kind !== 'not-applicable' && kind !== 'could-not-run');
  const proving = collect(ran.filter(({ kind }) => kind === 'passed'));
  const broken = new Map<string, Set<string>>();
  for (const { caseId, findings } of ran)
    for (const id of findings.flatMap(({ requirements }) => requirements)) add(broken, id, caseId);
  if (coverage.answers > 0) for (const id of CHECKED) add(proving, id, 'every answer');
  const failing = collect(ran.filter(({ kind }) => kind === 'failed'));
  const skips = new Map(readSkips().map(({ requirement, reason }) => [requirement, reason]));
  return readRequirements().map((one) => {
    const against = broken.get(one.id);
    if (against) return { ...one, state: 'failed', by: [...against] };
    const by = proving.get(one.id);
    return by
      ? { ...one, state: 'passed', by: [...by] }
      : { ...one, state: 'unproved', by: [skips.get(one.id) ?? reasonFor(failing.get(one.id))] };
  });
}

/** Why no case proves a requirement. */
const reasonFor = (failed: ReadonlySet<string> | undefined): string =>
  failed ? `failed by another requirement: ${[...failed].join(', ')}` : 'not in this run';

function collect(outcomes: readonly Outcome[]): Map<string, Set<string>> {
  const byRequirement = new Map<string, Set<string>>();
  for (const { caseId, proves } of outcomes) for (const id of proves) add(byRequirement, id, caseId);
  return byRequirement;
}

function add(table: Map<string, Set<string>>, id: string, name: string): void {
  table.set(id, (table.get(id) ?? new Set()).add(name));
}

const areaOf = ({ id, subject }: Proof): string => (id.startsWith('op.') ? id.split('.', 2).join('.') : subject);

/** One square per requirement, in rows by subject. */
export function requirementPicture(proofs: readonly Proof[]): string {
  const count = (state: State) => proofs.filter((one) => one.state === state).length;
  const areas = [...Map.groupBy(proofs, areaOf)].map(
    ([area, all]) =>
      `<tr><th scope="row">${escaped(area)}</th><td><div class="squares">${all.map(square).join('')}</div></td></tr>`,
  );
  return `<p>${count('passed')} of ${proofs.length} hold, ${count('failed')} are broken, ${count('unproved')} are not proved by this run.</p>
<table><tbody>${areas.join('')}</tbody></table>`;
}

const square = ({ id, state, text }: Proof): string =>
  `<a class="${state}" href="#${escaped(id)}" title="${escaped(`${id}: ${text}`)}"><span>${escaped(id)}</span></a>`;

const MOST_NAMED = 3;

export function requirementTable(proofs: readonly Proof[]): string {
  const rows = proofs.map(
    ({ id, subject, text, severity, state, by }) =>
      `<tr class="${state}" id="${escaped(id)}"><td><code>${escaped(id)}</code></td><td>${escaped(subject)}</td><td>${escaped(text)}</td><td>${severity}</td><td>${namesOf(by)}</td></tr>`,
  );
  return `<div class="wide"><table class="requirements"><thead><tr><th>Id</th><th>Subject</th><th>Requirement</th><th>Severity</th><th>Proof</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}

function namesOf(by: readonly string[]): string {
  const names = escaped(by.join(', '));
  return by.length > MOST_NAMED ? `<details><summary>${by.length} cases</summary>${names}</details>` : names;
}
