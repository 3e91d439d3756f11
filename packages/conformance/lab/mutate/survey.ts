import type { Case, Plan } from '../../src/run/case.ts';
import { takingTurns } from './draw.ts';
import { judges, rankOf, runCase } from './judge.ts';
import type { SentStatement } from './sent-statements.ts';
import type { Columns } from './sql/columns.ts';
import { countFor, reachedMutants } from './switch.ts';
import { type Place, startTrial } from './trial-server.ts';
import { WireSurvey } from './wire.ts';

/** What a run of the suite on the server without a mutant reaches. */
export interface Survey {
  readonly code: ReturnType<typeof reachedMutants>;
  readonly statements: readonly (SentStatement & { readonly cases: readonly string[] })[];
  /** Mutants of responses, if these were looked at. */
  readonly wire: WireSurvey['reached'];
  readonly columns: Columns;
  /**
   * Ids of the passed cases in the order in which they try a mutant: those of the specification and others in turn, the
   * quickest first, and at the end what moves the clock.
   */
  readonly order: readonly string[];
  /** Cases that fail without a mutant, with their messages. They try none. */
  readonly failed: readonly string[];
}

interface SurveyOptions {
  readonly plans?: readonly Plan[] | undefined;
  /** True to look at responses, through proxies. */
  readonly wire: boolean;
  /** Called before each case. */
  readonly begins: () => void;
}

/** Runs the whole suite once and notes which case reaches what. */
export async function survey(place: Place, { plans, begins, ...options }: SurveyOptions): Promise<Survey> {
  let current: string | undefined;
  const sent = new Map<string, SentStatement & { readonly cases: Set<string> }>();
  const wire = new WireSurvey();
  const { session, columns, stop } = await startTrial(
    place,
    { name: 'the server without a mutant' },
    {
      sent(statement) {
        const id = `${statement.name}\n${statement.text}`;
        const known = sent.get(id) ?? { ...statement, cases: new Set() };
        if (current !== undefined) known.cases.add(current);
        sent.set(id, known);
      },
      exchanged: options.wire ? (exchange) => current !== undefined && wire.note(exchange, current) : undefined,
    },
  );
  const failed: string[] = [];
  const passed: { one: Case; took: number }[] = [];
  for (const one of judges(plans)) {
    begins();
    current = one.id;
    countFor(one.id);
    const started = performance.now();
    const failures = (await runCase(session, one)).filter(({ kind }) => kind === 'failed');
    if (failures.length === 0) passed.push({ one, took: performance.now() - started });
    failed.push(...failures.map(({ caseId, findings }) => `${caseId}: ${findings[0]?.message}`));
  }
  const code = reachedMutants();
  await stop();
  const statements = [...sent.values()].map(({ cases, ...statement }) => ({ ...statement, cases: [...cases] }));
  passed.sort((a, b) => a.took - b.took);
  const [specification = [], others = [], last = []] = [0, 1, 2].map((rank) =>
    passed.filter(({ one }) => rankOf(one) === rank).map(({ one }) => one.id),
  );
  const order = [...takingTurns([specification, others]), ...last];
  const reached = statements.filter(({ cases }) => cases.length > 0);
  return { code, statements: reached, wire: wire.reached, columns, order, failed };
}
