import { type ChildProcess, fork } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { CannotRun, EXIT } from '../../src/exit.ts';
import { redact, withoutSecrets } from '../../src/http/redact.ts';
import type { Print } from '../../src/report/console.ts';
import { CATALOGUE } from './catalogue.ts';
import { toPage } from './page.ts';
import { type Summary, summarize } from './summary.ts';
import type { Trial } from './try-fault.ts';

export interface ProveOptions {
  readonly only?: string | undefined;
  readonly workers: number;
  readonly databaseUrl?: string | undefined;
  /** JSON file for the outcome of every trial with the case's message. */
  readonly out?: string | undefined;
  /** Markdown file for the summary. */
  readonly page?: string | undefined;
}

interface Message {
  readonly ready?: true;
  readonly trial?: Trial;
  readonly control?: readonly string[];
}

/** Tries the faults in several processes and prints each verdict. Returns the exit code. */
export async function prove({ only, workers, databaseUrl, out, page }: ProveOptions, print: Print): Promise<number> {
  const texts = (only ?? '').split(',');
  const tried = CATALOGUE.filter(({ id, needs }) => texts.some((text) => id.includes(text)) && (!needs || databaseUrl));
  const faults = tried.map(({ id }) => id);
  if (faults.length === 0) throw new CannotRun('No fault matches --only.');
  const queue = [...faults];
  const trials: Trial[] = [];
  const onTrial = (trial: Trial) => {
    trials.push(trial);
    print(`${line(trial)}\n`);
  };
  const controls = await Promise.all(
    Array.from({ length: Math.max(1, workers) }, () => work(queue, onTrial, databaseUrl)),
  );
  const summary = summarize(trials, controls.flat());
  print(conclusion(summary));
  if (out) writeFileSync(out, JSON.stringify(withoutSecrets(trials), null, 2));
  if (page) writeFileSync(page, redact(toPage(summary)));
  return summary.passed ? EXIT.passed : EXIT.failed;
}

/** Runs one process until the queue is empty. Returns the failures of its control run on the correct server. */
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
    child.on('exit', () => (control ? resolve(control) : reject(new CannotRun('A worker process exited early.'))));
  });
}

const line = ({ verdict, fault, breaks, by, cases }: Trial): string =>
  [verdict.padEnd(9), fault.padEnd(44), breaks.padEnd(36), by ? `by ${by}` : `after ${cases} cases`].join(' ');

function conclusion({ trials, of, newSurvivors, caughtAfterAll, failedOnSound }: Summary): string {
  const percent = ((of.caught.length / trials.length) * 100).toFixed(1);
  return [
    '',
    ...of.otherwise.map((trial) => `caught for another reason: ${explained(trial)}; ${trial.by} said: ${trial.said}`),
    ...of.survived.map((trial) => `survived: ${explained(trial)}`),
    ...failedOnSound.map((one) => `fails on the sound server: ${one}`),
    ...of.idle.map((trial) => `matches nothing: ${trial.fault}: ${trial.unmatched.join(', ')}`),
    ...(newSurvivors.length > 0 ? [`not caught, and not listed in survivors.ts: ${newSurvivors.join(', ')}`] : []),
    ...(caughtAfterAll.length > 0 ? [`caught, though listed in survivors.ts: ${caughtAfterAll.join(', ')}`] : []),
    `${of.caught.length} of ${trials.length} faults caught (${percent} %), each by a case that names the requirement; ` +
      `${of.otherwise.length} caught for another reason, which does not count; ${of.survived.length} survived; ` +
      `${of.idle.length} matched nothing`,
    '',
  ].join('\n');
}

const explained = ({ fault, text, breaks }: Trial): string => `${fault} (${text}) breaks ${breaks}`;
