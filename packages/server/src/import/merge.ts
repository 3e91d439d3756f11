import { toUnits } from '../resources/decimal.ts';

/** Properties whose texts are numbers, so that `3.5` states `3.50`. */
const DECIMALS = new Set(['price', 'cost', 'lowStockLevel', 'quantity']);

/** Decimals of a cost, which has the most. */
const MOST_DECIMALS = 4;

/** True if a record has everything that is stated of it; what is not stated may be anything. */
export function holds(stated: unknown, stored: unknown, name = ''): boolean {
  if (Array.isArray(stated)) {
    if (!Array.isArray(stored) || stated.length !== stored.length) return false;
    return stated.every((entry, i) => holds(entry, stored[i], name));
  }
  if (typeof stated === 'object' && stated !== null) {
    if (typeof stored !== 'object' || stored === null) return false;
    return Object.entries(stated).every(([key, value]) => holds(value, (stored as Record<string, unknown>)[key], key));
  }
  if (DECIMALS.has(name) && typeof stated === 'string' && typeof stored === 'string') {
    return sameNumber(stated, stored);
  }
  return stated === stored;
}

const sameNumber = (a: string, b: string): boolean => toUnits(a, MOST_DECIMALS) === toUnits(b, MOST_DECIMALS);

interface Named {
  readonly name: string;
}

/** The stated parts with the ids of the stored parts of the same names; several of one name are taken in their order. */
export function withIds<Part extends Named>(
  stated: readonly Part[],
  stored: readonly (Named & { readonly id: number })[],
): (Part & { readonly id?: number })[] {
  const left = [...stored];
  return stated.map((part) => {
    const at = left.findIndex(({ name }) => name === part.name);
    const [same] = at < 0 ? [] : left.splice(at, 1);
    return same ? { ...part, id: same.id } : part;
  });
}
