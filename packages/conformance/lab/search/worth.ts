import { globSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CASES } from '../../src/cases/index.ts';
import { CannotRun, EXIT } from '../../src/exit.ts';
import type { Print } from '../../src/report/console.ts';
import { bySeed } from '../mutate/draw.ts';
import { instrument } from '../mutate/instrument.ts';
import { inFolder, inProcess, workOff } from '../mutate/jobs.ts';
import type { Mutant } from '../mutate/mutant.ts';
import { SPECIFICATION } from '../mutate/sources.ts';
import type { CaseReach, SearchJob } from './search-process.ts';

export interface WorthOptions {
  readonly seed: number;
  /** How many mutants to draw. */
  readonly count: number;
  /** Texts of which a case's id has to contain one, comma-separated. */
  readonly only?: string | undefined;
  readonly workers: number;
  /** JSON file for every mutant with the cases that catch it. */
  readonly out?: string | undefined;
}

/** A mutant and the cases that catch it; all that reach it if it never ends. */
interface Searched {
  readonly mutant: Mutant;
  readonly by: readonly string[];
}

/**
 * Mutates the specification behind the client's double, and tries each mutant with every case that reaches it. Without a
 * server and a database, a request takes less than a millisecond. Prints how many mutants each case catches, and how many
 * only that case catches.
 */
export const worth = (options: WorthOptions, print: Print): Promise<number> =>
  inFolder((folder) => worthIn(folder, options, print));

async function worthIn(folder: string, { seed, count, only = '', workers, out }: WorthOptions, print: Print) {
  const texts = only.split(',');
  const cases = CASES.filter(({ id, plan }) => plan === 'specification' && texts.some((text) => id.includes(text)));
  const job: SearchJob = { build: folder, cases: cases.map(({ id }) => id) };
  const sources = globSync('**/*.ts', { cwd: fileURLToPath(SPECIFICATION) });
  const mutants = await instrument(sources, folder, SPECIFICATION);
  const passed = await surveyOf(job);
  const reached = mutants.filter(({ id }) => passed.some((one) => one.reaches.includes(id)));
  const drawn = bySeed(reached, seed, ({ key }) => key).slice(0, count);
  print(`${passed.length} of ${cases.length} cases pass on the double and reach ${reached.length} mutants.\n`);
  const found: Searched[] = [];
  await workOff(drawn, workers, async (mutant) => {
    const reaching = passed.filter((one) => one.reaches.includes(mutant.id)).map(({ id }) => id);
    const tried = await inProcess<string[]>(PROGRAM, { ...job, cases: reaching, mutant: mutant.id });
    const by = 'how' in tried ? reaching : tried;
    found.push({ mutant, by });
    print(`${by.length > 0 ? `caught by ${by.length} of ${reaching.length}` : 'survived'}  ${mutant.key}\n`);
  });
  if (out) writeFileSync(out, JSON.stringify(found, null, 2));
  print(tableOf(passed, found));
  return EXIT.passed;
}

const PROGRAM = new URL('./search-process.ts', import.meta.url);

async function surveyOf(job: SearchJob): Promise<CaseReach[]> {
  const result = await inProcess<CaseReach[]>(PROGRAM, job);
  if ('how' in result) throw new CannotRun(`The run without a mutant failed. ${result.said}`);
  return result;
}

function tableOf(cases: readonly CaseReach[], found: readonly Searched[]): string {
  const rows = cases.map(({ id, took }) => ({
    id,
    took,
    caught: found.filter(({ by }) => by.includes(id)).length,
    alone: found.filter(({ by }) => by.length === 1 && by[0] === id).length,
  }));
  rows.sort((one, other) => other.alone - one.alone || other.caught - one.caught);
  const caught = found.filter(({ by }) => by.length > 0).length;
  return [
    '',
    `${caught} of ${found.length} mutants are caught.`,
    '',
    '| case | ms | caught | by no other |',
    '| --- | ---: | ---: | ---: |',
    ...rows.map((row) => `| ${row.id} | ${row.took.toFixed(0)} | ${row.caught} | ${row.alone} |`),
    '',
  ].join('\n');
}
