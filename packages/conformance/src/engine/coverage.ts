import type { Answer } from '../http/send.ts';
import { traitsOf, usesOf } from './traits.ts';

/** Coverage of a run: operations by status and by parameter. */
export class Coverage {
  readonly statuses = new Map<string, Map<number, number>>();
  readonly parameters = new Map<string, Map<string, number>>();
  /** How many responses matched the prediction of a requirement, by its id. */
  readonly kept = new Map<string, number>();
  /** How many requests had a trait. */
  readonly traits = new Map<string, number>();
  answers = 0;
  refused = 0;

  note({ sent, status }: Answer): void {
    this.answers += 1;
    if (status === 401 || status === 404 || status === 429) this.refused += 1;
    const uses = usesOf(sent);
    for (const trait of traitsOf(uses)) tally(this.traits, trait);
    const { operation, parameters, headers } = uses;
    if (operation === undefined) return;
    count(this.statuses, operation, status);
    for (const name of [...parameters, ...headers]) count(this.parameters, operation, name);
  }

  /** Operations that were called, but never with success. */
  get neverSucceeded(): readonly string[] {
    const isSuccess = (status: number): boolean => status < 400;
    return [...this.statuses].filter(([, row]) => ![...row.keys()].some(isSuccess)).map(([id]) => id);
  }

  noteKept(requirements: readonly string[]): void {
    for (const id of requirements) tally(this.kept, id);
  }
}

function count<Key>(table: Map<string, Map<Key, number>>, id: string, key: Key): void {
  const row = table.get(id) ?? new Map<Key, number>();
  table.set(id, row);
  tally(row, key);
}

/** Counts one more of a key. */
export const tally = <Key>(counts: Map<Key, number>, key: Key, more = 1): void =>
  void counts.set(key, (counts.get(key) ?? 0) + more);
