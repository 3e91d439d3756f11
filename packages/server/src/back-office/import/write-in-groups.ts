import type { Entry } from './parse-line.ts';
import { type Problem, requireNone } from './problem.ts';
import { type References, usesOf } from './references.ts';

export interface Written {
  readonly problems: readonly Problem[];
  /** Number of records that were new or changed. */
  readonly written: number;
}

/**
 * Writes groups of lines, one after the other. After a group with a line that cannot be written, the rest are only checked.
 * Returns how many records were new or changed.
 */
export async function writeInGroups<Line extends Entry>(
  groups: Iterable<readonly Line[]>,
  references: References,
  write: (sound: readonly Line[]) => Promise<Written>,
): Promise<number> {
  const problems: Problem[] = [];
  let written = 0;
  for (const group of groups) {
    const wrong = group.map((entry) => references.problems(entry));
    if (problems.length === 0) {
      const result = await write(group.filter((_, i) => wrong[i]?.length === 0));
      problems.push(...result.problems);
      written += result.written;
    }
    problems.push(...wrong.flat());
    if (problems.length > 0) for (const entry of group) references.introduce(entry);
  }
  requireNone(problems);
  return written;
}

/** Splits lines before each that refers to an earlier one of its group. Those that must be alone are groups of one. */
export function* groupsOf<Line extends Entry>(
  entries: readonly Line[],
  mustBeAlone: (entry: Line) => boolean = () => false,
): Generator<Line[]> {
  let group: Line[] = [];
  let names = new Set<number | string>();
  for (const entry of entries) {
    const { line } = entry;
    const isAlone = mustBeAlone(entry);
    if (isAlone || usesOf(line).some(({ target, reference }) => target === line.type && names.has(reference))) {
      if (group.length > 0) yield group;
      [group, names] = [[], new Set()];
    }
    if (isAlone) yield [entry];
    else {
      group.push(entry);
      names.add(line.externalId);
    }
  }
  if (group.length > 0) yield group;
}
