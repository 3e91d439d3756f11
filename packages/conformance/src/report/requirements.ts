import { CHECKED } from '../checks/checks.ts';
import { readRequirements, readSkips } from '../requirements/read-requirements.ts';
import type { Requirement } from '../requirements/requirement.ts';
import type { RunResult } from '../run/runner.ts';
import { WHOLE_ANSWERS } from './whole-answers.ts';

const TEXTS = new Map(readRequirements().map(({ id, text }) => [id, text]));

/** Text of a requirement, as in docs/behaviour.md. */
export const requirementText = (id: string): string => TEXTS.get(id) ?? '';

/** A requirement after a run. */
export interface RequirementResult extends Requirement {
  readonly state: 'kept' | 'broken' | 'not reached';
  /** What shows it: the cases, or the number of responses that the specification predicted by it. */
  readonly shownBy: readonly string[];
}

/**
 * Every requirement with its state: broken if a finding names it; else kept if a response was as it predicts, or if the
 * cases that declare it or whose whole answers depend on it passed; else not reached.
 */
export function requirementResults({
  outcomes,
  coverage,
}: Pick<RunResult, 'outcomes' | 'coverage'>): readonly RequirementResult[] {
  const broken = new Map<string, Set<string>>();
  const kept = new Map<string, Set<string>>();
  for (const { caseId, kind, proves, findings } of outcomes) {
    for (const id of findings.flatMap(({ requirements }) => requirements)) addTo(broken, id, caseId);
    if (kind === 'passed') for (const id of proves) addTo(kept, id, caseId);
  }
  for (const [id, count] of coverage.kept) addTo(kept, id, `${count} predicted answer${count === 1 ? '' : 's'}`);
  for (const [begin, ids] of Object.entries(WHOLE_ANSWERS)) {
    const compared = outcomes.filter(({ caseId }) => caseId.startsWith(begin));
    const held = compared.length > 0 && compared.every(({ kind }) => kind === 'passed');
    if (held) for (const id of ids) addTo(kept, id, `whole answers of ${begin.replace(/\.$/, '')}`);
  }
  if (coverage.answers > 0) for (const id of CHECKED) addTo(kept, id, 'every answer');
  const reasons = new Map(readSkips().map(({ requirement, reason }) => [requirement, reason]));
  return readRequirements().map((one) => {
    const [against, by] = [broken.get(one.id), kept.get(one.id)];
    if (against) return { ...one, state: 'broken', shownBy: [...against] };
    if (by) return { ...one, state: 'kept', shownBy: [...by] };
    return { ...one, state: 'not reached', shownBy: [reasons.get(one.id) ?? 'not in this run'] };
  });
}

export const idsIn = (results: readonly RequirementResult[], state: RequirementResult['state']): string[] =>
  results.filter((one) => one.state === state).map(({ id }) => id);

function addTo(table: Map<string, Set<string>>, id: string, name: string): void {
  table.set(id, (table.get(id) ?? new Set()).add(name));
}
