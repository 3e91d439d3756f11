import { loadFrom } from './hook.ts';
import type { Reached } from './mutant.ts';
import type { SceneSource } from './scene-copies.ts';
import { switchOn } from './switch.ts';

/** What a process has to do: try a mutant or, without one, run the whole suite and note what it reaches. */
export interface Job {
  /** Folder with the mutated sources. */
  readonly build: string;
  readonly source: SceneSource;
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

process.on('message', async ({ build, source, plans, reached, seconds }: Job) => {
  const end = performance.now() + seconds * 1000;
  loadFrom(build);
  if (reached) switchOn(reached.mutant.id);
  // Imported only now: everything below reads the server's sources.
  const { judges } = await import('./judge.ts');
  const { tryMutant } = await import('./try-mutant.ts');
  const { cover } = await import('./coverage.ts');
  const suite = judges(plans);
  const started = () => void process.send?.({ started: true });
  const result = reached ? await tryMutant(reached, source, { suite, end, started }) : await cover(source, suite);
  process.send?.({ result }, () => process.exit());
});
// Exits together with the process that started it.
process.on('disconnect', () => process.exit());
