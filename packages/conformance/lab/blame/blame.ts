import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CannotRun, EXIT } from '../../src/exit.ts';
import { withoutSecrets } from '../../src/http/redact.ts';
import type { Print } from '../../src/report/console.ts';
import { inProcess } from '../mutate/run-job.ts';
import { arrangeSource, dropCopies } from '../mutate/scene-copies.ts';
import type { Blame, BlameJob } from './blame-process.ts';
import { type BlameRow, isSource, readBlame } from './rows.ts';

export interface BlameOptions {
  /** Texts of which a rule has to contain one, comma-separated. */
  readonly only?: string | undefined;
  readonly workers: number;
  /** Seconds of processor time for each fault, with the start of its server. */
  readonly seconds: number;
  readonly databaseUrl?: string | undefined;
  /** JSON file for every trial. */
  readonly out?: string | undefined;
}

interface BlameTrial extends Blame {
  readonly row: BlameRow;
  readonly verdict: 'right' | 'another rule' | 'survived' | 'idle' | 'broken';
}

/**
 * Tries the faults of `blame.yaml`, and prints which rule the suite blames for each. Returns the exit code: a failure
 * unless the first rule named is each time the one that the fault breaks.
 */
export async function blame({ only = '', workers, seconds, databaseUrl, out }: BlameOptions, print: Print) {
  const rows = readBlame().filter(({ rule }) => only.split(',').some((text) => rule.includes(text)));
  if (rows.length === 0) throw new CannotRun('No rule matches --only.');
  const folder = mkdtempSync(join(tmpdir(), 'tillgate-blame-'));
  try {
    const source = await arrangeSource(folder, databaseUrl);
    const copies = Array.from({ length: Math.max(1, workers) }, (_, i) => `copy_${i + 1}`);
    const trials: BlameTrial[] = [];
    const queue = chunksOf(rows).entries();
    const work = async (copy: string) => {
      for (const [at, chunk] of queue) {
        const job = { rows: chunk, source, copy, seconds, folder: join(folder, `sources-${at}`) };
        for (const trial of await tryRows(job)) {
          trials.push(trial);
          print(`${lineOf(trial)}\n`);
        }
      }
    };
    await Promise.all(copies.map(work));
    await dropCopies(source, copies);
    if (out) writeFileSync(out, JSON.stringify(withoutSecrets(trials), null, 2));
    print(summaryOf(trials));
    return trials.every(({ verdict }) => verdict === 'right') ? EXIT.passed : EXIT.failed;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A row that changes a source needs a process; others share one, some at a time. */
function chunksOf(rows: readonly BlameRow[]): BlameRow[][] {
  const others = rows.filter((row) => !isSource(row));
  const shared = Array.from({ length: Math.ceil(others.length / CHUNK) }, (_, i) =>
    others.slice(i * CHUNK, (i + 1) * CHUNK),
  );
  return [...shared, ...rows.filter(isSource).map((row) => [row])];
}
const CHUNK = 8;

async function tryRows(job: BlameJob): Promise<BlameTrial[]> {
  const result = await inProcess<Blame[]>(job, new URL('./blame-process.ts', import.meta.url));
  return job.rows.map((row, i): BlameTrial => {
    const found = 'how' in result ? { named: [], said: result.said } : (result[i] ?? { named: [] });
    return { row, verdict: verdictOf(row, found), ...found };
  });
}

function verdictOf({ rule }: BlameRow, { named, said, isIdle }: Blame): BlameTrial['verdict'] {
  const [first] = named;
  if (first !== undefined) return first === rule ? 'right' : 'another rule';
  if (said !== undefined) return 'broken';
  return isIdle ? 'idle' : 'survived';
}

const lineOf = ({ row, verdict, named, by, said }: BlameTrial): string =>
  [verdict.padEnd(12), row.rule.padEnd(40), named.slice(0, 5).join(', '), by ? `by ${by}` : (said ?? '')].join(' ');

function summaryOf(trials: readonly BlameTrial[]): string {
  const count = (verdict: BlameTrial['verdict']) => trials.filter((trial) => trial.verdict === verdict).length;
  const among = trials.filter(({ row, named }) => named.includes(row.rule)).length;
  return [
    '',
    `${count('right')} of ${trials.length} faults are blamed on the rule that they break, ${count('another rule')} on another ` +
      `(${among} name it at all); ${count('survived')} survived, ${count('idle')} changed nothing, ${count('broken')} stopped the server.`,
    '',
  ].join('\n');
}
