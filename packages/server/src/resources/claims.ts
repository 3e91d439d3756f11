import { isDeepStrictEqual } from 'node:util';
import { type FieldError, MOST_DETAILS, validationFailed } from '../errors.ts';

/** What a change says of a read-only part of the record that it is based on. */
export interface Claim {
  /** Where the request says it, as a JSON Pointer. */
  readonly path: string;
  /** Where the record has it: names of properties, and for the entry of a list the property that it is known by. */
  readonly at: readonly (string | EntryKey)[];
  readonly value: unknown;
}

interface EntryKey {
  readonly key: string;
  readonly value: unknown;
}

/** Refuses read-only properties that differ from the stored ones. */
export function refuseFalseClaims(claims: readonly Claim[], record: object): void {
  const errors: FieldError[] = [];
  const entries = new EntryIndex();
  for (const claim of claims) {
    const stored = claim.at.reduce<unknown>((part, step) => entries.below(part, step), record);
    if (!isDeepStrictEqual(stored, claim.value)) errors.push(readOnly(claim, stored));
    if (errors.length === MOST_DETAILS) break;
  }
  if (errors.length > 0) throw validationFailed(errors);
}

function readOnly({ path }: Claim, stored: unknown): FieldError {
  const message =
    path === '/version'
      ? `is read-only, and the record is at version ${stored}: read the record again, or send If-Match to get a 412 instead`
      : 'is read-only and differs from the stored value: leave it out, or read the record again';
  return { in: 'body', path, rule: 'readOnly', message };
}

/** Finds the entries of lists by what they are known by. */
class EntryIndex {
  readonly #lists = new Map<unknown, Map<unknown, unknown>>();

  below(part: unknown, step: string | EntryKey): unknown {
    if (typeof step === 'string') return (part as Record<string, unknown> | undefined)?.[step];
    return Array.isArray(part) ? this.#byKey(part, step.key).get(step.value) : undefined;
  }

  #byKey(list: Record<string, unknown>[], key: string): Map<unknown, unknown> {
    const known = this.#lists.get(list) ?? new Map(list.map((entry) => [entry[key], entry]));
    this.#lists.set(list, known);
    return known;
  }
}
