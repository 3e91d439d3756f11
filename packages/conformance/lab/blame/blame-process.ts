import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { loadFrom } from '../mutate/hook.ts';
import type { Place } from '../mutate/trial-server.ts';
import { type BlameRow, faultySource, faultyStatement, isSource } from './rows.ts';

/** A row to try, and a folder for the source that it changes. */
export interface BlameJob extends Place {
  readonly row: BlameRow;
  readonly folder: string;
  readonly seconds: number;
}

/** Whom the first case that fails blames. */
export interface Blame {
  /** Rules of its first finding, the first of which has to be that of the row; none if no case failed. */
  readonly named: readonly string[];
  readonly by?: string | undefined;
  readonly said?: string | undefined;
  /** True if the row changed nothing that a case met. */
  readonly isIdle: boolean;
}

process.on('message', async ({ row, folder, seconds, ...place }: BlameJob) => {
  if (isSource(row)) {
    const file = join(folder, row.place);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, faultySource(row));
    loadFrom(folder);
  }
  // Imported only now: everything below reads the server's sources.
  const { judges, proofIn, runCase } = await import('../mutate/judge.ts');
  const { startTrial } = await import('../mutate/trial-server.ts');
  const { changingWire } = await import('../mutate/wire.ts');
  const isWire = row.place === 'wire';
  const { session, isUnsent, stop } = await startTrial(place, {
    name: row.rule,
    statement: isWire || isSource(row) ? undefined : (sent) => faultyStatement(row, sent),
    response: isWire ? changingWire(row.from) : undefined,
  });
  const blame = await firstBlame();
  await stop();
  process.send?.({ result: blame }, () => process.exit());

  async function firstBlame(): Promise<Blame> {
    for (const one of likeliestFirst(judges(), row)) {
      const { user, system } = process.cpuUsage();
      if ((user + system) / 1_000_000 > seconds) break;
      process.send?.({ begins: true });
      for (const outcome of await runCase(session, one)) {
        const proof = proofIn(outcome);
        if (proof) return { named: proof.requirements, by: one.id, said: proof.message, isIdle: false };
      }
    }
    return { named: [], isIdle: isUnsent() };
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
