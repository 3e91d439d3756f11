import { SURVIVORS } from './survivors.ts';
import type { Trial, Verdict } from './try-fault.ts';

/** Result of a run over all or part of the catalogue. */
export interface Summary {
  readonly trials: readonly Trial[];
  readonly of: Readonly<Record<Verdict, readonly Trial[]>>;
  /** Uncaught faults that are not known survivors. */
  readonly newSurvivors: readonly string[];
  /** Known survivors that were caught. Some are caught only on another database. */
  readonly caughtAfterAll: readonly string[];
  readonly failedOnSound: readonly string[];
  readonly passed: boolean;
}

export function summarize(
  trials: readonly Trial[],
  failedOnSound: readonly string[],
  survivors: Readonly<Record<string, string>> = SURVIVORS,
): Summary {
  const having = (verdict: Verdict) => trials.filter((trial) => trial.verdict === verdict);
  const of = {
    caught: having('caught'),
    otherwise: having('otherwise'),
    survived: having('survived'),
    idle: having('idle'),
  };
  const newSurvivors = idsOf([...of.otherwise, ...of.survived]).filter((id) => !(id in survivors));
  const caughtAfterAll = idsOf(of.caught).filter((id) => id in survivors);
  const passed = [newSurvivors, of.idle, failedOnSound].every(({ length }) => length === 0);
  return { trials, of, newSurvivors, caughtAfterAll, failedOnSound, passed };
}

const idsOf = (trials: readonly Trial[]): string[] => trials.map(({ fault }) => fault);
