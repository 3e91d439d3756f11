import { isDeepStrictEqual } from 'node:util';
import { type Claim, DECIMALS, type EntryKey } from '../contract/read-only.ts';
import { type FieldError, MOST_DETAILS, validationFailed } from '../errors.ts';

/** Rejects read-only properties that differ from the stored ones. */
export function refuseFalseClaims(claims: readonly Claim[], record: object): void {
  const errors: FieldError[] = [];
  const entries = new EntryIndex();
  for (const claim of claims) {
    const stored = claim.at.reduce<unknown>((part, step) => entries.below(part, step), record);
    if (!isSame(stored, claim.value, claim.at.at(-1) as string)) errors.push(readOnly(claim, stored));
    if (errors.length === MOST_DETAILS) break;
  }
  if (errors.length > 0) throw validationFailed(errors);
}

/** Compares decimals by value, ignoring trailing zeros, and everything else strictly. */
function isSame(stored: unknown, claimed: unknown, name: string): boolean {
  if (typeof stored === 'string' && typeof claimed === 'string' && DECIMALS.has(name))
    return withoutZeros(stored) === withoutZeros(claimed);
  if (typeof stored !== 'object' || typeof claimed !== 'object' || stored === null || claimed === null)
    return isDeepStrictEqual(stored, claimed);
  const [ours, theirs] = [Object.entries(stored), Object.entries(claimed)];
  const isList = Array.isArray(stored);
  return (
    isList === Array.isArray(claimed) &&
    ours.length === theirs.length &&
    ours.every(([key, value]) => isSame(value, (claimed as Record<string, unknown>)[key], isList ? name : key))
  );
}

const withoutZeros = (decimal: string): string =>
  decimal
    .replace(/^(-?)0+(?=\d)/, '$1')
    .replace(/\.?0+$/, (zeros) => (decimal.includes('.') ? '' : zeros))
    .replace(/^-0$/, '0');

function readOnly({ path }: Claim, stored: unknown): FieldError {
  const message =
    path === '/version'
      ? `is read-only, and the record is at version ${stored}: read the record again, or send If-Match to get a 412 instead`
      : 'is read-only and differs from the stored value: leave it out, or read the record again';
  return { in: 'body', path, rule: 'readOnly', message };
}

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
