import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { CannotRun } from './outcome.ts';

/** A departure from the contract that is known, and why it stands. */
export interface Deviation {
  readonly case: string;
  /** Version of the deployment that it was seen in. */
  readonly version: string;
  readonly reason: string;
}

/** Reads a list of `{ case, version, reason }`; all three are wanted, and the case has to exist. */
export function readDeviations(file: string, caseIds: ReadonlySet<string>): readonly Deviation[] {
  const list: unknown = parse(readFileSync(file, 'utf8')) ?? [];
  if (!Array.isArray(list)) throw new CannotRun(`${file} is no list.`);
  for (const one of list as Partial<Deviation>[]) {
    if (!one?.case || !one.version || !one.reason)
      throw new CannotRun(`${file}: every deviation has case, version and reason.`);
    if (!caseIds.has(one.case)) throw new CannotRun(`${file}: there is no case ${one.case}.`);
  }
  return list as Deviation[];
}
