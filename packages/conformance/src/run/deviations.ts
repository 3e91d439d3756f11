import { parse } from 'yaml';
import { CannotRun, readGiven } from '../exit.ts';
import { nameOf, VARIANTS } from './variants.ts';

/** A known deviation from the contract, and its reason. */
export interface Deviation {
  readonly case: string;
  /** Contract version in which it was found. Expected only in this version. */
  readonly version: string;
  readonly reason: string;
  /** The only variant that has it, written as in reports, such as FULL/SANDBOX/basic. */
  readonly variant?: string;
}

/** Reads a list of `{ case, version, reason, variant? }`. The case and variant have to exist. */
export function readDeviations(file: string, caseIds: ReadonlySet<string>): readonly Deviation[] {
  const list = parsed(file);
  if (!Array.isArray(list)) throw new CannotRun(`${file} is not a list.`);
  const variants = new Set(VARIANTS.map(nameOf));
  for (const one of list as Partial<Deviation>[]) {
    if (![one?.case, one?.version, one?.reason].every((text) => typeof text === 'string' && text !== ''))
      throw new CannotRun(`${file}: every deviation has case, version and reason, each a text.`);
    if (!caseIds.has(one.case ?? '')) throw new CannotRun(`${file}: there is no case ${one.case}.`);
    if (one.variant !== undefined && !variants.has(one.variant))
      throw new CannotRun(`${file}: there is no variant ${one.variant}.`);
  }
  return list as Deviation[];
}

function parsed(file: string): unknown {
  const text = readGiven(file);
  try {
    return parse(text) ?? [];
  } catch (error) {
    throw new CannotRun(`Cannot read ${file}: ${error instanceof Error ? error.message : error}`);
  }
}
