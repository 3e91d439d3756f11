import { isDeepStrictEqual } from 'node:util';
import type { Answer } from '../../http/send.ts';
import { Mismatch } from './sequence.ts';

/** How an answer is held against what a model says of it. */

export type Fields = Readonly<Record<string, unknown>>;

const DECIMAL = /^-?\d+\.\d+$/;

/** The value with decimals that are as short as they are exact: how many zeros end one is nobody's rule. */
export function plain(value: unknown): unknown {
  if (typeof value === 'string') return DECIMAL.test(value) ? value.replace(/\.?0+$/, '') : value;
  if (Array.isArray(value)) return value.map(plain);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plain(member)]));
}

const shown = (value: unknown): string => JSON.stringify(value)?.slice(0, 240) ?? 'nothing';

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** Where two values differ, as deep down as they can be told apart; of an object only what the model names. */
function differences(path: string, seen: unknown, expected: unknown): string[] {
  if (isFields(seen) && isFields(expected) && isAlike(seen, expected))
    return Object.entries(expected).flatMap(([name, value]) =>
      name.startsWith('#') ? [] : differences(path ? `${path}.${name}` : name, seen[name], value),
    );
  return isDeepStrictEqual(seen, expected) ? [] : [`${path} is ${shown(seen)}, not ${shown(expected)}`];
}

/** Lists of one length, or two objects. */
const isAlike = (seen: Fields, expected: Fields): boolean =>
  Array.isArray(expected) ? Array.isArray(seen) && seen.length === expected.length : !Array.isArray(seen);

/** Every member that the model names is as the model has it; one whose name begins with # is the model's own. */
export function expectSame(what: string, seen: unknown, expected: Fields, answer?: Answer): void {
  const wrong = differences('', plain(seen ?? {}), plain(expected));
  if (wrong.length > 0) throw new Mismatch(`${what}: ${wrong.join('; ')}`, answer);
}

/** As `same`, of one value. */
export const expectEqual = (what: string, seen: unknown, expected: unknown, answer?: Answer): void =>
  expectSame(what, { it: seen }, { it: expected }, answer);

/** A list in the order that was asked for; records of one key are in the order of their ids, up or down. */
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
  if (ties.size > 1) throw new Mismatch(`${what} of one value are not in the order of their ids`, answer);
}
