import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { loadFrom } from '../mutate/hook.ts';
import { usedSeconds } from '../mutate/processor-time.ts';
import type { Place } from '../mutate/trial-server.ts';
import { type BlameRow, faultySource, faultyStatement, isSource } from './rows.ts';

/** Rows to try one after another: one that changes a source, which the folder is for, or any number of others. */
export interface BlameJob extends Place {
  readonly rows: readonly BlameRow[];
  readonly folder: string;
  /** Seconds of processor time for each row. */
  readonly seconds: number;
}

/** What the first case that fails blames. */
export interface Blame {
  /** Rules of its first finding, the first of which has to be that of the row; none if no case failed. */
  readonly named: readonly string[];
  readonly by?: string | undefined;
  /** The message of that finding, or why the server did not start. */
  readonly said?: string | undefined;
  /** True if the row changed nothing that a case met. */
  readonly isIdle?: boolean;
}

process.on('message', async ({ rows, folder, seconds, ...place }: BlameJob) => {
  for (const row of rows.filter(isSource)) {
    const file = join(folder, row.place);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, faultySource(row));
    loadFrom(folder);
  }
  // Imported only now: everything below reads the server's sources.
  const { judges, proofIn, runCase } = await import('../mutate/judge.ts');
  const { startTrial } = await import('../mutate/trial-server.ts');
  const { changingWire } = await import('../mutate/wire.ts');
  const result: Blame[] = [];
  for (const row of rows) {
    result.push(await blameFor(row).catch((error: Error) => ({ named: [], said: error.message })));
  }
  process.send?.({ result }, () => process.exit());

  async function blameFor(row: BlameRow): Promise<Blame> {
    const isWire = row.place === 'wire';
    const { session, isUnsent, stop } = await startTrial(place, {
      name: row.rule,
      statement: isWire || isSource(row) ? undefined : (sent) => faultyStatement(row, sent),
      response: isWire ? changingWire(row.from) : undefined,
    });
    try {
      const until = usedSeconds() + seconds;
      for (const one of likeliestFirst(judges(), row)) {
        if (usedSeconds() > until) break;
        process.send?.({ begins: true });
        for (const outcome of await runCase(session, one)) {
          const proof = proofIn(outcome);
          if (proof) return { named: proof.requirements, by: one.id, said: proof.message };
        }
      }
      return { named: [], isIdle: isUnsent() };
    } finally {
      await stop();
    }
  }
});

/** Cases that are about the rule or the operation come first. The order decides only how soon the row is caught. */
function likeliestFirst<One extends { readonly id: string; readonly proves: readonly string[] }>(
  cases: readonly One[],
  { rule, place, from }: BlameRow,
): One[] {
  const about = place === 'wire' ? (from.split(' ')[0] ?? '') : (rule.split('.')[0] ?? '').replace(/s$/, '');
  const plain = (text: string): string => text.replaceAll(/[-_]/g, '').toLowerCase();
  const rankOf = ({ id, proves }: One): number =>
    proves[0] === rule ? 0 : proves.includes(rule) ? 1 : plain(id).includes(plain(about)) ? 2 : 3;
  return cases.toSorted((one, other) => rankOf(one) - rankOf(other));
}

// Exits together with the process that started it.
process.on('disconnect', () => process.exit());
