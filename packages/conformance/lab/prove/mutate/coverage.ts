import type { Case } from '../../../src/engine/case.ts';
import { rankOf, runCase } from './judge.ts';
import type { Columns } from './sql/columns.ts';
import type { SentStatement } from './statement-mutants.ts';
import { countFor, reachedMutants } from './switch.ts';
import { type Place, startTrial } from './trial-server.ts';

/** What a run of the suite on the server without a mutant reaches. */
export interface Coverage {
  readonly code: ReturnType<typeof reachedMutants>;
  readonly statements: readonly (SentStatement & { readonly cases: readonly string[] })[];
  readonly columns: Columns;
  /** Ids of the cases in the order in which they try a mutant: the specification, then the quickest first. */
  readonly order: readonly string[];
  /** Failures without a mutant; there must be none. */
  readonly failed: readonly string[];
}

/** Runs the whole suite once and notes which case reaches what. */
export async function cover(place: Place, suite: readonly Case[]): Promise<Coverage> {
  let current: string | undefined;
  const sent = new Map<string, SentStatement & { readonly cases: Set<string> }>();
  const { session, columns, stop } = await startTrial(place, undefined, (statement) => {
    const id = `${statement.name}\n${statement.text}`;
    const known = sent.get(id) ?? { ...statement, cases: new Set() };
    if (current !== undefined) known.cases.add(current);
    sent.set(id, known);
  });
  const failed: string[] = [];
  const timed: { one: Case; took: number }[] = [];
  for (const one of suite) {
    current = one.id;
    countFor(one.id);
    const started = performance.now();
    for (const { kind, caseId, findings } of await runCase(session, one)) {
      if (kind === 'failed') failed.push(`${caseId}: ${findings[0]?.message}`);
    }
    timed.push({ one, took: performance.now() - started });
  }
  const code = reachedMutants();
  await stop();
  const statements = [...sent.values()].map(({ cases, ...statement }) => ({ ...statement, cases: [...cases] }));
  timed.sort((a, b) => rankOf(a.one) - rankOf(b.one) || a.took - b.took);
  const order = timed.map(({ one }) => one.id);
  return { code, statements: statements.filter(({ cases }) => cases.length > 0), columns, order, failed };
}
