import type { Coverage } from './coverage.ts';
import type { Mutant, Reached } from './mutant.ts';
import { schemaTexts } from './schema.ts';
import { mutantsOfFunction, mutantsOfStatement } from './statement-mutants.ts';

/** Every mutant that a run of the suite reaches, with its cases in the order in which they try it. */
export function reachedOf(code: readonly Mutant[], coverage: Coverage): Reached[] {
  const places = new Map(coverage.order.map((id, place) => [id, place]));
  const placeOf = (id: string): number => places.get(id) ?? places.size;
  const reached = [...reachedCode(code, coverage), ...reachedStatements(coverage), ...functionsOf(coverage)];
  return reached.map(({ cases, ...one }) => ({
    ...one,
    cases: [...cases].sort((id, other) => placeOf(id) - placeOf(other)),
  }));
}

function reachedCode(mutants: readonly Mutant[], { code }: Coverage): Reached[] {
  const atStart = new Set(code.atStart);
  const cases = new Map<string, string[]>();
  for (const [caseId, ids] of Object.entries(code.byCase)) {
    for (const id of ids) {
      const known = cases.get(id) ?? [];
      known.push(caseId);
      cases.set(id, known);
    }
  }
  return mutants
    .filter(({ id }) => atStart.has(id) || cases.has(id))
    .map((mutant) => ({ mutant, cases: cases.get(mutant.id) ?? [], atStart: atStart.has(mutant.id) }));
}

function reachedStatements({ statements, columns }: Coverage): Reached[] {
  const reached = new Map<string, { mutant: Mutant; cases: Set<string> }>();
  for (const { cases, ...statement } of statements) {
    for (const { edits: _, ...mutant } of mutantsOfStatement(statement, columns)) {
      const known = reached.get(mutant.key) ?? { mutant, cases: new Set() };
      for (const one of cases) known.cases.add(one);
      reached.set(mutant.key, known);
    }
  }
  return [...reached.values()].map(({ mutant, cases }) => ({ mutant, cases: [...cases], atStart: false }));
}

/** Which function of the schema ran is not counted. Every case may have run it. */
const functionsOf = ({ columns }: Coverage): Reached[] =>
  [...schemaTexts()].flatMap(([name, sql]) =>
    mutantsOfFunction(name, sql, columns).map(({ edits: _, ...mutant }) => ({ mutant, cases: [], atStart: true })),
  );
