import { isDeepStrictEqual } from 'node:util';
import type { Claim, EntryKey } from '../contract/read-only.ts';
import { type FieldError, MOST_DETAILS, validationFailed } from '../errors.ts';

/** Rejects read-only properties that differ from the stored ones. */
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
