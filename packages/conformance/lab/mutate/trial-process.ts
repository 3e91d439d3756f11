import { loadFrom } from './hook.ts';
import type { Reached } from './mutant.ts';
import { usedSeconds } from './processor-time.ts';
import { switchOn } from './switch.ts';
import type { Place } from './trial-server.ts';

/** What a process has to do: try a mutant or, without one, run the whole suite and note what it reaches. */
export interface Job extends Place {
  /** Folder with the mutated sources. */
  readonly build: string;
  readonly plans?: readonly string[] | undefined;
  /** True to note the responses that a run without a mutant reaches, too. */
  readonly wire: boolean;
  readonly reached?: Reached | undefined;
  /** Seconds of processor time for the trial, so that a busy machine gives the same verdicts. */
  readonly seconds: number;
}

/** What a process sends: that a case begins, and at the end the result. */
export interface Progress<Result> {
  readonly begins?: true;
  readonly result?: Result;
}

process.on('message', async ({ build, plans, wire, reached, seconds, ...place }: Job) => {
  loadFrom(build);
  if (reached) switchOn(reached.mutant.id);
  // Imported only now: everything below reads the server's sources.
  const { judges } = await import('./judge.ts');
  const { tryMutant } = await import('./try-mutant.ts');
  const { survey } = await import('./survey.ts');
  const suite = judges(plans);
  const isOver = () => usedSeconds() > seconds;
  const begins = () => void process.send?.({ begins: true });
  const result = reached
    ? await tryMutant(reached, place, { suite, isOver, begins })
    : await survey(place, { suite, wire, begins });
  process.send?.({ result }, () => process.exit());
});

// Exits together with the process that started it.
process.on('disconnect', () => process.exit());
