import { type ChildProcess, fork } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { CannotRun, EXIT } from '../../src/engine/outcome.ts';
import { withoutSecrets } from '../../src/http/redact.ts';
import type { Print } from '../../src/report/console.ts';
import { CATALOGUE } from './catalogue.ts';
import type { Trial, Verdict } from './try-fault.ts';

/** Of all seeded faults, how many have to be caught. */
const LEAST_CAUGHT = 0.95;

export interface ProveOptions {
  readonly only?: string | undefined;
  readonly workers: number;
  readonly databaseUrl?: string | undefined;
  /** A file for every trial with what the case said, as JSON. */
  readonly out?: string | undefined;
}

interface Message {
  readonly ready?: true;
  readonly trial?: Trial;
  readonly control?: readonly string[];
}

/** Seeds the faults one at a time, in several processes at once, and prints what became of each. Gives the exit code. */
export async function prove({ only, workers, databaseUrl, out }: ProveOptions, print: Print): Promise<number> {
  const faults = CATALOGUE.filter(({ id }) => !only || id.includes(only)).map(({ id }) => id);
  if (faults.length === 0) throw new CannotRun('No fault is chosen.');
  const queue = [...faults];
  const trials: Trial[] = [];
  const onTrial = (trial: Trial) => {
    trials.push(trial);
    print(`${line(trial)}\n`);
  };
  const controls = await Promise.all(
    Array.from({ length: Math.max(1, workers) }, () => work(queue, onTrial, databaseUrl)),
  );
  const failed = controls.flat();
  print(conclusion(trials, failed));
  if (out) writeFileSync(out, JSON.stringify(withoutSecrets(trials), null, 2));
  const caught = trials.filter(({ verdict }) => verdict === 'caught').length;
  return caught >= trials.length * LEAST_CAUGHT && failed.length === 0 ? EXIT.passed : EXIT.failed;
}

/** One process until the queue is empty; gives what its control run on the sound server said. */
function work(queue: string[], onTrial: (trial: Trial) => void, databaseUrl?: string): Promise<readonly string[]> {
  const child: ChildProcess = fork(new URL('./worker.ts', import.meta.url), databaseUrl ? [databaseUrl] : []);
  return new Promise((resolve, reject) => {
    let control: readonly string[] | undefined;
    child.on('message', ({ trial, control: said }: Message) => {
      if (trial) onTrial(trial);
      if (said) {
        control = said;
        return;
      }
      const fault = queue.shift();
      child.send(fault ? { fault } : { control: true });
    });
    child.on('exit', () =>
      control ? resolve(control) : reject(new CannotRun('A process that tries faults ended early.')),
    );
  });
}

const NAMES: Readonly<Record<Verdict, string>> = {
  caught: 'caught',
  otherwise: 'caught for another reason',
  survived: 'survived',
};

const line = ({ verdict, level, fault, breaks, by, cases }: Trial): string =>
  [
    verdict.padEnd(9),
    level.padEnd(6),
    fault.padEnd(44),
    breaks.padEnd(36),
    by ? `by ${by}` : `after ${cases} cases`,
  ].join(' ');

function conclusion(trials: readonly Trial[], failed: readonly string[]): string {
  const countOf = (verdict: Verdict) => trials.filter((trial) => trial.verdict === verdict).length;
  const percent = ((countOf('caught') / trials.length) * 100).toFixed(1);
  return [
    '',
    ...trials.filter(({ verdict }) => verdict === 'otherwise').map(explained),
    ...trials.filter(({ verdict }) => verdict === 'survived').map(explained),
    ...failed.map((one) => `fails on the sound server: ${one}`),
    `${countOf('caught')} of ${trials.length} seeded faults caught (${percent} %), each by a case that names the requirement; ` +
      `${countOf('otherwise')} caught for another reason, which does not count; ${countOf('survived')} survived`,
    '',
  ].join('\n');
}

function explained({ fault, text, breaks, verdict, by, said, applied }: Trial): string {
  const reason = by ? `; ${by} said: ${said}` : '';
  const idle = applied ? '' : '; it never came into play';
  return `${NAMES[verdict]}: ${fault} (${text}) breaks ${breaks}${reason}${idle}`;
}
