import { isDeepStrictEqual } from 'node:util';
import { shortestDecimals } from '../../decimals.ts';
import { shown } from '../../engine/expectations.ts';
import type { Answer } from '../../http/send.ts';
import { Mismatch } from './sequence.ts';

/** Compares a response with the model's prediction. */

export type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** Differences between two values, each at the innermost path. Compares only the members that the model names. */
function differences(path: string, seen: unknown, expected: unknown): string[] {
  if (isFields(seen) && isFields(expected) && isAlike(seen, expected))
    return Object.entries(expected).flatMap(([name, value]) =>
      name.startsWith('#') ? [] : differences(path ? `${path}.${name}` : name, seen[name], value),
    );
  return isDeepStrictEqual(seen, expected) ? [] : [`${path} is ${shown(seen)}, not ${shown(expected)}`];
}

/** True for two lists of the same length, or two objects. */
const isAlike = (seen: Fields, expected: Fields): boolean =>
  Array.isArray(expected) ? Array.isArray(seen) && seen.length === expected.length : !Array.isArray(seen);

/** Asserts every member that the model names, except internal ones, whose names begin with #. */
export function expectSame(what: string, seen: unknown, expected: Fields, answer?: Answer): void {
  const wrong = differences('', shortestDecimals(seen ?? {}), shortestDecimals(expected));
  if (wrong.length > 0) throw new Mismatch(`${what}: ${wrong.join('; ')}`, answer);
}

/** Asserts one value. */
export const expectEqual = (what: string, seen: unknown, expected: unknown, answer?: Answer): void =>
  expectSame(what, { it: seen }, { it: expected }, answer);

/** Asserts the order of a list. Records with equal keys are ordered by id in the given direction. */
export function expectOrder(
  what: string,
  keys: readonly (readonly [string | number, number])[],
  order: 'asc' | 'desc',
  answer?: Answer,
): void {
  const ties = new Set<number>();
  for (const [i, [key, id]] of keys.entries()) {
    const before = keys[i - 1];
    if (!before) continue;
    const rise = key === before[0] ? 0 : key > before[0] ? 1 : -1;
    if (rise !== 0 && rise > 0 !== (order === 'asc')) throw new Mismatch(`${what} are not in order=${order}`, answer);
    if (rise === 0) ties.add(Math.sign(id - before[1]));
  }
  if (ties.size > 1) throw new Mismatch(`${what} of equal value are not ordered by id`, answer);
}
