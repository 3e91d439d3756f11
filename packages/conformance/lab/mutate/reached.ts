import { takingTurns } from './draw.ts';
import type { Mutant, Reached } from './mutant.ts';
import { schemaTexts } from './schema.ts';
import { mutantsOfFunction, mutantsOfStatement } from './statement-mutants.ts';
import type { Survey } from './survey.ts';

/** A mutant with the cases that reach it, in any order. */
interface Found extends Reached {
  /** How much of its source a case reaches that few others do. Absent for statements, which few cases send. */
  readonly interest?: ((caseId: string) => number) | undefined;
  /** True if the start of the server reaches it, on which every case depends. */
  readonly atStart?: boolean;
}

/**
 * The mutants that a run of the suite reaches, each with the cases to try on it: those that reach it come first, then all
 * others if the server's start reaches it too. Cases in the order of the suite take turns with the most interesting ones,
 * because every case reaches the code that runs on every request.
 */
export function reachedOf(code: readonly Mutant[], survey: Survey): Reached[] {
  const { order, wire } = survey;
  const found: Found[] = [...reachedCode(code, survey), ...reachedStatements(survey), ...functionsOf(survey), ...wire];
  return found.map(({ mutant, cases, atStart, interest }) => {
    const known = new Set(cases);
    const reaching = order.filter((id) => known.has(id));
    const ordered = interest ? takingTurns([reaching, byInterest(reaching, interest)]) : reaching;
    return { mutant, cases: [...new Set([...ordered, ...(atStart ? order : [])])] };
  });
}

const byInterest = (cases: readonly string[], interest: (caseId: string) => number): string[] =>
  cases
    .map((id) => ({ id, of: interest(id) }))
    .sort((one, other) => other.of - one.of)
    .map(({ id }) => id);

function reachedCode(mutants: readonly Mutant[], { code }: Survey): Found[] {
  const atStart = new Set(code.atStart);
  const cases = new Map<string, Set<string>>();
  for (const [caseId, ids] of Object.entries(code.byCase)) {
    for (const id of ids) cases.set(id, (cases.get(id) ?? new Set()).add(caseId));
  }
  const ofSource = new Map<string, Map<string, number>>();
  for (const { id, place } of mutants) {
    const reaching = cases.get(id) ?? new Set();
    const known = ofSource.get(sourceOf(place)) ?? new Map();
    for (const one of reaching) known.set(one, (known.get(one) ?? 0) + 1 / reaching.size);
    ofSource.set(sourceOf(place), known);
  }
  return mutants
    .filter(({ id }) => atStart.has(id) || cases.has(id))
    .map((mutant) => {
      const interest = ofSource.get(sourceOf(mutant.place));
      return {
        mutant,
        // A constant is only reached at the start. The cases that reach its source are the likeliest to show it.
        cases: [...(cases.get(mutant.id) ?? interest?.keys() ?? [])],
        atStart: atStart.has(mutant.id) || COMPILES.test(mutant.place),
        interest: (caseId) => interest?.get(caseId) ?? 0,
      };
    });
}

/** Sources that compile an operation's schemas with its first request, for all that follow. */
const COMPILES = /^contract\/(?!generated)/;

const sourceOf = (place: string): string => place.replace(/:\d+$/, '');

function reachedStatements({ statements, columns }: Survey): Found[] {
  const reached = new Map<string, { mutant: Mutant; cases: Set<string> }>();
  for (const { cases, ...statement } of statements) {
    for (const { edits: _, ...mutant } of mutantsOfStatement(statement, columns)) {
      const known = reached.get(mutant.key) ?? { mutant, cases: new Set() };
      for (const one of cases) known.cases.add(one);
      reached.set(mutant.key, known);
    }
  }
  return [...reached.values()].map(({ mutant, cases }) => ({ mutant, cases: [...cases] }));
}

/** Which function of the schema ran is not counted, so every case tries it; first those that send its name or its table. */
function functionsOf({ columns, statements }: Survey): Found[] {
  const texts = schemaTexts();
  return [...texts].flatMap(([name, sql]) => {
    const names = namesAround(name, texts);
    const cases = statements.filter(({ text }) => names.test(text)).flatMap((sent) => sent.cases);
    return mutantsOfFunction(name, sql, columns).map(({ edits: _, ...mutant }) => ({ mutant, cases, atStart: true }));
  });
}

/** Matches statements that name a function, a function that calls it, or that write to a table whose trigger does. */
function namesAround(name: string, texts: ReadonlyMap<string, string>): RegExp {
  const names = new Set([name]);
  for (const called of names) {
    for (const [caller, sql] of texts) if (sql.includes(`region.${called}(`)) names.add(caller);
  }
  const tables = [...names].flatMap((one) =>
    [...(texts.get(one) ?? '').matchAll(/\bon region\.(\w+)/g)].map(([, table]) => table),
  );
  const written = `(?:insert into|update|delete from) \\w+\\.(?:${tables.join('|') || 'none'})\\b`;
  return new RegExp(`\\.(?:${[...names].join('|')})\\(|${written}`);
}
