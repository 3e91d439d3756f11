import { readFileSync } from 'node:fs';
import { CannotRun } from '../../src/exit.ts';
import { redact } from '../../src/http/redact.ts';
import type { Drawn } from './draw.ts';
import type { Reached } from './mutant.ts';

/** The part of an earlier result (`--out`) that trying its mutants again needs. */
interface EarlierResult {
  readonly seed: number;
  readonly trials: readonly {
    readonly mutant: { readonly key: string };
    readonly verdict: string;
    readonly by?: string;
  }[];
}

interface CaughtBefore extends Drawn {
  readonly seed: number;
  /** Keys of mutants that no case reaches any more. */
  readonly unreached: readonly string[];
}

/**
 * Finds the mutants that earlier runs caught by their keys. The case that caught one then, if it still exists, is tried
 * first.
 */
export function caughtBefore(files: readonly string[], reached: readonly Reached[]): CaughtBefore {
  const results = files.map(readResult);
  const trials = results.flatMap((result) => result.trials);
  const byKey = Map.groupBy(reached, ({ mutant }) => redact(mutant.key));
  const caught = trials.filter(({ verdict }) => verdict === 'caught');
  const tried = caught.flatMap(({ mutant, by = '' }) =>
    (byKey.get(mutant.key) ?? []).map(({ cases, ...one }) => ({
      ...one,
      cases: [...cases.filter((id) => id === by), ...cases.filter((id) => id !== by)],
    })),
  );
  const unreached = caught.map(({ mutant }) => mutant.key).filter((key) => !byKey.has(key));
  return { seed: results[0]?.seed ?? 0, tried, setApart: [], unreached };
}

function readResult(file: string): EarlierResult {
  try {
    const result = JSON.parse(readFileSync(file, 'utf8')) as EarlierResult;
    if (Array.isArray(result.trials)) return result;
  } catch (error) {
    throw new CannotRun(`${file} cannot be read: ${(error as Error).message}`);
  }
  throw new CannotRun(`${file} is not the result of a run with --mutate and --out.`);
}
