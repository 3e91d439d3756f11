import { loadFrom } from './hook.ts';
import type { Reached } from './mutant.ts';
import { switchOn } from './switch.ts';
import type { Place } from './trial-server.ts';

/** What a process has to do: try a mutant or, without one, run the whole suite and note what it reaches. */
export interface Job extends Place {
  /** Folder with the mutated sources. */
  readonly build: string;
  readonly plans?: readonly string[] | undefined;
  readonly reached?: Reached | undefined;
  /** Seconds for the trial. */
  readonly seconds: number;
}

/** What a process sends: that the suite begins, and at the end the result. */
export interface Progress<Result> {
  readonly started?: true;
  readonly result?: Result;
}

process.on('message', async ({ build, plans, reached, seconds, ...place }: Job) => {
  const end = performance.now() + seconds * 1000;
  loadFrom(build);
  if (reached) switchOn(reached.mutant.id);
  // Imported only now: everything below reads the server's sources.
  const { judges } = await import('./judge.ts');
  const { tryMutant } = await import('./try-mutant.ts');
  const { cover } = await import('./coverage.ts');
  const suite = judges(plans);
  const started = () => void process.send?.({ started: true });
  const result = reached ? await tryMutant(reached, place, { suite, end, started }) : await cover(place, suite);
  process.send?.({ result }, () => process.exit());
});
// Exits together with the process that started it.
process.on('disconnect', () => process.exit());
